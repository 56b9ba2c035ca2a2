import { createId, type Random } from '@acequia/base';
import { isLoopback, type ServerConfig } from '../config.ts';
import type { GateDb } from '../db/database.ts';
import { insertCluster, readClusterIds } from './fleet.store.ts';

/** The cluster of a new installation, or the oldest one; its id. */
export async function ensureFirstCluster(gate: GateDb, config: ServerConfig, random: Random, now: number): Promise<string> {
  const [known] = await readClusterIds(gate);
  if (known !== undefined) return known;
  const id = createId('cluster', random);
  const host =
    config.ingestHost ?? (isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host);
  await insertCluster(gate, {
    id,
    name: 'local',
    host,
    portFrom: config.portRange.from,
    portTo: config.portRange.to,
    fileRoots: [...config.fileRoots],
    egressMode: config.egress,
    egressAllowed: [],
    createdAt: now,
  });
  return id;
}
