import type { Clock } from '@acequia/base';
import type { Journal } from '@acequia/journal';
import { listenerOf, readDeployed, readRevisions, readVersion, storedVersions } from '../commit/records.ts';
import type { DeadLetterFilter, DeadLetterRefusal } from './dead-letter.ts';
import { fateOf } from './handovers.ts';
import { LetterBox, type LetterRow } from './letter-box.ts';
import type { LetterPlace } from './letter-place.ts';
import { Redriver, type Takers } from './redrive.ts';
import { RepeatedLetters } from './repeated-letters.ts';

export interface StoppedRedrive {
  readonly tenantId: string;
  readonly filter: Pick<DeadLetterFilter, 'pipelineId' | 'node' | 'code'>;
  /** The node that refused them, or as if they had just been labelled. */
  readonly into: 'node' | 'start';
}

export interface StoppedRedriveReport {
  readonly done: number;
  readonly refused: ReadonlyMap<DeadLetterRefusal, number>;
}

/**
 * Re-drives open letters in a journal that no engine works on: they are durable where the versions of the last commit read
 * them at the next start, and closed. When it is cut off between the two, the next start closes them. Letters whose events
 * run again at the next start are closed before. Rejects when the journal cannot be written.
 */
export async function redriveStopped(
  journal: Journal,
  { tenantId, filter, into }: StoppedRedrive,
  clock: Clock,
): Promise<StoppedRedriveReport> {
  const takers = takersOf(journal);
  const redriver = new Redriver({ journal, clock, status: () => takers, arrived: () => undefined });
  const box = new LetterBox(journal, tenantId);
  const repeated = new RepeatedLetters({
    journal,
    close: (of, fromBlock, isRepeated) => (of === tenantId ? box : new LetterBox(journal, of)).closeRepeated(fromBlock, isRepeated),
  });
  await repeated.afterStart();
  await box.catchUp();
  for (const handover of await box.handovers.load()) await box.settle(handover, fateOf(journal, handover) !== 'refused');
  const refused = new Map<DeadLetterRefusal, number>();
  let done = 0;
  let from: LetterPlace | undefined;
  do {
    const rows: LetterRow[] = [];
    from = await box.walk(
      { ...filter, state: 'open' },
      'oldest',
      from,
      () => true,
      (row) => rows.push(row) < lettersAtOnce,
    );
    const handing = await redriver.hand(rows, into);
    for (const handover of handing.handed) {
      box.handovers.add(handover);
      await box.settle(handover, true);
      done += handover.places.length;
    }
    for (const { code } of handing.refused) refused.set(code, (refused.get(code) ?? 0) + 1);
  } while (from);
  return { done, refused };
}

const lettersAtOnce = 1000;

/** The versions that go on at the next start, and the listeners they read. */
function takersOf(journal: Journal): Takers {
  const versions = storedVersions(journal).flatMap((versionId) => {
    const stored = readVersion(journal, versionId);
    const deployed = readDeployed(journal, versionId);
    return stored && deployed && stored.stopAt === null && !stored.replay ? [deployed.pipeline] : [];
  });
  const listenerIds = new Set(versions.map(listenerOf));
  return {
    pipelines: versions.map(({ id, versionId }) => ({ id, versionId, state: 'running', branches: [] })),
    listeners: [...listenerIds].flatMap((id) => {
      const revisions = [...readRevisions(journal, id).keys()];
      return revisions.length === 0 ? [] : [{ id, revision: Math.max(...revisions) }];
    }),
  };
}
