import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { createKeyPair } from '@acequia/contract/fleet-crypto';
import { expect, onTestFinished, test } from 'vitest';
import { FleetClient } from './fleet-client.ts';

/** A client of a server that answers as it is told, and a clock whose waits end by `elapse`. */
async function open(answer: (response: ServerResponse) => void) {
  const server = createServer((_request, response) => answer(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const waits = new Set<{ readonly ms: number; readonly run: () => void }>();
  const clock: Clock = {
    ...systemClock,
    after: (ms, run) => {
      const wait = { ms, run };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
  };
  const serverUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identity = { signing: createKeyPair('ed25519'), sealing: createKeyPair('x25519'), membership: null };
  const random = { bytes: (count: number) => new Uint8Array(count) };
  const client = new FleetClient({ serverUrl, clock, random, log: silentLog, fetch }, identity, { workerId: 'WK_1' });
  return {
    file: () => client.lookupFile('LV_1', new AbortController().signal),
    waits: () => [...waits].map(({ ms }) => ms),
    elapse: () => {
      for (const { run } of waits) run();
    },
  };
}

test('the file of a lookup that is never answered is waited for without end', async () => {
  let asked = false;
  const { file, elapse } = await open(() => (asked = true));
  const fetched = file();
  fetched.catch(() => undefined);
  await expect.poll(() => asked).toBe(true);
  elapse();
  await expect(fetched).rejects.toThrow('has stopped coming');
});

test('the file of a lookup that stops in the middle is waited for without end; each piece begins a new wait', async () => {
  let response: ServerResponse | undefined;
  const { file, waits, elapse } = await open((answered) => {
    response = answered;
    answered.write('k,v\n');
  });
  const reader = (await file()).getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('k,v\n');
  expect(waits()).toEqual([30_000]);
  response!.write('a,1\n');
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('a,1\n');
  expect(waits()).toEqual([30_000]);
  const rest = reader.read();
  rest.catch(() => undefined);
  elapse();
  await expect(rest).rejects.toThrow('has stopped coming');
});

test('a file that has come whole leaves no wait behind', async () => {
  const { file, waits } = await open((answered) => answered.end('k,v\n'));
  for await (const piece of await file()) expect(Buffer.from(piece).toString()).toBe('k,v\n');
  expect(waits()).toEqual([]);
});
