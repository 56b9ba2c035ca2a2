import type { Journal } from '@acequia/journal';
import type { DeployedListener, Deployment } from '@acequia/pipeline';
import { listenerStream } from '../apply/lane-listener.ts';
import { listenerOfVersion } from '../commit/lane-records.ts';
import {
  listenerOf,
  listenerOfStream,
  readDeployed,
  readDeployedListener,
  readListener,
  readVersion,
  recordKeys,
  storedListeners,
  storedVersions,
} from '../commit/records.ts';

/** The deployment without what these tenants run. */
export function withoutTenants(deployment: Deployment, tenants: ReadonlySet<string>): Deployment {
  if (tenants.size === 0) return deployment;
  const others = <T extends { readonly tenantId: string }>(all: readonly T[] = []): T[] =>
    all.filter(({ tenantId }) => !tenants.has(tenantId));
  return {
    ...deployment,
    listeners: others(deployment.listeners),
    datasinks: others(deployment.datasinks),
    pipelines: others(deployment.pipelines),
    lookups: others(deployment.lookups),
    replays: others(deployment.replays),
  };
}

/**
 * Listeners of tenants of which nothing is taken up yet that take events in all the same, as they were deployed last: those that the
 * deployment still has and that a version goes on reading, or none is wanted to. Others would take in what belongs to no version.
 */
export function openWhileWaiting(journal: Journal, deployment: Deployment, tenants: ReadonlySet<string>): DeployedListener[] {
  if (tenants.size === 0) return [];
  const read = new Set(
    storedVersions(journal).flatMap((versionId) =>
      readDeployed(journal, versionId) && readVersion(journal, versionId)?.stopAt === null
        ? (listenerOfVersion(journal, versionId) ?? [])
        : [],
    ),
  );
  const wanted = new Set(deployment.pipelines.map(listenerOf));
  return deployment.listeners.flatMap(({ id, tenantId }) => {
    const known = tenants.has(tenantId) ? readDeployedListener(journal, id) : undefined;
    return known && known.tenantId === tenantId && (read.has(id) || !wanted.has(id)) ? [known] : [];
  });
}

/** First block of a listener's stream that something still needs, by the records; 1: they do not say. */
export function storedCursor(journal: Journal, { id, tenantId }: DeployedListener): number {
  const stream = listenerStream(tenantId, id, 0);
  const cursors = storedVersions(journal).flatMap((versionId) =>
    readDeployed(journal, versionId) ? (readVersion(journal, versionId)?.cursors[stream] ?? []) : [],
  );
  return Math.min(readListener(journal, stream)?.partition?.cursor ?? 1, ...cursors);
}

/** All listeners of these tenants that the journal knows, and those that their versions read. */
export function listenersOfTenants(journal: Journal, tenants: ReadonlySet<string>): ReadonlySet<string> {
  if (tenants.size === 0) return new Set();
  const isTheirs = (stream: string): boolean => stream.startsWith('li/') && tenants.has(stream.split('/', 2)[1]!);
  const streams = [
    ...journal.streams(),
    ...journal.commits.keys(recordKeys.partition('')).map((key) => key.slice(recordKeys.partition('').length)),
  ];
  return new Set([
    ...streams.flatMap((stream) => (isTheirs(stream) ? (listenerOfStream(stream) ?? []) : [])),
    ...storedListeners(journal).filter((id) => tenants.has(readDeployedListener(journal, id)?.tenantId ?? '')),
    ...storedVersions(journal).flatMap((versionId) => {
      const pipeline = readDeployed(journal, versionId)?.pipeline;
      return pipeline && tenants.has(pipeline.tenantId) ? [listenerOf(pipeline)] : [];
    }),
  ]);
}
