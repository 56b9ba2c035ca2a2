import { silentLog, type Clock } from '@acequia/base';
import type { DownMessage } from '@acequia/contract/fleet';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { expect, test } from 'vitest';
import { createClusterStates } from './cluster-states.ts';
import { createConnections, type WorkerConnection } from './connections.ts';
import type { ClusterState } from './deployment-builder.ts';

const signing = createKeyPair('ed25519');
const sealing = createKeyPair('x25519');

/** Cluster states over a builder that can fail for some clusters, and a clock whose waits end by `elapse`. */
function open() {
  let waiting: (() => void)[] = [];
  const clock = {
    after: (_ms: number, run: () => void) => {
      waiting.push(run);
      return () => void (waiting = waiting.filter((other) => other !== run));
    },
  } as unknown as Clock;
  const failing = new Set<string>();
  let wish = 1;
  const build = (clusterId: string): Promise<ClusterState | undefined> =>
    failing.has(clusterId)
      ? Promise.reject(new Error('the database is away'))
      : Promise.resolve({
          deployment: { hash: `${clusterId} ${wish}` },
          secrets: {},
          secretsAreWhole: true,
          tenants: new Set(),
          stale: new Set(),
          unread: new Set(),
        } as unknown as ClusterState);
  const connections = createConnections();
  const sent: string[] = [];
  const connect = (clusterId: string): WorkerConnection => {
    const connection: WorkerConnection = {
      workerId: `worker of ${clusterId}`,
      clusterId,
      sealingKey: sealing.publicKey,
      ended: new AbortController().signal,
      send: (message: DownMessage) => void (message.type === 'deployment' && sent.push(message.deployment.hash)),
      close: () => undefined,
      deploymentHash: '',
      secretsHash: '',
      lostLetters: 0,
    };
    connections.add(connection);
    return connection;
  };
  const states = createClusterStates({
    builder: { build },
    connections,
    signingKey: signing.privatePem,
    nextSecretsVersion: () => 1,
    clock,
    log: silentLog,
  });
  return {
    states,
    sent,
    connect,
    failing,
    waits: () => waiting.length,
    change: async () => {
      wish++;
      states.onChange({ entity: 'version', id: 'PV_1' } as Parameters<typeof states.onChange>[0]);
      await states.settled();
    },
    elapse: async () => {
      for (const run of waiting.splice(0)) run();
      await states.settled();
    },
  };
}

test('a change while the database is away reaches the worker when it is back, without another change', async () => {
  const { states, sent, connect, failing, change, elapse, waits } = open();
  await states.send(connect('CL_1'));
  failing.add('CL_1');
  await change();
  await elapse();
  expect(sent).toEqual(['CL_1 1']);
  failing.clear();
  await elapse();
  expect(sent).toEqual(['CL_1 1', 'CL_1 2']);
  expect(waits()).toBe(0);
});

test('a worker that connects while the database is away is sent its deployment when it is back', async () => {
  const { states, sent, connect, failing, elapse } = open();
  failing.add('CL_1');
  await states.send(connect('CL_1'));
  failing.clear();
  await elapse();
  expect(sent).toEqual(['CL_1 1']);
});

test('a cluster whose deployment cannot be built keeps no other from its changes', async () => {
  const { states, sent, connect, failing, change } = open();
  await states.send(connect('CL_1'));
  await states.send(connect('CL_2'));
  failing.add('CL_1');
  await change();
  expect(sent).toEqual(['CL_1 1', 'CL_2 1', 'CL_2 2']);
});

test('a gateway that has stopped builds nothing again', async () => {
  const { states, connect, failing, change, waits } = open();
  failing.add('CL_1');
  await states.send(connect('CL_1'));
  states.stop();
  expect(waits()).toBe(0);
  await change();
  expect(waits()).toBe(0);
});
