import type { Journal } from '@acequia/journal';
import { outboxStream } from '../apply/version-factory.ts';
import { readDeployed, readVersion, storedVersions, streamsThatLeft } from '../commit/records.ts';
import { stateStream } from '../commit/state-file.ts';
import { redrivenStream } from '../dead-letters/redriven-stream.ts';

/** Removes the streams of listeners that have left; all in them is counted. */
export function dropLeftStreams(journal: Journal): void {
  for (const stream of streamsThatLeft(journal)) journal.drop(stream);
}

/**
 * Removes the outboxes, states and re-driven events that no record names: nobody will read them. Before any lane works. Blocks of a
 * stream that a record has a position in keep their numbers: handovers are compared with it.
 */
export function sweepStreams(journal: Journal): void {
  const named = new Set(
    storedVersions(journal).flatMap((versionId) => {
      const deployed = readDeployed(journal, versionId);
      if (!deployed) return Object.keys(readVersion(journal, versionId)?.positions ?? {});
      const outboxes = deployed.pipeline.document.nodes.map((node) => outboxStream(deployed.pipeline, node.id));
      return [...outboxes, stateStream(deployed.pipeline), redrivenStream(deployed.pipeline)];
    }),
  );
  for (const stream of journal.streams()) if (/^(?:ob|st|rd)\//.test(stream) && !named.has(stream)) journal.drop(stream);
}
