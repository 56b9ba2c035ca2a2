import type { Clock } from '@acequia/base';
import type { BatchView, Kernels, SlotTable } from '@acequia/batch';
import type { DeployedListener, LabelNode } from '@acequia/pipeline';
import type { Components } from '../options.ts';
import type { TraceFault } from './trace.ts';
import { traceChars, traceEventChars, traceEventsMax } from './limits.ts';

/** One event at the door of the pipeline. */
export interface SourcedEvent {
  readonly event: number;
  readonly view: BatchView;
  readonly receivedMs: number;
  /** `unlabelled`: the label does not admit it. `rejected`: it could not be decoded. */
  readonly as: 'event' | 'unlabelled' | 'rejected';
  /** Its id, when it stands in a journal. */
  readonly id?: string;
}

export interface Sourced {
  readonly events: readonly SourcedEvent[];
  readonly faults: readonly TraceFault[];
  readonly cut: boolean;
}

export interface TraceSourceOptions {
  readonly components: Components;
  readonly slots: SlotTable;
  readonly clock: Clock;
  readonly kernels: Kernels;
  readonly label: LabelNode;
  /** Absent: only events can be traced, no raw texts and no blocks. */
  readonly listener: DeployedListener | undefined;
  /** Settings of earlier revisions that blocks may refer to. */
  readonly revisions: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  readonly facts: { readonly tenantId: string; readonly cluster: string; readonly worker: string };
}

export const nsPerMs = 1_000_000n;

/** Those within the limits, each with its number. */
export function within(texts: readonly string[]): readonly (readonly [event: number, text: string])[] {
  let chars = 0;
  return [...texts.entries()].slice(0, traceEventsMax).filter(([, text]) => {
    if (text.length > traceEventChars || chars + text.length > traceChars) return false;
    chars += text.length;
    return true;
  });
}
