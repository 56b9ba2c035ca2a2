import type { CommitValue } from '@acequia/journal';
import type { VersionRun } from '../lanes/version-run.ts';

interface Written {
  /** It was still, all its listener streams rode, and all was settled. */
  readonly atRest: boolean;
  /** Of its branches. */
  readonly checkpoints: readonly unknown[];
  readonly positions: Readonly<Record<string, number>>;
  /** All that the record says but its counts and where its riding streams stand. */
  readonly said: string;
  readonly changes: number;
  readonly record: CommitValue;
}

/**
 * The commit records of versions. One that only saw blocks without events of its own keeps the record it has, the same object:
 * its streams ride with their partitions, whose own records say how far they are.
 */
export class VersionRecords {
  readonly #written = new WeakMap<VersionRun, Written>();

  /** `ends`: listener stream → next block of its partition, as the same commit says it. */
  recordOf(run: VersionRun, ends: ReadonlyMap<string, number>): CommitValue {
    const before = this.#written.get(run);
    const { changes } = run.ledger;
    if (before && before.changes === changes && rests(run, ends, before)) return before.record;
    const { positions, cursors, ...rest } = run.store();
    const rides = run.draining || run.replay ? [] : Object.keys(positions).filter((stream) => ends.get(stream) === positions[stream]);
    const marks = {
      datasinks: Object.fromEntries([...run.branches].map(([node, branch]) => [node, branch.datasinkId])),
      ...rest,
      branches: Object.fromEntries(
        [...run.branches].map(([node, branch]) => [
          node,
          { id: branch.id, outbox: branch.store.store(), checkpoint: branch.checkpoint ?? null },
        ]),
      ),
      state: run.checkpoint?.store() ?? null,
      stopAt: run.stopAt ? Object.fromEntries(run.stopAt) : null,
      carried: run.stopAt ? [...run.carried] : null,
      rides,
    };
    const standing = Object.entries(positions).map(([stream, position]) => {
      const cursor = cursors[stream] ?? position;
      const settled = cursor === position;
      return rides.includes(stream) ? [stream, settled || cursor] : [stream, position, cursor];
    });
    const said = JSON.stringify([marks, standing]);
    if (before?.said === said && before.changes === changes) return before.record;
    const record: CommitValue = {
      tenantId: run.deployed.tenantId,
      pipelineId: run.deployed.id,
      positions,
      cursors,
      ...marks,
      ledger: run.ledger.store(),
      replay: run.replay ? { ...run.replay } : null,
    };
    const atRest = run.still && Object.keys(positions).every((stream) => rides.includes(stream) || !ends.has(stream));
    this.#written.set(run, { said, changes, record, positions, atRest, checkpoints: checkpointsOf(run) });
    return record;
  }
}

/** Only blocks without its events have passed since: what all records of versions are asked first, and most can answer. */
function rests(run: VersionRun, ends: ReadonlyMap<string, number>, { atRest, checkpoints, positions }: Written): boolean {
  if (!atRest || !run.still || run.replaying) return false;
  for (const [stream, position] of run.positions) if (position !== (ends.get(stream) ?? positions[stream])) return false;
  let at = 0;
  for (const { checkpoint } of run.branches.values()) if (checkpoint !== checkpoints[at++]) return false;
  return true;
}

const checkpointsOf = (run: VersionRun) => [...run.branches.values()].map(({ checkpoint }) => checkpoint);
