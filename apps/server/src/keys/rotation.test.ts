import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestApp, testOperatorToken, type Browser, type TestApp } from '../test-app.ts';
import { createSecretVault } from '../modules/secrets/secret-vault.ts';
import { readSecretsById } from '../modules/secrets/secrets.store.ts';
import type { KekStore } from './kek.ts';
import { createKeyRing } from './key-ring.ts';

test('one organization whose key cannot be opened keeps the server from starting while the deployment’s key is replaced', async () => {
  let server: TestApp = await createTestApp();
  onTestFinished(() => server.stop());
  const [ana, berta] = [await server.user('owner'), await server.user('owner')];
  const words = { description: 'd', tags: [], expirationDate: 9e12 };
  await ana.call('secrets:create', { ...words, name: 'ana', value: 'water' });
  const { id } = await berta.call('secrets:create', { ...words, name: 'berta', value: 'stone' });
  const { db } = server;
  const inOwner = async (text: string, values: readonly unknown[]) => {
    const client = new Client(db.owner);
    await client.connect();
    try {
      return (await client.query<{ sealed_key: Buffer }>(text, [...values])).rows[0];
    } finally {
      await client.end();
    }
  };
  const keyOf = (user: Browser) => inOwner('select sealed_key from tenant_keys where tenant_id = $1', [user.tenantId]);
  const setKey = (user: Browser, key: Buffer) =>
    inOwner('update tenant_keys set sealed_key = $2 where tenant_id = $1', [user.tenantId, key]);
  const { sealed_key: whole } = (await keyOf(ana))!;
  await setKey(ana, randomBytes(whole.length));
  await server.app.stop();

  let forgotten = 0;
  const next = randomBytes(32);
  const kek: KekStore = { ring: createKeyRing(next, db.kek), renew: () => randomBytes(32), forget: () => void (forgotten += 1) };
  server = await createTestApp({ db, kek });
  const value = (ring: KekStore['ring']) =>
    db.database.withTenant(berta.tenantId, async (tx) => createSecretVault(ring).open(tx, (await readSecretsById(tx, [id]))[0]!));
  expect(await value(createKeyRing(next))).toBe('stone');
  expect([kek.ring.rotating, forgotten]).toEqual([true, 0]);

  await setKey(ana, whole);
  const rotate = {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: '{}',
  };
  const answer = await fetch(`${server.url}/operator/keys/rotate`, rotate);
  expect([answer.status, await answer.json()]).toEqual([200, { keys: 1 }]);
  expect([kek.ring.rotating, forgotten]).toEqual([false, 1]);
});
