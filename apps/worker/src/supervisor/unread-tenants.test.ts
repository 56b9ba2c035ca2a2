import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@acequia/base';
import { deploymentHash } from '@acequia/contract/fleet';
import { createKeyPair, sealText } from '@acequia/contract/fleet-crypto';
import { expect, onTestFinished, test } from 'vitest';
import { unknownIn, wantedBy, withoutReplaced, type DeploymentMessage } from './known-deployments.ts';
import { LastKnown } from './last-known.ts';
import { SecretBundle } from './secret-bundle.ts';

/** What tenants run, by their listeners; `null`: the tenant could not be read. */
function deployment(tenants: Readonly<Record<string, readonly string[] | null>>): DeploymentMessage {
  const unread = Object.keys(tenants).filter((tenantId) => tenants[tenantId] === null);
  const content = {
    format: 1 as const,
    cluster: { id: 'CL_1', name: 'c', egress: { mode: 'open' as const, allowed: [] }, fileRoots: [] },
    listeners: Object.entries(tenants).flatMap(([tenantId, ids]) =>
      (ids ?? []).map((id) => ({ id, tenantId, name: id, component: 'tcp', version: '1.0.0', config: {}, revision: 1, labels: [] })),
    ),
    datasinks: [],
    pipelines: [],
    ...(unread.length === 0 ? {} : { unread }),
  };
  return { type: 'deployment', deployment: { ...content, hash: deploymentHash(content) }, signature: '' };
}

const listenersOf = (messages: readonly DeploymentMessage[]) =>
  wantedBy(messages)
    ?.listeners.map(({ id }) => id)
    .toSorted();

test('a tenant that the server cannot read loses all that it runs with the next deployment, or when the worker starts again', () => {
  const directory = mkdtempSync(join(tmpdir(), 'acequia-unread-tenants-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  let known: readonly DeploymentMessage[] = [];
  const take = (tenants: Parameters<typeof deployment>[0]) => {
    known = withoutReplaced([deployment(tenants), ...known]);
    new LastKnown(directory, silentLog).keepDeployments(known);
    known = new LastKnown(directory, silentLog).readDeployments();
    return { runs: listenersOf(known), kept: known.length, unknown: [...unknownIn(known)] };
  };
  expect(take({ a: ['a1'], b: ['b1'], c: ['c1'] })).toEqual({ runs: ['a1', 'b1', 'c1'], kept: 1, unknown: [] });
  expect(take({ a: null, b: ['b2'], c: ['c2'] })).toEqual({ runs: ['a1', 'b2', 'c2'], kept: 2, unknown: [] });
  expect(take({ a: null, b: ['b3'], c: ['c3'] })).toEqual({ runs: ['a1', 'b3', 'c3'], kept: 2, unknown: [] });
  expect(take({ a: null, b: null, c: ['c4'] })).toEqual({ runs: ['a1', 'b3', 'c4'], kept: 3, unknown: [] });
  // A tenant that may not use the cluster any more is not among those that could not be read.
  expect(take({ b: null, c: ['c5'] })).toEqual({ runs: ['b3', 'c5'], kept: 2, unknown: [] });
  expect(take({ a: null, b: null, c: [] })).toEqual({ runs: ['b3'], kept: 3, unknown: [] });
  expect(take({ a: null, b: [], c: ['c6'] })).toEqual({ runs: ['c6'], kept: 2, unknown: [] });
  expect(take({ a: ['a7'], b: [], c: [] })).toEqual({ runs: ['a7'], kept: 1, unknown: [] });
});

test('what a tenant runs is taken for nothing where no deployment says it', () => {
  expect([...unknownIn([deployment({ a: null, b: [] })])]).toEqual(['a']);
  expect([...unknownIn([deployment({ a: null, b: null }), deployment({ a: null, b: ['b1'] })])]).toEqual(['a']);
  expect([...unknownIn([])]).toEqual([]);
});

test('values of a tenant that the server cannot read are lost with those of the others, or when the worker starts again', () => {
  const sealing = createKeyPair('x25519');
  const seal = (values: object) => sealText(JSON.stringify(values), sealing.publicKey);
  const bundle = new SecretBundle(sealing);
  bundle.open({ type: 'secrets', version: 1, ...seal({ SE_1: 'one', SE_2: 'two' }) });
  expect(bundle.open({ type: 'some-secrets', version: 2, ...seal({ SE_2: 'new' }) })).toBe(true);
  const again = new SecretBundle(sealing);
  again.open(bundle.sealed());
  expect([again.version, ...['SE_1', 'SE_2'].map((id) => again.get(id))]).toEqual([2, 'one', 'new']);
  again.open({ type: 'secrets', version: 3, ...seal({ SE_2: 'new' }) });
  expect(again.get('SE_1')).toBeUndefined();
});
