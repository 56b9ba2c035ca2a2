import { request } from 'node:http';
import { fleetHeaders, fleetPaths } from '@acequia/contract/fleet';
import { bodyDigest } from '@acequia/contract/fleet-crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await createTestApp({ callLimit: { perSecond: 0.001, burst: 30 } });
});
afterAll(() => server.stop());

/** The status of a call that announces a body and never sends it. */
function statusBeforeBody(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': String(16 * 1024 * 1024 - 1), ...headers },
    });
    call.on('response', (response) => {
      resolve(response.statusCode);
      call.destroy();
    });
    call.on('error', reject);
    call.flushHeaders();
  });
}

const signature = {
  [fleetHeaders.worker]: 'WK_none',
  [fleetHeaders.epoch]: '1',
  [fleetHeaders.nonce]: 'a'.repeat(32),
  [fleetHeaders.signature]: 'x',
};

test.each([fleetPaths.report, fleetPaths.letters, fleetPaths.traces])(
  '%s refuses a stranger without reading 16 MiB first',
  async (path) => {
    expect(await statusBeforeBody(path, { ...signature, [fleetHeaders.body]: bodyDigest('') })).toBe(401);
    expect(await statusBeforeBody(path, signature)).toBe(413);
  },
);

test('a request to join is small', async () => {
  expect(await statusBeforeBody(fleetPaths.enrol, {})).toBe(413);
});

test('whoever calls too often is refused before their signature is looked at', async () => {
  const codes: number[] = [];
  for (let call = 0; call < 40; call += 1) codes.push((await fetch(server.url + fleetPaths.stream, { headers: signature })).status);
  expect(new Set(codes)).toEqual(new Set([401, 429]));
  expect(codes.at(-1)).toBe(429);
});
