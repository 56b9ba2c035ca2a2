import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { silentLog, type Log } from '@acequia/base';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyRing } from '../../keys/key-ring.ts';
import type { KekStore } from '../../keys/kek.ts';
import { createTestApp, testOperatorToken, type Browser, type TestApp } from '../../test-app.ts';
import { testKek } from '../../db/test-database.ts';
import { createCertificate } from '../../tls/self-signed.ts';
import { createSecretVault } from './secret-vault.ts';
import { readSecretsById } from './secrets.store.ts';

const logged: string[] = [];
const note = (...parts: unknown[]) =>
  void logged.push(
    JSON.stringify(parts, (_key, value: unknown) => (value instanceof Error ? [value.message, value.stack, value.cause] : value)),
  );
const log: Log = { ...silentLog, info: note, warn: note, error: note, debug: note };
let dropped = 0;
const kek: KekStore = { ring: createKeyRing(testKek), renew: () => randomBytes(32), forget: () => void (dropped += 1) };

interface Certified {
  readonly cert: string;
  readonly key: string;
}
/** An authority, and a certificate that it issued. */
let issuer: Certified;
let leaf: Certified;
const lockedKey = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
}).privateKey;

beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-chain-'));
  const openssl = (words: string) => execFileSync('openssl', words.split(' '), { cwd: folder, stdio: 'pipe' });
  const read = (name: string): Certified => ({
    cert: readFileSync(path.join(folder, `${name}.pem`), 'utf8'),
    key: readFileSync(path.join(folder, `${name}.key`), 'utf8'),
  });
  const newKey = (name: string) => `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ${name}.key -subj /CN=${name}.example`;
  openssl(`${newKey('ca')} -x509 -days 900 -out ca.pem`);
  openssl(`${newKey('leaf')} -out leaf.csr`);
  writeFileSync(path.join(folder, 'leaf.ext'), 'basicConstraints=CA:FALSE');
  openssl('x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 90 -extfile leaf.ext -out leaf.pem');
  [issuer, leaf] = [read('ca'), read('leaf')];
  rmSync(folder, { recursive: true });
});

let server: TestApp;
let owner: Browser;
beforeAll(async () => {
  server = await createTestApp({ log, kek });
  owner = await server.user('owner');
});
afterAll(() => server.stop());

const input = { description: 'd', tags: ['edge'], expirationDate: 4_000_000_000_000 };
const create = (name: string, value = 'v', by = owner) => by.call('secrets:create', { ...input, name, value });
const valueOf = (id: string, tenantId = owner.tenantId) =>
  server.db.database.withTenant(tenantId, async (tx) => createSecretVault(kek.ring).open(tx, (await readSecretsById(tx, [id]))[0]!));
const operator = (command: string) =>
  fetch(`${server.url}/operator/${command}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' },
    body: '{}',
  }).then((response) => response.json() as Promise<{ keys: number | null }>);

test('what is missing or taken has its own code each', async () => {
  await create('one');
  const whole = { ...input, name: 'two', value: 'v' };
  for (const [part, code] of [
    [{ name: ' ' }, 'WEB-00032'],
    [{ name: 'one' }, 'WEB-00031'],
    [{ description: '' }, 'WEB-00028'],
    [{ expirationDate: null }, 'WEB-00029'],
    [{ expirationDate: Date.now() - 1 }, 'ACQ-SECRET-PAST'],
    [{ name: 'ONE' }, 'WEB-00031'],
    [{ value: '' }, 'WEB-00030'],
    [{ tags: [''] }, 'WEB-00018'],
    [{ tags: ['a'] }, 'WEB-00019'],
    [{ tags: Array.from({ length: 21 }, () => 'tag') }, 'WEB-00022'],
  ] as const)
    expect([code, await owner.refusal('secrets:create', { ...whole, ...part } as typeof whole)]).toEqual([code, code]);
});

test('a part of the wrong type is not said to be empty', async () => {
  const whole = { ...input, name: 'typed', value: 'v' };
  for (const part of ['name', 'description', 'value', 'expirationDate'])
    await expect(owner.call('secrets:create', { ...whole, [part]: true } as typeof whole), part).rejects.toMatchObject({
      code: 'WEB-00022',
      data: { fields: { [part]: part === 'expirationDate' ? 'expected_milliseconds' : 'invalid_type' } },
    });
});

test('a change that leaves something out or takes a name that is there has its own code each, and changes nothing', async () => {
  await create('first of two');
  const { id } = await create('second of two');
  const whole = { ...input, id, name: 'second of two', active: true };
  for (const [part, code] of [
    [{ name: ' ' }, 'WEB-00032'],
    [{ name: 'first of two' }, 'WEB-00031'],
    [{ name: 'First Of Two' }, 'WEB-00031'],
    [{ expirationDate: Date.now() - 1 }, 'ACQ-SECRET-PAST'],
    [{ description: '' }, 'WEB-00028'],
    [{ expirationDate: null }, 'WEB-00029'],
    [{ value: '' }, 'WEB-00030'],
    [{ tags: [''] }, 'WEB-00018'],
    [{ tags: ['a'] }, 'WEB-00019'],
    [{ id: 'SE_none' }, 'ACQ-NOT-FOUND'],
  ] as const)
    expect([code, await owner.refusal('secrets:update', { ...whole, ...part } as typeof whole)]).toEqual([code, code]);
  const kept = (await owner.call('secrets:list', {})).find((secret) => secret.id === id);
  expect([kept?.name, kept?.description, kept?.tags]).toEqual(['second of two', 'd', ['edge']]);
  expect(await valueOf(id)).toBe('v');
});

test('a date beyond the calendar is refused; one that has passed since stays while the rest is changed', async () => {
  const late = { ...input, name: 'late', value: 'v' };
  for (const expirationDate of [-8_640_000_000_000_001, 8_640_000_000_000_001, 253_402_300_800_000])
    expect(await owner.refusal('secrets:create', { ...late, expirationDate })).toBe('WEB-00022');
  const { id } = await create('expired');
  await server.db.database.withTenant(owner.tenantId, (tx) => tx.execute(`update secrets set expires_at = 1 where id = '${id}'`));
  const change = { ...input, id, name: 'expired', active: true };
  expect(await owner.call('secrets:update', { ...change, description: 'still', expirationDate: 1 })).toMatchObject({
    description: 'still',
  });
  expect(await owner.refusal('secrets:update', { ...change, expirationDate: 2 })).toBe('ACQ-SECRET-PAST');
});

test('a new value replaces the one before, and a row put back with an old number does not open', async () => {
  const { id } = await create('renewed', 'first');
  await owner.call('secrets:update', { ...input, id, name: 'renewed', active: false, value: 'second' });
  expect(await valueOf(id)).toBe('second');
  await server.db.database.withTenant(owner.tenantId, (tx) => tx.execute(`update secrets set value_version = 1 where id = '${id}'`));
  await expect(valueOf(id)).rejects.toThrow();
});

test('one that has expired can be changed and deactivated; only a new date must not be past', async () => {
  const { id } = await create('old one');
  const expirationDate = Date.now() - 86_400_000;
  await server.db.database.withTenant(owner.tenantId, (tx) =>
    tx.execute(`update secrets set expires_at = ${expirationDate} where id = '${id}'`),
  );
  const changed = await owner.call('secrets:update', { ...input, id, name: 'Old One', active: false, expirationDate });
  expect(changed).toMatchObject({ name: 'Old One', active: false, expirationDate });
});

test('a certificate keeps its line breaks, and its end is told', async () => {
  const chain = `${leaf.cert}${issuer.cert}${leaf.key}`;
  const { id, certificateEndsAt } = await create('a bundle', chain);
  expect(certificateEndsAt).toBe(new X509Certificate(leaf.cert).validToDate.getTime());
  expect(await valueOf(id)).toBe(chain);
  expect(await owner.call('secrets:update', { ...input, id, name: 'a bundle', active: true, value: 'plain' })).toMatchObject({
    certificateEndsAt: null,
  });
});

test.each([
  ['without its line breaks', () => leaf.cert.replaceAll('\n', ' '), 'ACQ-PEM-BROKEN'],
  ['cut off', () => leaf.cert.slice(0, -30), 'ACQ-PEM-BROKEN'],
  ['with letters that are none', () => leaf.cert.replace(/\nMII../, '\nMI!!'), 'ACQ-PEM-BROKEN'],
  ['that is none', () => '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n', 'ACQ-PEM-BROKEN'],
  ['with a key of another one', () => leaf.cert + issuer.key, 'ACQ-PEM-PAIR'],
  ['behind its issuer', () => issuer.cert + leaf.cert + leaf.key, 'ACQ-PEM-CHAIN'],
  ['of another issuer than the one that follows', () => leaf.cert + createCertificate(['x'], Date.now()).cert, 'ACQ-PEM-CHAIN'],
  ['that has expired', () => createCertificate(['x'], Date.now() - 40 * 365 * 86_400_000).cert, 'ACQ-PEM-EXPIRED'],
  ['whose key has a passphrase', () => lockedKey, 'ACQ-PEM-ENCRYPTED'],
])('a certificate %s is refused when it is saved', async (_how, value, code) => {
  expect(await owner.refusal('secrets:create', { ...input, name: 'wrong', value: value() })).toBe(code);
  const { id } = await create(`whole ${code} ${_how}`);
  expect(await owner.refusal('secrets:update', { ...input, id, name: 'wrong', active: true, value: value() })).toBe(code);
});

test('one that is used is not removed; it says where, and is removed afterwards', async () => {
  const secret = await create('used');
  await server.db.database.withTenant(owner.tenantId, async (tx) => {
    const { listenerSecrets, listeners } = await import('../../db/schema/index.ts');
    const stamps = { createdAt: 0, updatedAt: 0, createdBy: secretUser, updatedBy: secretUser };
    const row = {
      id: 'LI_1',
      clusterId: 'CL_test',
      name: 'door',
      description: '',
      tags: [],
      component: 'http',
      version: '1.0.0',
      config: {},
    };
    await tx.insert(listeners).values({ tenantId: owner.tenantId, ...row, state: 'created', revision: 1, ...stamps });
    await tx.insert(listenerSecrets).values({ tenantId: owner.tenantId, listenerId: 'LI_1', secretId: secret.id });
  });
  expect(await owner.call('secrets:getUsages', { id: secret.id })).toEqual({
    pipelines: [],
    listeners: [{ id: 'LI_1', name: 'door', actionName: 'http' }],
    datasinks: [],
    lookups: [],
    totalUsages: 1,
  });
  expect(await owner.refusal('secrets:deleteSecret', { id: secret.id })).toBe('ACQ-IN-USE');
  await server.db.database.withTenant(owner.tenantId, (tx) => tx.execute('delete from listener_secrets'));
  await owner.call('secrets:deleteSecret', { id: secret.id });
  expect(await owner.refusal('secrets:getUsages', { id: secret.id })).toBe('ACQ-NOT-FOUND');
});
const secretUser = '00000000-0000-4000-8000-000000000001';

describe('rotation of the deployment’s key', () => {
  test('every secret of every tenant opens afterwards, with the new key alone; values are not sealed anew', async () => {
    const other = await server.user('owner');
    const [here, there] = [await create('here', 'water'), await create('there', 'stone', other)];
    const sealed = async () =>
      (await server.db.database.withTenant(owner.tenantId, (tx) => readSecretsById(tx, [here.id])))[0]!.sealedValue;
    const before = await sealed();
    expect(await operator('keys/rotate')).toEqual({ keys: 3 });
    expect([kek.ring.rotating, dropped]).toEqual([false, 1]);
    expect(await sealed()).toEqual(before);
    expect([await valueOf(here.id), await valueOf(there.id, other.tenantId)]).toEqual(['water', 'stone']);
    const old = createSecretVault(createKeyRing(testKek));
    await expect(
      server.db.database.withTenant(owner.tenantId, async (tx) => old.open(tx, (await readSecretsById(tx, [here.id]))[0]!)),
    ).rejects.toThrow();
  });

  test('secrets made while keys are rotated again and again are all opened', async () => {
    const others = await Promise.all([1, 2, 3].map(() => server.user('owner')));
    const made = others.map((by, index) => create(`racing ${index}`, `value ${index}`, by));
    for (let turn = 0; turn < 5; turn += 1) await operator('keys/rotate');
    for (const [index, secret] of (await Promise.all(made)).entries())
      expect(await valueOf(secret.id, others[index]!.tenantId)).toBe(`value ${index}`);
  });
});

test('a value is in no reply, no log line, no table and no file of the database', async () => {
  const canary = `canary-${randomBytes(12).toString('hex')}`;
  const replies: string[] = [];
  const ask = async (work: Promise<unknown>) =>
    void replies.push(JSON.stringify(await work.catch((error: unknown) => [String(error), error])));
  const { id } = await create('canary', canary);
  await ask(owner.call('secrets:list', {}));
  await ask(owner.call('secrets:getUsages', { id }));
  await ask(owner.call('secrets:update', { ...input, id, name: 'canary', active: true, value: `${canary}2` }));
  await ask(owner.call('secrets:create', { ...input, name: 'canary', value: canary }));
  await ask(owner.call('secrets:create', { ...input, name: '', value: canary }));
  await ask(owner.call('secrets:create', { ...input, name: 'long', value: canary.repeat(4000) }));
  await ask(owner.call('secrets:update', { ...input, id: 'SE_none', name: 'x', active: true, value: canary }));
  await ask(owner.call('activity:export', { from: 0, to: 4e12, format: 'json' }));
  await ask(owner.call('pipelines:list', {}));
  await ask(
    fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${testOperatorToken}` } }).then((response) => response.text()),
  );
  const client = new Client(server.db.owner);
  await client.connect();
  const forms = [canary, Buffer.from(canary).toString('hex'), Buffer.from(canary).toString('base64').replace(/=+$/, '').slice(0, -1)];
  const tables = await client.query<{ tablename: string }>("select tablename from pg_tables where schemaname = 'public'");
  for (const { tablename } of tables.rows) replies.push(JSON.stringify((await client.query(`select t::text from ${tablename} t`)).rows));
  await client.query('checkpoint');
  const folder = (await client.query<{ data_directory: string }>('show data_directory')).rows[0]!.data_directory;
  await client.end();
  const holds = (text: string) => forms.some((form) => text.includes(form));
  expect(replies.filter(holds)).toEqual([]);
  expect(logged.filter(holds)).toEqual([]);
  const files = (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => readFileSync(file).includes(canary))).toEqual([]);
});
