import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually, startAcequia, type Acequia } from './harness/acequia.ts';
import { freePort } from '@acequia/testkit/free-port';
import { Api } from './harness/api.ts';
import { runCommand } from './harness/command.ts';
import { startHttpPeer, type HttpPeer } from './harness/http-peer.ts';
import { insertNeighbour, neighbour } from './harness/viewer.ts';
import { actionNode, datasinkNode, documentOf, imbalances, labelNode, openWorkbench, type Workbench } from './harness/workbench.ts';

const folder = mkdtempSync(join(tmpdir(), 'acequia-bad-'));
let acequia: Acequia;
let bench: Workbench;
let good: HttpPeer;
let errors: HttpPeer;
const ending: (() => Promise<void>)[] = [];

beforeAll(async () => {
  acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
  bench = await openWorkbench(acequia);
  // A second organization closes this machine, where the destinations of these tests are.
  await runCommand(acequia, 'installation', 'egress', '--allow', '127.0.0.0/8');
});
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});
afterAll(async () => {
  await acequia?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const quick = { giveUpAfter: '24h', firstWait: '50ms', maxWait: '200ms' };

async function peers(): Promise<void> {
  good = await startHttpPeer();
  errors = await startHttpPeer();
  ending.push(
    () => good.close(),
    () => errors.close(),
  );
}

/** Events in order to `good`; what is refused, with its reason, to `errors`. */
async function pipelineOf(listenerId: string, content: Readonly<Record<string, unknown>>): Promise<string> {
  const goodSink = await bench.datasink('http', { baseUrl: good.url, order: 'strict', retry: quick });
  const errorSink = await bench.datasink('http', { baseUrl: errors.url, order: 'strict', retry: quick });
  return bench.pipeline(
    documentOf(
      [
        labelNode('in', listenerId),
        datasinkNode('good', goodSink, 'http', { url: '/good', maxWait: '20ms', ...content }),
        datasinkNode('errors', errorSink, 'http', { url: '/errors', maxWait: '20ms', content: 'field', field: '_error' }),
      ],
      ['in>good', 'in.error>errors', 'good.error>errors'],
    ),
  );
}

const codes = (): string[] => errors.lines.map((line) => (JSON.parse(line) as { code: string }).code);

/** Until so much was received and entered and nothing is under way; then both sums must hold for everything of the installation. */
async function atRest(
  pipelineId: string,
  listenerId: string,
  { received, entered }: { readonly received: number; readonly entered: number },
) {
  const totals = await bench.counted('the ledger at rest', ({ pipelines, listeners }) => {
    const counts = pipelines[pipelineId];
    return counts?.inFlight === 0 && counts.entered >= entered && (listeners[listenerId]?.received ?? 0) >= received;
  });
  expect(imbalances(totals)).toEqual([]);
  return { pipeline: totals.pipelines[pipelineId]!, listener: totals.listeners[listenerId]! };
}

describe('frames', () => {
  let port: number;
  /** Writes the bytes on one connection and resolves when the other side has closed it, or after our own end. */
  const send = (bytes: string | Buffer, how: 'end' | 'until-closed' = 'end'): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => (how === 'end' ? socket.end(bytes) : socket.write(bytes)));
      socket.on('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
      );
      socket.on('close', () => resolve());
      socket.resume();
    });

  test('malformed octet counts, oversize lines, unfinished frames and invalid UTF-8: each one event or one reason', async () => {
    await peers();
    port = await freePort();
    const listener = await bench.listener('syslog', { bind: '127.0.0.1', port, transport: 'tcp', maxEvent: '1 KiB', onOversize: 'reject' });
    const pipeline = await pipelineOf(listener, { content: 'field', field: 'message' });
    const framed = (text: string) => `${Buffer.byteLength(text)} ${text}`;

    await send(framed('<13>first') + framed('<13>second'));
    await send(`${framed('<13>before a bad count')}12x4 <13>lost?`, 'until-closed');
    await send('99999999999 <13>more digits than a count has', 'until-closed');
    await send(`4096 ${'<13>'}`, 'until-closed');
    await send(`${framed('<13>before the cable was cut')}40 <13>half a frame`);
    await send(`<13>line one\n\n<13>${'x'.repeat(4000)}\n<13>line after a long one\n`);
    await send(Buffer.concat([Buffer.from('<13>broken '), Buffer.from([0xff, 0xc3, 0x28]), Buffer.from(' text\n')]));
    await send('no header at all\n');

    const { listener: heard, pipeline: done } = await atRest(pipeline, listener, { received: 14, entered: 13 });
    expect([...good.lines].sort()).toEqual(
      [
        'first',
        'second',
        'before a bad count',
        'before the cable was cut',
        'line one',
        'line after a long one',
        'broken �\ufffd( text',
        'no header at all',
      ].sort(),
    );
    expect(codes().sort()).toEqual([
      'DECODE_OCTET_COUNT',
      'DECODE_OCTET_COUNT',
      'DECODE_UNFINISHED_FRAME',
      'LIMIT_EVENT_SIZE',
      'LIMIT_EVENT_SIZE',
    ]);
    expect(heard).toMatchObject({ received: 14, decoded: 8, rejected: 5, empty: 1 });
    expect(done).toMatchObject({ entered: 13, delivered: 13, rejected: 0, dropped: 0 });
  });
});

describe('requests', () => {
  const post = (port: number, body: string | Buffer, headers: Record<string, string> = {}, path = '/', method = 'POST') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
  const ndjson = { 'content-type': 'application/x-ndjson' };

  test('bombs, unknown encodings, wrong paths and half-readable bodies: a status, a reason, and only readable events in', async () => {
    await peers();
    const port = await freePort();
    const listener = await bench.listener('http', {
      bind: '127.0.0.1',
      port,
      path: ['/in'],
      maxBody: '256 KiB',
      maxDecoded: '2 MiB',
      maxEvent: '4 KiB',
      onOversize: 'reject',
    });
    const pipeline = await pipelineOf(listener, {});
    const answer = async (response: Promise<Response>) => {
      const { status, body } = await response.then(async (one) => ({
        status: one.status,
        body: (await one.json().catch(() => ({}))) as { code?: string },
      }));
      return body.code === undefined ? status : [status, body.code];
    };

    expect(await answer(post(port, gzipSync(Buffer.alloc(64 << 20, 0x61)), { 'content-encoding': 'gzip' }, '/in'))).toEqual([
      413,
      expect.stringMatching(/^BODY_(TOO_LARGE|RATIO)$/),
    ]);
    expect(await answer(post(port, Buffer.alloc(300 << 10, 0x61), {}, '/in'))).toEqual([413, 'BODY_TOO_LARGE']);
    expect(await answer(post(port, 'not gzip at all', { 'content-encoding': 'gzip' }, '/in'))).toEqual([400, 'BODY_CORRUPT']);
    expect(await answer(post(port, 'x', { 'content-encoding': 'lzma' }, '/in'))).toEqual([415, 'BODY_ENCODING']);
    expect(await answer(post(port, 'x', {}, '/elsewhere'))).toEqual([404, 'HTTP_PATH']);
    expect(await answer(post(port, 'x', {}, '/in', 'DELETE'))).toEqual([405, 'HTTP_METHOD']);

    const mixed = await post(port, ['{"n":1}', '{"n":', `{"n":2,"pad":"${'x'.repeat(5000)}"}`, '', '{"n":3}'].join('\n'), ndjson, '/in');
    expect([mixed.status, await mixed.json()]).toEqual([
      200,
      {
        accepted: 2,
        rejected: 2,
        errors: [
          { index: 1, code: expect.stringMatching(/^DECODE_JSON/), message: expect.any(String) },
          { index: 2, code: 'LIMIT_EVENT_SIZE', message: expect.any(String) },
        ],
      },
    ]);
    const nothing = await post(port, '{"n":', ndjson, '/in');
    expect(nothing.status).toBe(400);
    const invalid = await post(port, Buffer.concat([Buffer.from('{"n":4,"s":"'), Buffer.from([0xff]), Buffer.from('"}')]), ndjson, '/in');
    expect(invalid.status).toBe(200);

    const { listener: heard, pipeline: done } = await atRest(pipeline, listener, { received: 7, entered: 6 });
    const read = good.lines.map((line) => JSON.parse(line) as { n: number; s?: string });
    expect(read.map(({ n }) => n)).toEqual([1, 3, 4]);
    expect(read[2]!.s).toBe('\ufffd');
    expect(codes().sort()).toEqual([expect.stringMatching(/^DECODE_JSON/), expect.stringMatching(/^DECODE_JSON/), 'LIMIT_EVENT_SIZE']);
    expect(heard).toMatchObject({ received: 7, decoded: 3, rejected: 3, empty: 1 });
    expect(done).toMatchObject({ entered: 6, delivered: 6, rejected: 0, dropped: 0 });
  });

  test('a wrong token is 401; after twenty of them the address waits with 429, and nothing came in', async () => {
    await peers();
    const port = await freePort();
    const listener = await bench.listener('http', {
      bind: '127.0.0.1',
      port,
      auth: 'bearer',
      tokens: [{ name: 'field office', token: await bench.secret('the-right-token') }],
    });
    const pipeline = await pipelineOf(listener, {});
    const right = { ...ndjson, authorization: 'Bearer the-right-token' };
    expect((await post(port, '{"n":1}', right)).status).toBe(200);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const refused = await post(port, '{"n":0}', { ...ndjson, authorization: `Bearer guess-${attempt}` });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    }
    const blocked = await post(port, '{"n":0}', right);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
    const { listener: heard } = await atRest(pipeline, listener, { received: 1, entered: 1 });
    expect(good.lines).toHaveLength(1);
    expect(heard).toMatchObject({ received: 1, decoded: 1, rejected: 0 });
  });
});

describe('documents and ids', () => {
  test('a cycle, two labels, an unknown component or version: refused at publish with the problem and its node', async () => {
    const listener = await bench.listener('data-generator', { rate: 0.01 });
    const sink = await bench.datasink('null', {});
    const label = labelNode('in', listener);
    const end = datasinkNode('end', sink, 'null', {});
    const step = (id: string, version?: string, component = 'field-generator') =>
      actionNode(id, component, { fields: [{ name: 'a', kind: 'literal', value: 'b' }] }, version);
    const refused = async (document: unknown) => {
      const id = await bench.draft(document);
      const { status, code, fields } = await bench.api.refusal('POST', `/pipelines/${id}/publish`, {
        revision: 1,
        kind: 'minor',
        versionName: '',
        clusterIds: [bench.clusterId],
      });
      expect((await bench.api.call<{ state: string }>('GET', `/pipelines/${id}`)).state).toBe('draft');
      return { status, code, problem: fields['problem'], node: fields['node'] };
    };
    const unprocessable = { status: 422, code: 'ACQ-NOT-PUBLISHABLE' };
    expect(await refused(documentOf([label, step('a'), step('b'), end], ['in>a', 'a>b', 'b>a', 'b>end']))).toEqual({
      ...unprocessable,
      problem: 'cycle',
      node: expect.stringMatching(/^[ab]$/),
    });
    expect(await refused(documentOf([label, labelNode('second', listener), end], ['in>end', 'second>end']))).toEqual({
      ...unprocessable,
      problem: 'two-labels',
      node: 'second',
    });
    expect(await refused(documentOf([label, step('a', '9.0.0'), end], ['in>a', 'a>end']))).toEqual({
      ...unprocessable,
      problem: 'version-unknown',
      node: 'a',
    });
    expect(await refused(documentOf([label, step('a', '1.0.0', 'levitate'), end], ['in>a', 'a>end']))).toEqual({
      ...unprocessable,
      problem: 'component-unknown',
      node: 'a',
    });
  });

  test('another tenant’s ids are not found, whatever is done with them', async () => {
    const listener = await bench.listener('data-generator', { rate: 0.01 });
    const sink = await bench.datasink('null', {});
    const secret = await bench.secret('ours');
    const pipeline = await bench.draft(documentOf([labelNode('in', listener), datasinkNode('end', sink, 'null', {})], ['in>end']));
    await insertNeighbour(acequia.dataDirectory);
    const nora = new Api(acequia.url);
    await nora.login(neighbour.email);
    const text = { name: 'mine now', description: 'x', tags: [] };
    const calls: readonly (readonly [string, string, unknown?])[] = [
      ['GET', `/listeners/${listener}`],
      ['PUT', `/listeners/${listener}`, { ...text, revision: 1, config: { rate: 1 } }],
      ['POST', `/listeners/${listener}/retry`, {}],
      ['DELETE', `/listeners/${listener}`],
      ['GET', `/datasinks/${sink}`],
      ['DELETE', `/datasinks/${sink}`],
      ['GET', `/pipelines/${pipeline}`],
      ['GET', `/pipelines/${pipeline}/versions/Main`],
      ['PUT', `/pipelines/${pipeline}/draft`, { revision: 1, document: documentOf([], []) }],
      ['POST', `/pipelines/${pipeline}/publish`, { revision: 1, kind: 'minor', versionName: '', clusterIds: [bench.clusterId] }],
      ['DELETE', `/pipelines/${pipeline}`],
      ['GET', `/secrets/${secret}/usages`],
      ['DELETE', `/secrets/${secret}`],
    ];
    for (const [method, path, body] of calls)
      expect([method, path, (await nora.refusal(method, path, body)).status]).toEqual([method, path, 404]);
    for (const path of ['/listeners', '/datasinks', '/pipelines', '/secrets']) expect(await nora.call('GET', path)).toEqual([]);

    const stolen = await nora.call<{ id: string }>('POST', '/pipelines', {
      ...text,
      document: documentOf([labelNode('in', listener), datasinkNode('end', sink, 'null', {})], ['in>end']),
    });
    const publish = { revision: 1, kind: 'minor', versionName: '', clusterIds: [bench.clusterId] };
    expect(await nora.refusal('POST', `/pipelines/${stolen.id}/publish`, publish)).toMatchObject({
      status: 422,
      code: 'ACQ-NOT-PUBLISHABLE',
    });
    const { listeners, pipelines } = await nora.call<{ listeners: object; pipelines: object }>(
      'GET',
      `/metrics/totals?from=0&to=${Date.now() + 60_000}`,
    );
    expect([listeners, pipelines]).toEqual([{}, {}]);
    expect((await bench.api.call<{ state: string }>('GET', `/pipelines/${pipeline}`)).state).toBe('draft');
  });
});

describe('destinations that refuse', () => {
  interface Answer {
    readonly status: number;
    readonly headers?: Record<string, string>;
  }

  interface Picky {
    readonly url: string;
    /** Lines of requests answered with 2xx. */
    readonly taken: string[];
    readonly statuses: number[];
    answer: (lines: readonly string[]) => Answer;
  }

  async function startPicky(answer: Picky['answer']): Promise<Picky> {
    const picky: Picky = { url: '', taken: [], statuses: [], answer };
    const server: Server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const lines = Buffer.concat(chunks)
          .toString()
          .split('\n')
          .filter((line) => line !== '');
        const { status, headers } = picky.answer(lines);
        picky.statuses.push(status);
        if (status < 300) picky.taken.push(...lines);
        response.writeHead(status, headers).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ending.push(
      () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    );
    return Object.assign(picky, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  }

  const count = 1000;
  const guilty = (line: string) => line.includes('"bad":true');
  const numbers = (lines: readonly string[]) => lines.map((line) => (JSON.parse(line) as { n: number }).n);
  const isGuilty = (n: number) => n % 250 === 7;
  const all = Array.from({ length: count }, (_, n) => n);

  /** A listener, a pipeline to the destination, 1,000 acknowledged events of which four are marked bad. */
  async function flow(destination: Picky) {
    errors = await startHttpPeer();
    ending.push(() => errors.close());
    const port = await freePort();
    const listener = await bench.listener('http', { bind: '127.0.0.1', port });
    const config = { baseUrl: destination.url, order: 'strict', retry: quick };
    const sink = await bench.datasink('http', config);
    const errorSink = await bench.datasink('http', { baseUrl: errors.url, order: 'strict', retry: quick });
    const pipeline = await bench.pipeline(
      documentOf(
        [
          labelNode('in', listener),
          datasinkNode('out', sink, 'http', { url: '/out', maxEvents: 100, maxWait: '20ms' }),
          datasinkNode('errors', errorSink, 'http', { url: '/errors', maxWait: '20ms', content: 'field', field: '_error' }),
        ],
        ['in>out', 'out.error>errors'],
      ),
    );
    const body = all.map((n) => `{"n":${n}${isGuilty(n) ? ',"bad":true' : ''}}`).join('\n');
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
    });
    expect([response.status, await response.json()]).toMatchObject([200, { accepted: count, rejected: 0 }]);
    return { listener, pipeline, sink, config };
  }

  test('400 for four events: they alone are refused with the reason, and good ones never sent again after their 2xx', async () => {
    const destination = await startPicky((lines) => ({ status: lines.some(guilty) ? 400 : 200 }));
    const { listener, pipeline } = await flow(destination);
    const { pipeline: done } = await atRest(pipeline, listener, { received: count, entered: count });
    expect(numbers(destination.taken).sort((a, b) => a - b)).toEqual(all.filter((n) => !isGuilty(n)));
    expect(codes()).toEqual(['HTTP_400', 'HTTP_400', 'HTTP_400', 'HTTP_400']);
    expect(done).toMatchObject({ entered: count, delivered: count, rejected: 0 });
  });

  test('413: batches are halved until they fit; an event too large alone is refused', async () => {
    const destination = await startPicky((lines) => ({ status: lines.length > 20 || lines.some(guilty) ? 413 : 200 }));
    const { listener, pipeline } = await flow(destination);
    await atRest(pipeline, listener, { received: count, entered: count });
    expect(numbers(destination.taken).sort((a, b) => a - b)).toEqual(all.filter((n) => !isGuilty(n)));
    expect(codes()).toEqual(Array.from({ length: 4 }, () => 'DELIVERY_TOO_LARGE'));
  });

  test.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }, 2],
    ['500', { status: 500 }, 5],
  ])('%s: kept and tried again, then delivered in order, nothing twice', async (_name, refusal, times) => {
    let left = times;
    const destination = await startPicky(() => (left-- > 0 ? refusal : { status: 200 }));
    const { listener, pipeline } = await flow(destination);
    const { pipeline: done } = await atRest(pipeline, listener, { received: count, entered: count });
    expect(numbers(destination.taken)).toEqual(all);
    expect(destination.statuses.slice(0, times + 1)).toEqual([...Array.from({ length: times }, () => refusal.status), 200]);
    expect(errors.lines).toEqual([]);
    expect(done).toMatchObject({ entered: count, delivered: count, rejected: 0 });
  });

  test('401: everything waits with the reason shown until a person has mended the datasink; then all of it arrives', async () => {
    const destination = await startPicky(() => ({ status: 401 }));
    const { listener, pipeline, sink, config } = await flow(destination);
    await eventually('the reason at the version', async () => {
      const [version] = await bench.api.call<{ reason: { code: string } | null }[]>('GET', `/pipelines/${pipeline}/versions`);
      return version?.reason?.code === 'HTTP_401' ? true : undefined;
    });
    const waiting = await bench.counted('what waits', ({ pipelines }) => pipelines[pipeline]?.inFlight === count);
    expect(imbalances(waiting)).toEqual([]);
    expect(destination.taken).toEqual([]);

    destination.answer = () => ({ status: 200 });
    const { revision } = await bench.api.call<{ revision: number }>('GET', `/datasinks/${sink}`);
    await bench.api.call('PUT', `/datasinks/${sink}`, {
      name: 'mended',
      description: '',
      tags: [],
      revision,
      config: { ...config, headers: { 'X-Mended': 'yes' } },
    });
    const { pipeline: done } = await atRest(pipeline, listener, { received: count, entered: count });
    expect(numbers(destination.taken)).toEqual(all);
    expect(done).toMatchObject({ entered: count, delivered: count, rejected: 0 });
    await eventually('the reason gone', async () => {
      const [version] = await bench.api.call<{ reason: unknown }[]>('GET', `/pipelines/${pipeline}/versions`);
      return version?.reason === null ? true : undefined;
    });
  });
});
