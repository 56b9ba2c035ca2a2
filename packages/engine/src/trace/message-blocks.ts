import { frameWords, type FrameMeta } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import type { CutMessage } from '@acequia/component-sdk/runtime';
import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener } from '@acequia/pipeline';
import { readIntakeSettings } from '../intake/intake-settings.ts';
import { rejectCodeAttribute } from '../intake/meta-dictionary.ts';
import type { ListenerComponent } from '../options.ts';

/** Messages of clients as blocks of a journal, cut as the listener cuts what arrives. */
export class MessageBlocks {
  readonly #revision: number;
  readonly #cut: (message: Uint8Array) => CutMessage;

  constructor(listener: DeployedListener, { definition, runtime }: ListenerComponent) {
    const { config, revision } = listener;
    const parsed = parseConfig(definition.config, config);
    const limits = readIntakeSettings(config, revision);
    this.#revision = revision;
    this.#cut = (message) => (parsed.ok && runtime.cut ? runtime.cut(parsed.value as never, message, limits) : whole(message));
  }

  block(text: string, number: number, meta: FrameMeta): StoredBlock {
    const { bytes, frames: found, count, rejectCode, attributes } = this.#cut(Buffer.from(text));
    const shared: FrameMeta = { ...meta, attributes: { ...attributes, ...meta.attributes } };
    const metas = [JSON.stringify(shared)];
    const frames = new Uint32Array(count * frameWords);
    for (let frame = 0; frame < count; frame += 1) {
      const [offset, length, flags] = found.subarray(frame * 3) as unknown as readonly [number, number, number];
      const code = rejectCode?.(frame);
      const own = code && JSON.stringify({ ...shared, attributes: { ...shared.attributes, [rejectCodeAttribute]: code } });
      frames.set([offset, length, own ? placeOf(metas, own) : 0, flags, length], frame * frameWords);
    }
    return {
      stream: 'trace',
      block: number + 1,
      origin: `trace-${number}`,
      codec: this.#revision,
      meta: metas,
      frames,
      frameCount: count,
      bytes,
      damagedFrames: [],
    };
  }
}

const whole = (bytes: Uint8Array): CutMessage => ({ bytes, frames: Uint32Array.of(0, bytes.length, 0), count: 1, attributes: {} });

function placeOf(metas: string[], meta: string): number {
  const known = metas.indexOf(meta);
  return known >= 0 ? known : metas.push(meta) - 1;
}
