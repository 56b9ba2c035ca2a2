import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { createCertificate, keptCertificate } from './self-signed.ts';

test('a real TLS client that trusts the certificate accepts it for its hosts only', async () => {
  const made = createCertificate(['acequia.example', '127.0.0.1', 'fe80::1'], Date.now());
  const server = createServer({ cert: made.cert, key: made.key });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const reach = (servername: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, ca: made.cert, servername }, () => resolve('trusted'));
      socket.on('secureConnect', () => socket.destroy());
      socket.on('error', (error) => resolve((error as NodeJS.ErrnoException).code ?? ''));
    });
  expect(await reach('acequia.example')).toBe('trusted');
  expect(await reach('other.example')).toBe('ERR_TLS_CERT_ALTNAME_INVALID');
  const parsed = new X509Certificate(made.cert);
  expect([parsed.checkIP('127.0.0.1'), parsed.checkIP('fe80::1'), parsed.fingerprint256]).toEqual([
    '127.0.0.1',
    'fe80::1',
    made.fingerprint,
  ]);
  server.close();
});

test('it is kept until a month before its end; the key is 0600', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const now = Date.now();
  const first = keptCertificate(folder, 'a.example', now);
  expect(keptCertificate(folder, 'a.example', now).fingerprint).toBe(first.fingerprint);
  expect(keptCertificate(folder, 'a.example', now + 340 * 86_400_000).fingerprint).not.toBe(first.fingerprint);
  expect(keptCertificate(folder, 'b.example', now).fingerprint).not.toBe(first.fingerprint);
  expect(statSync(path.join(folder, 'tls-key.pem')).mode & 0o777).toBe(0o600);
});
