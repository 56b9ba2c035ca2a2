import type { DownMessage } from '@acequia/contract/fleet';

/** The open stream down to one worker. */
export interface WorkerConnection {
  readonly workerId: string;
  readonly clusterId: string;
  /** Raw X25519 key, base64. */
  readonly sealingKey: string;
  /** Aborts when the stream has ended: from then on nothing that is sent arrives. */
  readonly ended: AbortSignal;
  send(message: DownMessage): void;
  close(): void;
  /** What it was last sent, so that only changes travel. */
  deploymentHash: string;
  secretsHash: string;
  /** Open dead letters that fell out on the worker since its first, as it last reported. */
  lostLetters: number;
}

/** The workers connected to this server. */
export interface Connections {
  /** A newer stream of the same worker closes the older one. */
  add(connection: WorkerConnection): void;
  remove(connection: WorkerConnection): void;
  find(workerId: string): WorkerConnection | undefined;
  ofCluster(clusterId: string): readonly WorkerConnection[];
  all(): readonly WorkerConnection[];
  onAdd(run: (connection: WorkerConnection) => void): void;
}

export function createConnections(): Connections {
  const open = new Map<string, WorkerConnection>();
  const hooks: ((connection: WorkerConnection) => void)[] = [];
  return {
    add: (connection) => {
      open.get(connection.workerId)?.close();
      open.set(connection.workerId, connection);
      for (const hook of hooks) hook(connection);
    },
    remove: (connection) => {
      if (open.get(connection.workerId) === connection) open.delete(connection.workerId);
    },
    find: (workerId) => open.get(workerId),
    ofCluster: (clusterId) => [...open.values()].filter((connection) => connection.clusterId === clusterId),
    all: () => [...open.values()],
    onAdd: (run) => hooks.push(run),
  };
}
