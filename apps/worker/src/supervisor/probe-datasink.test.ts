import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import type { EgressPolicy } from '@acequia/component-sdk/runtime';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { expect, test } from 'vitest';
import type * as ProbeModule from './probe-datasink.ts';
import type { ProbeContext } from './probe-datasink.ts';

// By Node itself, as the worker loads it: components are loaded on demand by `require`, and their errors must be of the same classes.
const { probeDatasink } = createRequire(import.meta.url)('./probe-datasink.ts') as typeof ProbeModule;

const open: EgressPolicy = { mode: 'open', allowed: [] };
const none: EgressPolicy = { mode: 'list', allowed: [] };
const probeOf = (component: string, creation: Record<string, unknown>, allowed: Partial<Pick<ProbeContext, 'egress' | 'fileRoots'>>) =>
  probeDatasink(
    { type: 'probe', requestId: 'r', tenantId: 't', component, creation, secrets: null },
    {
      clock: systemClock,
      random: { bytes: (n) => randomBytes(n) },
      log: silentLog,
      egress: none,
      fileRoots: {},
      sealing: createKeyPair('x25519'),
      ...allowed,
    },
  );
const probe = (host: string, port: number, egress: EgressPolicy) =>
  probeOf('syslog', { protocol: 'tcp', host, port, framing: 'octet-counting' }, { egress });

/** A port of this machine, with a listener on it or not. */
async function portThatIs(listening: boolean) {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  if (!listening) await close();
  return { port, close };
}

test('an open port answers that it works', async () => {
  const { port, close } = await portThatIs(true);
  expect(await probe('127.0.0.1', port, open)).toEqual({ requestId: 'r', ok: true, reason: null });
  await close();
});

test('a closed port answers what any address that does not answer gets, and no more', async () => {
  const { port } = await portThatIs(false);
  expect(await probe('127.0.0.1', port, open)).toEqual({ requestId: 'r', ok: false, reason: { code: 'PROBE_UNREACHABLE', fields: {} } });
});

test('an address that is not allowed answers the same whether its port is open or closed', async () => {
  const [listening, closed] = [await portThatIs(true), await portThatIs(false)];
  for (const { port } of [listening, closed])
    expect(await probe('127.0.0.1', port, none)).toEqual({
      requestId: 'r',
      ok: false,
      reason: { code: 'DELIVERY_EGRESS_UNLISTED', fields: { message: `127.0.0.1:${port}` } },
    });
  await listening.close();
});

test('a folder for writing answers that it works when it is one of the cluster’s, and no other does', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'probe-'));
  const fileRoots = { out: folder };
  expect(await probeOf('file', { root: 'out' }, { fileRoots })).toEqual({ requestId: 'r', ok: true, reason: null });
  expect(await probeOf('file', { root: folder }, { fileRoots })).toMatchObject({ ok: true });
  expect(await probeOf('file', { root: tmpdir() }, { fileRoots })).toMatchObject({ ok: false, reason: { code: 'DELIVERY_FILE_ROOT' } });
  rmSync(folder, { recursive: true });
});
