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
  /** First block that may hold something of this stream that no commit has acknowledged. */
  let unacknowledged: number | undefined;
  let writes = 0;
  const wrote = (): void => {
    unacknowledged ??= partition.head;
    writes++;
  };
  return {
    write(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array) {
      wrote();
      partition.write(bytes, ranges, count, meta, wireBytes);
    },
    offer(bytes: Uint8Array, ranges: Uint32Array, count: number, meta: FrameMeta, wireBytes?: Uint32Array) {
      wrote();
      return partition.offer(bytes, ranges, count, meta, wireBytes);
    },
    async commit(sourceState?: Uint8Array) {
      const head = partition.head;
      const writesBefore = writes;
      await partition.commit(unacknowledged ?? head, sourceState);
      unacknowledged = writes === writesBefore ? undefined : Math.max(unacknowledged ?? head, head);
    },
    ready: () => partition.ready(),
    submit: (body: IntakeBody): Promise<IntakeReceipt> => partition.submit(body),
    reject(bytes: Uint8Array, code: string, meta: FrameMeta) {
      wrote();
      partition.reject(bytes, code, meta);
    },
    empty: onEmpty,
    close: () => undefined,
  };
}
