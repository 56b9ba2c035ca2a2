import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from './harness/free-port.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { actionNode, datasinkNode, documentOf, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-lookups-'));
let acequia: Acequia;
let bench: Workbench;
let peer: HttpPeer;
let intakeUrl: string;
let lookup: string;

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  peer = await startHttpPeer();
  const port = await freePort();
  intakeUrl = `http://127.0.0.1:${port}/`;
  const listener = await bench.listener('http', { bind: '127.0.0.1', port });
  const sink = await bench.datasink('http', { baseUrl: peer.url });
  const input = { name: 'sites', description: '', tags: [], format: 'csv', separator: null, keyColumn: 'network' };
  lookup = (await bench.api.call<{ id: string }>('POST', '/lookups', input)).id;
  await upload('10.0.0.0/8,north\n');
  await bench.pipeline(
    documentOf(
      [
        labelNode('in', listener),
        actionNode('site', 'lookup', { lookup, key: '${src}', match: 'cidr' }),
        datasinkNode('out', sink, 'http', { url: '/in', maxWait: '50ms' }),
      ],
      ['in>site', 'site>out'],
    ),
  );
});
afterAll(async () => {
  await acequia?.stop();
  await peer?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A new version, in two parts; it is active when this resolves. */
async function upload(rows: string): Promise<void> {
  const versions = `/lookups/${lookup}/versions`;
  const { number } = await bench.api.call<{ number: number }>('POST', versions, {});
  const parts = ['network,si', `te\n${rows}`];
  for (const [part, text] of parts.entries())
    await bench.api.call('PUT', `${versions}/${number}/parts/${part}`, { content: Buffer.from(text).toString('base64') });
  expect(await bench.api.call('POST', `${versions}/${number}/finish`, {})).toMatchObject({ status: 'active', rows: 1 });
}

let sent = 0;

/** Sends one event and gives the site it arrives with; nulls are left out by the data sink. */
async function siteOf(src: string): Promise<unknown> {
  const n = (sent += 1);
  const response = await fetch(intakeUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify({ n, src }),
  });
  expect(response.status).toBe(200);
  const events = () => peer.lines.map((line) => JSON.parse(line) as { n: number; site: unknown });
  return (await eventually('the event', () => events().find((event) => event.n === n))).site;
}

test('a table is used by the worker, and a new version while events flow', async () => {
  expect(await siteOf('10.1.2.3')).toBe('north');
  expect(await siteOf('192.0.2.1')).toBeUndefined();
  await bench.deployed(() => upload('10.0.0.0/8,south\n'));
  expect(await siteOf('10.1.2.3')).toBe('south');
});
