import type { Intake, IntakeBody, IntakeReceipt, IntakeStream } from '@acequia/component-sdk/runtime';
import type { FrameMeta } from '@acequia/batch';
import type { IntakePartition } from './intake-partition.ts';
import type { IntakeSettings } from './intake-settings.ts';

/** A listener's door into the journal. Connections are spread over the partitions in turn and stay where they are put. */
export function createIntake(partitions: readonly IntakePartition[], settings: IntakeSettings, onEmpty: (count: number) => void): Intake {
  let turn = 0;
  return {
    maxEventBytes: settings.maxEventBytes,
    onOversize: settings.onOversize,
    get sourceState() {
      return partitions[0]?.sourceState;
    },
    get busy() {
      for (const partition of partitions) if (partition.busy !== false) return partition.busy;
      return false;
    },
    open: () => openStream(partitions[turn++ % partitions.length]!, onEmpty),
  };
}

function openStream(partition: IntakePartition, onEmpty: (count: number) => void): IntakeStream {
  return {
    write: (bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array) =>
      partition.write(bytes, ranges, count, meta, wireBytes),
    commit: (sourceState?: Uint8Array) => partition.commit(sourceState),
    ready: () => partition.ready(),
    submit: (body: IntakeBody): Promise<IntakeReceipt> => partition.submit(body),
    reject: (bytes: Uint8Array, code: string, meta: FrameMeta) => partition.reject(bytes, code, meta),
    empty: onEmpty,
    close: () => undefined,
  };
}
