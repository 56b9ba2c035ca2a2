import { silentLog, type Clock } from '@acequia/base';
import { ArrayPool, type Kernels, type SlotTable } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { FrameDecoder } from '@acequia/component-sdk/runtime';
import type { DeployedListener } from '@acequia/pipeline';
import { BlockPool } from '../intake/block-pool.ts';
import { readIntakeSettings } from '../intake/intake-settings.ts';
import type { ListenerComponent } from '../options.ts';
import { ListenerDecoder } from './listener-decoder.ts';

export interface LoneDecoderOptions {
  readonly listener: DeployedListener;
  /** Settings of earlier revisions that blocks may refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly component: ListenerComponent;
  readonly slots: SlotTable;
  readonly kernels: Kernels;
  readonly clock: Clock;
  readonly cluster: string;
  readonly worker: string;
}

/** A listener's decoder apart from any lane. */
export function createLoneDecoder(options: LoneDecoderOptions): ListenerDecoder {
  const { listener, revisions, component, slots, kernels, clock, cluster, worker } = options;
  const decoders = new Map<number, FrameDecoder | undefined>();
  const create = (revision: number): FrameDecoder | undefined => {
    const parsed = parseConfig(component.definition.config, revisions.get(revision) ?? listener.config);
    return parsed.ok ? component.runtime.decoder(parsed.value as never, { slots, kernels }) : undefined;
  };
  return new ListenerDecoder({
    slots,
    pool: new ArrayPool(),
    blocks: new BlockPool(0),
    clock,
    log: silentLog,
    facts: () => ({
      tenantId: listener.tenantId,
      listenerId: listener.id,
      listenerName: listener.name,
      listenerType: listener.component,
      cluster,
      worker,
      keepRaw: readIntakeSettings(listener.config, listener.revision).keepRaw,
    }),
    decoderOf: (revision) => {
      if (!decoders.has(revision)) decoders.set(revision, create(revision));
      return decoders.get(revision);
    },
  });
}
