import type { JournalStreams } from '@acequia/journal';
import { readCrashes, crashKey } from '../poison/crash-record.ts';
import { replayKey, storedReplays } from '../replay/replay-records.ts';
import { listenerOf, listenerOfStream, readDeployed, readVersion, recordKeys, storedVersions } from './records.ts';

export interface LaneRecords {
  readonly streams: readonly string[];
  readonly keys: readonly string[];
}

/** What the journal holds of some listeners and of all that reads them: what a lane needs to take them up. */
export function recordsOf(journal: JournalStreams, listenerIds: ReadonlySet<string>): LaneRecords {
  const isOurs = (listenerId: string | undefined) => listenerId !== undefined && listenerIds.has(listenerId);
  const versions = new Set<string>();
  const pipelines = new Set<string>();
  for (const versionId of storedVersions(journal)) {
    if (!isOurs(listenerOfVersion(journal, versionId))) continue;
    versions.add(versionId);
    const deployed = readDeployed(journal, versionId);
    if (deployed) pipelines.add(deployed.pipeline.id);
  }
  const crashes = readCrashes(journal).filter(({ versionId, stream }) =>
    versionId === '' ? isOurs(listenerOfStream(stream)) : versions.has(versionId),
  );
  return {
    streams: journal.streams().filter((stream) => {
      const [kind, , id = '', version = ''] = stream.split('/');
      if (kind === 'li') return isOurs(id);
      if (kind === 'rd') return pipelines.has(id);
      return (kind === 'ob' || kind === 'st') && versions.has(version);
    }),
    keys: [
      ...[...listenerIds].flatMap((id) => [
        recordKeys.listener(id),
        recordKeys.epochs(id),
        ...journal.commits.keys(recordKeys.revisionsOf(id)),
      ]),
      ...journal.commits
        .keys(recordKeys.partition(''))
        .filter((key) => isOurs(listenerOfStream(key.slice(recordKeys.partition('').length)))),
      ...[...versions].flatMap((id) => [recordKeys.version(id), recordKeys.deployed(id)]),
      ...storedReplays(journal).flatMap(({ id, listenerId }) => (isOurs(listenerId) ? [replayKey(id)] : [])),
      ...crashes.map(crashKey),
    ],
  };
}

/** The listener that a stored version reads, or has read. */
export function listenerOfVersion(journal: JournalStreams, versionId: string): string | undefined {
  const deployed = readDeployed(journal, versionId);
  if (deployed) return listenerOf(deployed.pipeline);
  const streams = Object.keys(readVersion(journal, versionId)?.positions ?? {});
  return streams.map(listenerOfStream).find((id) => id !== undefined);
}
