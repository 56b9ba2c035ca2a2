import { createId, type Random } from '@acequia/base';
import { isLoopback, type ServerConfig } from '../config.ts';
import type { Database } from '../db/database.ts';
import { StartFault } from '../start-fault.ts';
import { insertCluster, insertClusterChange, readClusterIds, readClusterPorts, updateCluster } from './fleet.store.ts';

/**
 * The cluster that the environment describes, made at the first start and brought to what the environment says at each later one; its
 * id. Throws StartFault when a listener has a port that would no longer be the cluster's.
 */
export async function ensureFirstCluster(database: Database, config: ServerConfig, random: Random, now: number): Promise<string> {
  const { gate } = database;
  const { from, to } = config.portRange;
  const described = {
    host: config.ingestHost ?? (isLoopback(config.host) || isWildcard(config.host) ? '127.0.0.1' : config.host),
    portFrom: from,
    portTo: to,
    fileRoots: [...config.fileRoots],
  };
  const [known] = await readClusterIds(gate);
  if (known === undefined) {
    const id = createId('cluster', random);
    await insertCluster(gate, { id, name: 'local', ...described, createdAt: now });
    return id;
  }
  const outside = (await readClusterPorts(database, known)).filter(({ port }) => port < from || port > to);
  const [first] = outside;
  if (first)
    throw new StartFault(
      `ACEQUIA_LISTENER_PORTS ${from}-${to} leaves out port ${first.port}, which the listener "${first.name}" of ${first.tenant} uses${outside.length > 1 ? ` (and ${outside.length - 1} more)` : ''}. Start with the previous range, give the listener another port or remove it, then change the range.`,
    );
  if (await updateCluster(gate, known, described)) await insertClusterChange(gate, known, now);
  return known;
}

const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';
