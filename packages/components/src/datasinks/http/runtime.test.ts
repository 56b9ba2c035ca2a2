import { DeliveryError, Disconnected, Misconfigured, Reject, Retry } from '@acequia/component-sdk/runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatasink, type DatasinkOptions } from '../../testing/datasink-harness.ts';
import { startFaultServer, type FaultServer, type Reply } from '../../testing/fault-server.ts';
import type { TestEvent } from '../../testing/event-view.ts';
import { httpDatasink } from './definition.ts';
import { httpRuntime } from './runtime.ts';

let server: FaultServer;
const closing: (() => Promise<void>)[] = [];
beforeEach(async () => {
  server = await startFaultServer();
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await server.close();
});

const never = new AbortController().signal;
const open = async (creation: object, node: object, options?: DatasinkOptions) => {
  const sink = await openDatasink(httpDatasink, httpRuntime, { baseUrl: server.url, ...creation }, { url: '/in', ...node }, options);
  closing.push(() => sink.open.close());
  return sink;
};
const send = async (events: readonly TestEvent[], creation: object = {}, node: object = {}, options?: DatasinkOptions) => {
  const sink = await open(creation, node, options);
  const reports = [];
  for (const batch of sink.encode(events).batches) reports.push(await sink.open.send(batch, never));
  return reports;
};
const faultOf = async (
  reply: Reply | readonly Reply[],
  events: readonly TestEvent[] = [{ a: 1 }],
  creation: object = {},
  node: object = {},
  options: Parameters<typeof send>[3] = {},
): Promise<DeliveryError> => {
  server.script.push(...(Array.isArray(reply) ? (reply as readonly Reply[]) : [reply as Reply]));
  const error: unknown = await send(events, creation, node, options).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DeliveryError);
  return error as DeliveryError;
};

describe('bodies', () => {
  const two: TestEvent[] = [
    { user: 'ana', n: 2n ** 60n },
    { user: 'b"o', n: null },
  ];

  it('bulk ndjson of two events is one request of two lines', async () => {
    await send(two);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({
      method: 'POST',
      url: '/in',
      body: '{"user":"ana","n":1152921504606846976}\n{"user":"b\\"o"}\n',
    });
    expect(server.received[0]!.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'c0ffee'.padEnd(32, '0') });
  });

  it('every way of putting events together', async () => {
    const events = [{ a: 1 }, { a: 2 }];
    await send(events, {}, { wrap: 'json-array' });
    await send(events, {}, { wrap: 'delimiter', delimiter: ' | ' });
    await send(events, {}, { wrap: 'template', before: '{"e":[', between: ',', after: ']}' });
    await send(events, {}, { bulk: true, content: 'template', template: '<${a}>' });
    await send(events, {}, { content: 'chosen', fields: [{ field: 'a', name: 'b' }], format: 'kv' });
    expect(server.received.map(({ body }) => body)).toEqual([
      '[{"a":1},{"a":2}]',
      '{"a":1} | {"a":2}',
      '{"e":[{"a":1},{"a":2}]}',
      '<1>\n<2>\n',
      'b=1\nb=2\n',
    ]);
  });

  it('big integers as text, nulls kept, when asked', async () => {
    await send(two, {}, { bigIntegers: 'string', omitNull: false });
    expect(server.received[0]!.body).toBe('{"user":"ana","n":"1152921504606846976"}\n{"user":"b\\"o","n":null}\n');
  });

  it.each(['gzip', 'deflate', 'zstd'])('%s', async (compression) => {
    const [report] = await send([{ a: 'x'.repeat(10_000) }], { compression });
    expect(server.received[0]!.body).toBe(`{"a":"${'x'.repeat(10_000)}"}\n`);
    expect(report!.wireBytes).toBeLessThan(1000);
  });

  it('an address made of event data cannot leave its path, and splits batches', async () => {
    await send([{ id: '../../admin?x=1#y' }, { id: 'ñ' }], {}, { url: '/v1/${id}?q=${id}' });
    expect(server.received.map(({ url }) => url).toSorted()).toEqual([
      '/v1/%C3%B1?q=%C3%B1',
      '/v1/..%2F..%2Fadmin%3Fx%3D1%23y?q=..%2F..%2Fadmin%3Fx%3D1%23y',
    ]);
  });

  it('a header value cannot make another header', async () => {
    await send([{ t: 'a\r\nX-Evil: 1' }], { headers: { 'X-Fixed': 'f' } }, { headers: { 'X-T': '${t}' } });
    expect(server.received[0]!.headers).toMatchObject({ 'x-t': 'aX-Evil: 1', 'x-fixed': 'f' });
    expect(server.received[0]!.headers).not.toHaveProperty('x-evil');
  });

  it('forwards nothing of ours: an event full of credentials and a redirect make no header (CVE-2022-39201)', async () => {
    const event = { cookie: '__Host-sid=x', authorization: 'Bearer x', 'x-acequia': 'x' };
    await send([event]);
    const names = Object.keys(server.received[0]!.headers).filter((name) => !['host', 'connection'].includes(name));
    expect(names.toSorted()).toEqual(['content-length', 'content-type', 'idempotency-key']);
    const elsewhere = await startFaultServer();
    await faultOf({ status: 302, headers: { location: elsewhere.url, 'set-cookie': 'sid=theirs' } });
    await send([event]);
    expect(server.received.at(-1)!.headers).not.toHaveProperty('cookie');
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });

  it('a value ".." in the address does not lead out of the fixed part: the event is rejected', async () => {
    const sink = await open({}, { url: '/v1/${a}${b}/in?x=${a}' });
    const events = [{ a: '..' }, { a: '.' }, { a: '.', b: '.' }, { a: '%2e', b: '.' }, { a: '...' }];
    const { batches, rejected } = sink.encode(events);
    expect(rejected).toEqual(['DELIVERY_URL', 'DELIVERY_URL', 'DELIVERY_URL']);
    for (const batch of batches) await sink.open.send(batch, never);
    expect(server.received.map(({ url }) => url)).toEqual(['/v1/%252e%2E/in?x=%252e', '/v1/.../in?x=...']);
  });

  it('a host that depends on the event, and plain http to elsewhere, are refused', async () => {
    await expect(open({}, { url: 'https://${host}/x' })).rejects.toThrow('CONFIG_URL_HOST');
    // Whoever sees the data sink reads what its worker tells.
    const told = { detail: { message: 'https://***@${host}/x?token=***' } };
    await expect(open({}, { url: 'https://user:s3cret@${host}/x?token=s3cret' })).rejects.toMatchObject(told);
    await expect(openDatasink(httpDatasink, httpRuntime, {}, { url: 'http://example.com/x' })).rejects.toThrow('CONFIG_HTTPS');
    await expect(openDatasink(httpDatasink, httpRuntime, { baseUrl: 'http://127.0.0.1.evil.example' }, { url: '/x' })).rejects.toThrow(
      'CONFIG_HTTPS',
    );
  });
});

it('the address / is the base URL as it is written', async () => {
  for (const path of ['', '/', '/in', '/in/']) await send([{ a: 1 }], { baseUrl: `${server.url}${path}` }, { url: '/' });
  expect(server.received.map(({ url }) => url)).toEqual(['/', '/', '/in', '/in/']);
});

describe('answers (catalogue 8.2)', () => {
  it.each([400, 406, 409, 411, 414, 415, 422, 431, 418])('%i refuses the batch', async (status) => {
    const error = await faultOf({ status, body: 'why' });
    expect(error).toMatchObject({ outcome: 'reject', code: `HTTP_${status}`, records: 'all', detail: { status, response: 'why' } });
  });
  it('the beginning of the answer is told, without the secret it was sent', async () => {
    const creation = { auth: 'bearer', token: 'SE_t' };
    const secrets = { SE_t: 'open-sesame' };
    const error = await faultOf({ status: 403, body: 'no rights for\n  open-sesame' }, [{ a: 1 }], creation, {}, { secrets });
    expect(error).toMatchObject({ code: 'HTTP_403', detail: { message: 'no rights for •••' } });
    expect((await faultOf({ status: 503 })).detail.message).toBeUndefined();
  });
  it('no secret that was sent is in what is kept of an answer, also of single events and of the token server', async () => {
    const secrets = { SE_t: 'open-sesame', SE_k: 'cave/entry' };
    const oauth = { auth: 'oauth2', tokenUrl: `${server.url}/token`, clientId: 'c', clientSecret: 'SE_t' };
    const proxied = { baseUrl: 'http://127.0.0.1:9', proxy: server.url, proxyUser: 'ana', proxyPassword: 'SE_k' };
    const pair = (user: string, password: string) => Buffer.from(`${user}:${password}`).toString('base64');
    const grant = { status: 200, body: '{"access_token":"sesame-token"}' };
    const item = { status: 200, body: '{"items":[{"status":400,"error":{"authorization":"Bearer open-sesame"}}]}' };
    const perItem = { itemsPath: 'items', statusPath: 'status', errorPath: 'error' };
    const responses = [
      (
        await faultOf(
          { status: 400, body: '{"authorization":"Bearer open-sesame"}' },
          [{ a: 1 }],
          { auth: 'bearer', token: 'SE_t' },
          {},
          { secrets },
        )
      ).detail,
      (
        await faultOf(
          { status: 422, body: `got ${pair('ana', 'open-sesame')}` },
          [{ a: 1 }],
          { auth: 'basic', username: 'ana', password: 'SE_t' },
          {},
          { secrets },
        )
      ).detail,
      (await faultOf({ status: 407, body: `got ${pair('ana', 'cave/entry')} or cave\\/entry` }, [{ a: 1 }], proxied, {}, { secrets }))
        .detail,
      (await faultOf({ status: 400, body: 'no client_secret=open-sesame here' }, [{ a: 1 }], oauth, {}, { secrets })).detail,
      (await faultOf([grant, { status: 400, body: 'no rights for sesame-token' }], [{ a: 1 }], oauth, {}, { secrets })).detail,
    ];
    server.script.push(item);
    const [report] = await send([{ a: 1 }], { auth: 'bearer', token: 'SE_t' }, { perItem }, { secrets });
    for (const detail of [...responses, report!.rejected![0]!.detail!]) {
      expect(detail.response).toContain('•••');
      expect(JSON.stringify(detail)).not.toMatch(/sesame|entry|[A-Za-z0-9]{16}/);
    }
  });
  it.each([401, 403, 407, 501, 505, 302])('%i needs a person', async (status) => {
    expect(await faultOf({ status })).toBeInstanceOf(Misconfigured);
  });
  it.each([408, 425, 429, 500, 502, 503, 504, 507, 509, 520, 529, 599])('%i is tried again', async (status) => {
    expect(await faultOf({ status })).toBeInstanceOf(Retry);
  });
  it.each([404, 405, 410])('%i: a fixed address needs a person, one made of the event refuses it', async (status) => {
    expect(await faultOf({ status })).toBeInstanceOf(Misconfigured);
    expect(await faultOf({ status }, [{ a: 1 }], {}, { url: '/x/${a}' })).toBeInstanceOf(Reject);
  });
  it('an answer longer than what is read counts by its status: accepted is delivered and not sent again', async () => {
    const body = 'x'.repeat(200_000);
    server.script.push({ status: 200, body });
    const [report] = await send([{ a: 1 }], { maxResponse: '64 KiB' });
    expect(report).toMatchObject({ wireBytes: 8 });
    expect(server.received).toHaveLength(1);
    const refused = await faultOf({ status: 500, body }, [{ a: 1 }], { maxResponse: '64 KiB' });
    expect(refused).toBeInstanceOf(Retry);
    expect(refused.code).toBe('HTTP_500');
  });

  it('413 halves, and a single event is too large', async () => {
    expect(await faultOf({ status: 413 }, [{ a: 1 }, { a: 2 }])).toMatchObject({ outcome: 'reject', records: 'all', code: 'HTTP_413' });
    expect(await faultOf({ status: 413 })).toMatchObject({ outcome: 'reject', records: [0], code: 'DELIVERY_TOO_LARGE' });
  });
  it("the server's own wait wins, in seconds or as a date, at most an hour", async () => {
    expect(await faultOf({ status: 429, headers: { 'Retry-After': '7' } })).toMatchObject({ waitMs: 7000 });
    expect(await faultOf({ status: 503, headers: { 'Retry-After': '999999' } })).toMatchObject({ waitMs: 3_600_000 });
    const inAMinute = await faultOf({ status: 503, headers: { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() } });
    expect((inAMinute as Retry).waitMs).toBeGreaterThan(50_000);
    expect(await faultOf({ status: 503, headers: { 'Retry-After': 'soon' } })).toMatchObject({ waitMs: undefined });
  });
  it("the user's overrides win", async () => {
    const node = { okStatuses: [409], retryStatuses: [400], rejectStatuses: [500] };
    server.script.push({ status: 409 });
    await expect(send([{ a: 1 }], {}, node)).resolves.toHaveLength(1);
    expect(await faultOf({ status: 400 }, [{ a: 1 }], {}, node)).toBeInstanceOf(Retry);
    expect(await faultOf({ status: 500 }, [{ a: 1 }], {}, node)).toBeInstanceOf(Reject);
  });
  it('refused items of a good answer are named, the rest is delivered', async () => {
    server.script.push({ status: 200, body: '{"items":[{"status":201},{"status":400,"error":"bad"},{"status":"200"}]}' });
    const perItem = { itemsPath: 'items', statusPath: 'status', errorPath: 'error' };
    const [report] = await send([{ a: 1 }, { a: 2 }, { a: 3 }], {}, { perItem });
    expect(report!.rejected).toEqual([{ record: 1, code: 'HTTP_400', detail: { status: 400, response: 'bad' } }]);
    expect(await faultOf({ status: 200, body: '{"items":[]}' }, [{ a: 1 }], {}, { perItem })).toMatchObject({
      code: 'DELIVERY_BAD_ANSWER',
      outcome: 'retry',
    });
    expect(await faultOf({ status: 200, body: '{"items":[{"status":429}]}' }, [{ a: 1 }], {}, { perItem })).toBeInstanceOf(Retry);
  });
});

describe('outage', () => {
  it('refused', async () => {
    const { port } = server;
    await server.close();
    const error: unknown = await send([{ a: 1 }], { baseUrl: `http://127.0.0.1:${port}` }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Disconnected);
    server = await startFaultServer();
  });
  it('reset, and an answer cut in the middle', async () => {
    expect(await faultOf('reset')).toBeInstanceOf(Disconnected);
    expect(await faultOf('half-an-answer')).toBeInstanceOf(Disconnected);
  });
  it('hangs after it got the request: tried again, it may have arrived', async () => {
    expect(await faultOf('hang', [{ a: 1 }], { timeout: '100ms' })).toMatchObject({ outcome: 'retry', code: 'DELIVERY_RESPONSE_TIMEOUT' });
  });
  it('a name that does not exist', async () => {
    const error: unknown = await send([{ a: 1 }], { baseUrl: 'https://nowhere.invalid' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Disconnected);
  });
  it('an address the cluster does not allow', async () => {
    const error: unknown = await send([{ a: 1 }], {}, {}, { egress: { mode: 'public-only', allowed: [] } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_EGRESS_LOOPBACK' });
  });
  it('abort stops a request that hangs', async () => {
    server.script.push('hang');
    const sink = await open({}, {});
    const abort = new AbortController();
    const sending = sink.open.send(sink.encode([{ a: 1 }]).batches[0]!, abort.signal);
    abort.abort(new Error('stop'));
    await expect(sending).rejects.toMatchObject({ code: 'DELIVERY_ABORTED' });
  });
  it('stop twice', async () => {
    const sink = await open({}, {});
    await sink.open.close();
    await sink.open.close();
  });
});

describe('authentication', () => {
  const secrets = { SE_k: 'k3y' };
  const headersOf = async (creation: object) => {
    await send([{ a: 1 }], creation, {}, { secrets });
    return server.received.at(-1)!;
  };
  it('basic, bearer, key in header and query', async () => {
    expect((await headersOf({ auth: 'basic', username: 'ana', password: 'SE_k' })).headers.authorization).toBe(
      `Basic ${Buffer.from('ana:k3y').toString('base64')}`,
    );
    expect((await headersOf({ auth: 'bearer', token: 'SE_k' })).headers.authorization).toBe('Bearer k3y');
    expect((await headersOf({ auth: 'api-key', key: 'SE_k' })).headers['x-api-key']).toBe('k3y');
    expect((await headersOf({ auth: 'api-key', key: 'SE_k', keyIn: 'query', keyName: 'k' })).url).toBe('/in?k=k3y');
  });
  it('headers with secrets go with every request, beside what proves who sends, and to no other host', async () => {
    const elsewhere = await startFaultServer();
    server.script.push({ status: 307, headers: { location: elsewhere.url } });
    const keys = { auth: 'api-key', key: 'SE_k', keyName: 'DD-API-KEY', followRedirects: 1 };
    const { headers } = await headersOf({ ...keys, headers: { 'x-one': 'clear' }, secretHeaders: [{ name: 'X-One', value: 'SE_k' }] });
    expect(headers).toMatchObject({ 'x-one': 'k3y', 'dd-api-key': 'k3y' });
    expect(elsewhere.received).toHaveLength(1);
    for (const name of ['x-one', 'dd-api-key']) expect(elsewhere.received[0]!.headers).not.toHaveProperty(name);
    await elsewhere.close();
    const host = { secretHeaders: [{ name: 'Host', value: 'SE_k' }] };
    await expect(open(host, {}, { secrets })).rejects.toThrow('CONFIG_HEADER');
    const broken = { secretHeaders: [{ name: 'X-One', value: 'SE_b' }] };
    await expect(open(broken, {}, { secrets: { SE_b: 'a\r\nX-Evil: 1' } })).rejects.toThrow('CONFIG_HEADER');
  });
  it('a proxy is told who asks by a secret', async () => {
    const { headers, url } = await headersOf({ baseUrl: 'http://127.0.0.1:9', proxy: server.url, proxyUser: 'ana', proxyPassword: 'SE_k' });
    expect(url).toBe('http://127.0.0.1:9/in');
    expect(headers['proxy-authorization']).toBe(`Basic ${Buffer.from('ana:k3y').toString('base64')}`);
  });
  it('oauth2: one token for many requests, renewed once on 401', async () => {
    const creation = { auth: 'oauth2', tokenUrl: `${server.url}/token`, clientId: 'c', clientSecret: 'SE_k', scopes: 'write' };
    server.script.push(
      { status: 200, body: '{"access_token":"t1","expires_in":3600}' },
      { status: 200 },
      { status: 200 },
      { status: 401 },
      { status: 200, body: '{"access_token":"t2"}' },
      { status: 200 },
    );
    const sink = await open(creation, {}, { secrets });
    for (let i = 0; i < 3; i += 1) await sink.open.send(sink.encode([{ a: i }]).batches[0]!, never);
    expect(server.received.map(({ url, headers }) => (url === '/token' ? url : headers.authorization))).toEqual([
      '/token',
      'Bearer t1',
      'Bearer t1',
      'Bearer t1',
      '/token',
      'Bearer t2',
    ]);
    expect(server.received[0]!.body).toBe('grant_type=client_credentials&scope=write&client_id=c&client_secret=k3y');
  });
  it('oauth2: a refused client needs a person, a broken token server is tried again', async () => {
    const creation = { auth: 'oauth2', tokenUrl: `${server.url}/token`, clientId: 'c', clientSecret: 'SE_k', sendIn: 'basic' };
    expect(await faultOf({ status: 401 }, [{ a: 1 }], creation)).toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_TOKEN' });
    expect(await faultOf({ status: 503 }, [{ a: 1 }], creation)).toMatchObject({ outcome: 'retry', code: 'DELIVERY_TOKEN' });
  });
  it.each([307, 308, 302])('oauth2: a token server that answers %i does not send the client secret to another host', async (status) => {
    const elsewhere = await startFaultServer();
    const creation = { auth: 'oauth2', tokenUrl: `${server.url}/token`, clientId: 'c', clientSecret: 'SE_k', followRedirects: 3 };
    const fault = { status, headers: { location: `${elsewhere.url}/token` } };
    expect(await faultOf(fault, [{ a: 1 }], creation)).toBeInstanceOf(Misconfigured);
    expect(elsewhere.received).toEqual([]);
    await elsewhere.close();
  });
  it('probe authenticates without writing', async () => {
    const sink = await open({}, {});
    await httpRuntime.probe(httpDatasink.creation.parse({ baseUrl: server.url }) as never, sink.ctx, never);
    expect(server.received).toMatchObject([{ method: 'HEAD', body: '' }]);
    server.script.push({ status: 403 });
    await expect(httpRuntime.probe(httpDatasink.creation.parse({ baseUrl: server.url }) as never, sink.ctx, never)).rejects.toBeInstanceOf(
      Misconfigured,
    );
  });
});
