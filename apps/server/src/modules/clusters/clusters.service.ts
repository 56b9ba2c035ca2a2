import { AppError, dayMs } from '@acequia/base';
import { namedReadRoots, rootNames } from '@acequia/component-sdk/definition';
import type { Cluster } from '@acequia/contract';
import { isHeard } from '@acequia/domain';
import type { TenantScope } from '../../tenant-scope.ts';
import type { ClustersView, PathView } from '../../http/path-view.ts';
import { findClusterRow, readClusters, readOwnJournals, readWorkers, type OwnJournals, type WorkerRow } from './clusters.store.ts';

const leastView: ClustersView = { folders: 'names', machines: false };

export async function listClusters(scope: TenantScope, view: ClustersView = leastView): Promise<Cluster[]> {
  const rows = await readClusters(scope.tx);
  const workers = await readWorkers(
    scope.tx,
    rows.map((row) => row.id),
  );
  const own = view.machines ? undefined : await readOwnJournals(scope.tx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    host: row.host,
    portRange: { from: row.portFrom, to: row.portTo },
    fileRoots: view.folders === 'paths' ? row.fileRoots : rootNames(row.fileRoots),
    workers: workers
      .filter((worker) => worker.clusterId === row.id)
      .map((worker) => ({
        ...presentWorker(worker, scope, view.folders),
        ...(own ? (own.get(worker.id) ?? emptyJournals) : machineOf(worker)),
      })),
  }));
}

/** Of the whole machine, for all organizations on it. Faults are told by alerts. */
const machineOf = ({ deployment, vitals: { writeFault: _fault, memoryEnd: _end, ...vitals } }: WorkerRow) => ({ deployment, ...vitals });

const emptyJournals: OwnJournals = { journalBytes: 0, undeliveredBytes: 0 };

const presentWorker = (worker: WorkerRow, { now, tenantId }: TenantScope, view: PathView) => ({
  id: worker.id,
  name: worker.name,
  version: worker.version,
  lastSeenAt: worker.lastSeenAt,
  readRoots: readRootsOf(worker, tenantId, view),
  status: statusOf(worker, now),
});

const statusOf = (worker: WorkerRow, now: number): Cluster['workers'][number]['status'] =>
  worker.revoked ? 'revoked' : heard(worker, now) ? 'online' : 'unknown';

/** As `name=/path` or `name`; null: the worker has not reported them. */
const readRootsOf = ({ readRoots: roots }: WorkerRow, tenantId: string, view: PathView): string[] | null =>
  roots && Object.entries(namedReadRoots(roots, tenantId)).map(([name, path]) => (view === 'paths' ? `${name}=${path}` : name));

/** Folders below which file data sinks may write, of each of the tenant's clusters that has any: `/path` or `name=/path`. */
export async function writeRoots(scope: TenantScope): Promise<(readonly string[])[]> {
  return (await readClusters(scope.tx)).map(({ fileRoots }) => fileRoots).filter((roots) => roots.length > 0);
}

/** Folders below which listeners of the cluster may read files (`name=/path`), of all its workers; undefined while none has reported any. */
export async function readRoots(scope: TenantScope, clusterId: string): Promise<readonly string[] | undefined> {
  const told = (await readWorkers(scope.tx, [clusterId])).flatMap((worker) => {
    const roots = worker.revoked ? null : readRootsOf(worker, scope.tenantId, 'paths');
    return roots === null ? [] : [roots];
  });
  return told.length === 0 ? undefined : told.flat();
}

const heard = (worker: WorkerRow, now: number): boolean => isHeard(worker.lastSeenAt, now);

/** Workers of the tenant's clusters that have reported at least once and are not revoked. */
export async function reportingWorkers({ tx }: Pick<TenantScope, 'tx'>) {
  const clusters = await readClusters(tx);
  const workers = await readWorkers(
    tx,
    clusters.map(({ id }) => id),
  );
  return workers.flatMap(({ id, name, clusterId, lastSeenAt, revoked, vitals, copiedAt }) =>
    revoked || lastSeenAt === null ? [] : [{ id, name, clusterId, seenAt: lastSeenAt, copiedAt, vitals }],
  );
}

/** Names of the tenant's clusters and their workers by id. */
export async function clusterNames({ tx }: Pick<TenantScope, 'tx'>) {
  const clusters = await readClusters(tx);
  const workers = await readWorkers(
    tx,
    clusters.map(({ id }) => id),
  );
  const names = (rows: readonly { readonly id: string; readonly name: string }[]) => new Map(rows.map(({ id, name }) => [id, name]));
  return { clusters: names(clusters), workers: names(workers) };
}

/** Workers of clusters, with whether they are heard of. */
export async function clusterWorkers({ tx, now }: Pick<TenantScope, 'tx' | 'now'>, clusterIds: readonly string[]) {
  const workers = await readWorkers(tx, clusterIds);
  return workers.map((worker) => ({
    id: worker.id,
    name: worker.name,
    clusterId: worker.clusterId,
    revoked: worker.revoked,
    online: heard(worker, now),
  }));
}

/** A cluster the tenant may use; ACQ-NO-CLUSTER for any other id. */
export async function requireCluster(scope: TenantScope, id: string) {
  const row = await findClusterRow(scope.tx, id);
  if (!row) throw new AppError('ACQ-NO-CLUSTER', { fields: { clusterId: id } });
  return row;
}

/** Ids of the clusters none of whose workers has reported within `workerSilenceMs`. */
export async function silentClusters(scope: TenantScope): Promise<ReadonlySet<string>> {
  const rows = await readClusters(scope.tx);
  const workers = await readWorkers(
    scope.tx,
    rows.map((row) => row.id),
  );
  const alive = new Set(workers.filter((worker) => !worker.revoked && heard(worker, scope.now)).map((worker) => worker.clusterId));
  return new Set(rows.map((row) => row.id).filter((id) => !alive.has(id)));
}

/** Components that a worker of the cluster, by its last report, does not have in the needed major version. Workers that have not reported yet have none missing. */
export async function missingComponents(
  scope: TenantScope,
  clusterId: string,
  needed: readonly { readonly component: string; readonly version: string }[],
): Promise<string[]> {
  const workers = (await readWorkers(scope.tx, [clusterId])).filter(
    (worker) => !worker.revoked && Object.keys(worker.components).length > 0,
  );
  const lacks = (worker: WorkerRow, each: { readonly component: string; readonly version: string }): boolean =>
    major(worker.components[each.component]) !== major(each.version);
  return [...new Set(needed.filter((each) => workers.some((worker) => lacks(worker, each))).map((each) => each.component))];
}

const major = (version: string | undefined): string | undefined => version?.split('.')[0];

/** A worker that has been silent for longer keeps no dead letter that is young enough. */
const lettersMs = 7 * dayMs;

/** Workers of the tenant's clusters that may keep dead letters of it, with whether they are heard of. */
export async function letterWorkers(scope: TenantScope): Promise<{ id: string; name: string; online: boolean }[]> {
  const rows = await readClusters(scope.tx);
  const workers = await readWorkers(
    scope.tx,
    rows.map((row) => row.id),
  );
  return workers
    .filter(({ revoked, lastSeenAt }) => !revoked && lastSeenAt !== null && scope.now - lastSeenAt <= lettersMs)
    .map((worker) => ({ id: worker.id, name: worker.name, online: heard(worker, scope.now) }));
}
