import { type Clock, type Log, secondMs } from '@acequia/base';
import { contentHash } from '@acequia/contract/fleet';
import { sealText, signText } from '@acequia/contract/fleet-crypto';
import type { ChangeMessage } from '../dispatch/relay.ts';
import type { Connections, WorkerConnection } from './connections.ts';
import type { ClusterState, DeploymentBuilder } from './deployment-builder.ts';

export interface ClusterStates {
  /** The last built state; built when there is none yet. */
  of(clusterId: string): Promise<ClusterState | undefined>;
  /** A change of the control plane: clusters of connected workers are built again and what changed is sent. */
  onChange(message: Pick<ChangeMessage, 'entity'>): void;
  /** Brings one worker up to date. */
  send(connection: WorkerConnection): Promise<void>;
  /** Tenants that could not be read when the states were last built. */
  stale(): ReadonlySet<string>;
  /** Resolves when nothing is being built. */
  settled(): Promise<void>;
  /** Nothing is built again that could not be. */
  stop(): void;
}

export interface ClusterStatesDeps {
  readonly builder: DeploymentBuilder;
  readonly connections: Connections;
  /** Ed25519 private key, PKCS#8 PEM. */
  readonly signingKey: string;
  /** Grows with each bundle, over restarts too. */
  readonly nextSecretsVersion: () => number;
  readonly clock: Clock;
  readonly log: Log;
}

/** A state that could not be built is built again after this time, since the change that asked for it is not told twice. */
const retryMs = secondMs;
/** Without the newest of some tenants, for which all of the cluster's are read again. */
const staleRetryMs = 5 * secondMs;

const deployed = new Set<string>(['listener', 'label', 'datasink', 'pipeline', 'version', 'secret', 'lookup', 'replay', 'cluster']);

/** Desired states of the clusters whose workers are connected here; each worker is sent only what differs from what it has. */
export function createClusterStates({
  builder,
  connections,
  signingKey,
  nextSecretsVersion,
  clock,
  log,
}: ClusterStatesDeps): ClusterStates {
  const states = new Map<string, ClusterState>();
  let queued = false;
  let stopped = false;
  let retry: { readonly waitMs: number; readonly cancel: () => void } | undefined;
  let work: Promise<void> = Promise.resolve();

  const retryIn = (waitMs: number): void => {
    if (stopped || (retry && retry.waitMs <= waitMs)) return;
    retry?.cancel();
    const cancel = clock.after(waitMs, () => {
      retry = undefined;
      updateAll();
    });
    retry = { waitMs, cancel };
  };
  const refresh = async (clusterId: string): Promise<ClusterState | undefined> => {
    const state = await builder.build(clusterId);
    if (state) states.set(clusterId, state);
    else states.delete(clusterId);
    if (state && state.stale.size > 0) retryIn(staleRetryMs);
    return state;
  };
  const deliver = (connection: WorkerConnection, state: ClusterState) => {
    const secretsHash = contentHash([state.secretsAreWhole, state.secrets]);
    if (connection.secretsHash !== secretsHash) {
      connection.secretsHash = secretsHash;
      connection.send({
        type: state.secretsAreWhole ? 'secrets' : 'some-secrets',
        version: nextSecretsVersion(),
        ...sealText(JSON.stringify(state.secrets), connection.sealingKey),
      });
    }
    if (connection.deploymentHash !== state.deployment.hash) {
      connection.deploymentHash = state.deployment.hash;
      connection.send({ type: 'deployment', deployment: state.deployment, signature: signText(state.deployment.hash, signingKey) });
    }
  };
  /** Brings the workers of a cluster up to date; what fails is logged and done again later. */
  const update = async (clusterId: string): Promise<void> => {
    try {
      const state = await refresh(clusterId);
      if (state) for (const connection of connections.ofCluster(clusterId)) deliver(connection, state);
    } catch (error) {
      log.error({ error, cluster: clusterId }, 'a deployment could not be built; it is tried again');
      retryIn(retryMs);
    }
  };
  const inOrder = (run: () => Promise<void>): Promise<void> => (work = work.then(run));
  const updateAll = (): void => {
    if (queued) return;
    queued = true;
    void inOrder(async () => {
      queued = false;
      for (const clusterId of new Set([...states.keys(), ...connections.all().map((connection) => connection.clusterId)]))
        await update(clusterId);
    });
  };
  return {
    of: async (clusterId) => states.get(clusterId) ?? (await refresh(clusterId)),
    onChange: (message) => {
      if (deployed.has(message.entity)) updateAll();
    },
    send: (connection) => inOrder(() => update(connection.clusterId)),
    stale: () => new Set([...states.values()].flatMap((state) => [...state.stale])),
    settled: () => work,
    stop: () => {
      stopped = true;
      retry?.cancel();
    },
  };
}
