import { secondMs } from '@acequia/base';
import type { HeldDestination, HeldJournal } from '@acequia/contract';
import type { VersionLinks } from '../metrics/metrics.service.ts';

/** Share of a listener's limit, undelivered, from which on its senders are asked to wait (engine decision on quotas). */
const fullAt = 0.9;

/** How long nothing of the listener may be delivered until its senders wait, at the rate of the last hour; null: nothing comes in. */
export function awayMs({ undeliveredBytes, limitBytes, bytesPerSecond }: HeldJournal): number | null {
  if (bytesPerSecond <= 0 || limitBytes <= 0) return null;
  return Math.round((Math.max(0, fullAt * limitBytes - undeliveredBytes) / bytesPerSecond) * secondMs);
}

/** Datasinks of running versions, each with the listener whose journal would be full first. */
export function destinationsOf(
  journals: readonly HeldJournal[],
  links: readonly Pick<VersionLinks, 'labels' | 'datasinkIds'>[],
): HeldDestination[] {
  const found = new Map<string, HeldDestination>();
  const journalOf = new Map(journals.map((journal) => [journal.listenerId, journal]));
  for (const { labels, datasinkIds } of links) {
    for (const { listenerId } of labels) {
      const journal = journalOf.get(listenerId);
      if (!journal) continue;
      const next = awayMs(journal);
      for (const datasinkId of datasinkIds) {
        const known = found.get(datasinkId);
        if (!known || (next ?? Infinity) < (known.awayMs ?? Infinity)) found.set(datasinkId, { datasinkId, listenerId, awayMs: next });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.awayMs ?? Infinity) - (b.awayMs ?? Infinity) || (a.datasinkId < b.datasinkId ? -1 : 1));
}
