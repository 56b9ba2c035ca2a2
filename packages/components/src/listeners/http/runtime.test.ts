import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { systemClock, type Clock } from '@acequia/base';
import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness, type Harness } from '../../testing/listener-harness.ts';
import { httpConfig, type HttpConfig } from './config.ts';
import { httpListenerRuntime } from './runtime.ts';
import { sendCommands } from './send-commands.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(config: Partial<Record<keyof HttpConfig, unknown>> = {}, harness: Harness = listenerHarness({ secrets })) {
  const full: HttpConfig = { ...httpConfig.parse(config), bind: '127.0.0.1', port: 0 };
  const running = await httpListenerRuntime.start(full, harness.ctx);
  stops.push(() => running.stop());
  const { port } = running.addresses[0]!;
  return { ...harness, running, port, config: { ...full, port }, url: `http://127.0.0.1:${port}/` };
}

const secrets = { SE_token: 't0k', SE_pass: 'pässword', SE_key: 'k3y', SE_hmac: 'shh', SE_old: 'old' };

const post = async (url: string, body: string | Uint8Array, headers: Record<string, string> = {}, method = 'POST') => {
  const response = await fetch(url, { method, body: body as string, headers });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : text,
  };
};

const curl = (...args: string[]) =>
  new Promise<string>((resolve) =>
    execFile('curl', ['-sS', '-w', '\n%{http_code}', ...args], { encoding: 'utf8' }, (_, stdout) => resolve(stdout)),
  );

const raw = (port: number, text: string | Buffer) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });

function decoded(config: HttpConfig, intake: FakeIntake) {
  return decodeFrames((slots) => httpListenerRuntime.decoder(config, { slots }), intake.frames);
}

describe('extraction', () => {
  test.each([
    ['object', 'application/json', '{"a":1,"b":{"c":[1,2]}}', [{ a: 1, b: { c: [1, 2] } }]],
    ['object sent by curl as a form', 'application/x-www-form-urlencoded', '{"a":1}', [{ a: 1 }]],
    ['array', 'application/json', ' [{"a":1}, {"a":2} ]', [{ a: 1 }, { a: 2 }]],
    ['several objects on lines', 'text/plain', '{"a":1}\n\n{"a":2}\n', [{ a: 1 }, { a: 2 }]],
    ['objects without a break', 'application/json', '{"a":1}{"a":2}', [{ a: 1 }, { a: 2 }]],
    ['lines', 'text/plain', 'one\r\ntwo\n', [{ message: 'one' }, { message: 'two' }]],
    ['form', 'application/x-www-form-urlencoded', 'a=1&b=x+y&b=z', [{ a: '1', b: ['x y', 'z'] }]],
    ['scalar array', 'application/json', '[1,"x",null]', [{ value: 1 }, { value: 'x' }, { value: null }]],
  ])('auto: %s', async (_, type, body, expected) => {
    const { url, intake, config } = await started();
    const answer = await post(url, body, { 'content-type': type });
    expect(answer).toMatchObject({ status: 200, body: { accepted: expected.length, rejected: 0, errors: [] } });
    const rows = decoded(config, intake).events.map(({ fields: { http_method: _m, http_path: _p, ...rest } }) => rest);
    expect(rows).toEqual(expected);
  });

  test.each(['[{"a":1},{"a":2},{"a"', '[{"a":1} {"a":2}]', '[{"a":1}] x'])('auto: of a broken array nothing is taken: %s', async (body) => {
    const { url, intake } = await started();
    expect(await post(url, body)).toMatchObject({
      status: 400,
      body: { accepted: 0, rejected: 1, errors: [{ index: 0, code: 'DECODE_JSON_SYNTAX' }] },
    });
    expect(intake.accepted).toEqual([]);
    const asked = await started({ extraction: 'json-array' });
    expect(await post(asked.url, body)).toMatchObject({ body: { rejected: 1 } });
  });

  test('json-path with inherited members', async () => {
    const { url, intake, config } = await started({ extraction: 'json-path', jsonPath: 'data.records[*]', inherit: ['tenant', 'n'] });
    await post(url, '{"tenant":"t\\u0031","data":{"records":[{"a":1},{"a":2}]},"n":7}');
    expect(decoded(config, intake).events.map((event) => event.fields)).toMatchObject([
      { a: 1, tenant: 't1', n: 7 },
      { a: 2, tenant: 't1', n: 7 },
    ]);
    expect((await post(url, '{"other":1}')).status).toBe(400);
  });

  test('an unreadable element is refused alone, nothing readable is 400', async () => {
    const { url, intake } = await started({ extraction: 'ndjson' });
    expect(await post(url, '{"a":1}\n{bad\n{"a":2}\n')).toMatchObject({
      status: 200,
      body: { accepted: 2, rejected: 1, errors: [{ index: 1, code: 'DECODE_JSON_SYNTAX' }] },
    });
    expect(intake.accepted.length).toBe(2);
    expect((await post(url, '{bad')).status).toBe(400);
    expect(intake.frames.length).toBe(4);
  });

  test('hostile JSON: depth, 1e999, __proto__, duplicate keys, big integers, lone surrogates', async () => {
    const { url, intake, config } = await started({ extraction: 'ndjson' });
    const answer = await post(
      url,
      [
        `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        '{"a":1e999}',
        '{"__proto__":{"x":1},"constructor":2}',
        '{"a":1,"a":2}',
        '{"n":9007199254740993,"m":123456789012345678901234567890}',
        '{"s":"\\ud800","o":{"a":{"b":"\\ud800"}}}',
      ].join('\n'),
    );
    expect(answer.body).toMatchObject({
      accepted: 4,
      rejected: 2,
      errors: [{ code: 'DECODE_JSON_DEPTH' }, { code: 'DECODE_JSON_NUMBER' }],
    });
    const { events } = decoded(config, intake);
    expect(({} as { x?: number }).x).toBeUndefined();
    expect(events[0]!.fields).toMatchObject({ constructor: 2, proto__: { x: 1 } });
    expect(events[1]).toMatchObject({ fields: { a: 2 }, flags: expect.arrayContaining(['duplicate_key']) as string[] });
    expect(events[2]!.fields).toMatchObject({ n: 9007199254740993n, m: '123456789012345678901234567890' });
    expect(events[3]!.fields).toMatchObject({ s: '\uFFFD', o: { a: { b: '\uFFFD' } } });
  });

  test('invalid UTF-8: replaced with a flag, or refused before the answer', async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}\n{"a":"ok"}\n')]);
    const replacing = await started({ extraction: 'ndjson' });
    await post(replacing.url, body);
    expect(decoded(replacing.config, replacing.intake).events.map((event) => event.fields['a'])).toEqual(['\uFFFD', 'ok']);
    const refusing = await started({ extraction: 'ndjson', onInvalid: 'reject' });
    expect((await post(refusing.url, body)).body).toMatchObject({ accepted: 1, rejected: 1, errors: [{ index: 0, code: 'DECODE_UTF8' }] });
  });

  test('time from a field', async () => {
    const { url, intake, config } = await started({ timeField: 'at', timeFormat: 'EPOCH_MS' });
    await post(url, '{"at":1700000000123}');
    expect(decoded(config, intake).events[0]!.time).toBe(1_700_000_000_123_000_000n);
  });

  test('lines of pairs: quotes, escapes, bare names, a line without pairs, invalid bytes', async () => {
    const { url, intake, config } = await started({ extraction: 'lines', format: 'kv' });
    await post(url, Buffer.concat([Buffer.from('a=1 b="x \\"y\\"" c="p q" bare\nno pairs here\nq="open\nbad='), Buffer.from([0xff, 10])]));
    const { events, rejected } = decoded(config, intake);
    expect(events.map((event) => event.fields)).toMatchObject([{ a: '1', b: 'x "y"', c: 'p q', bare: null }, { bad: '\uFFFD' }]);
    expect(rejected.map((row) => row.fields['_error'])).toEqual(['DECODE_KV_PAIRS', 'DECODE_KV_QUOTE']);
  });

  test('GET: the query is the event', async () => {
    const { url, intake, config } = await started({ methods: ['GET'] });
    expect((await fetch(`${url}?a=1&b=x%20y`)).status).toBe(200);
    expect(decoded(config, intake).events[0]!.fields).toMatchObject({ a: '1', b: 'x y', http_method: 'GET' });
  });

  test('lines over the limit are cut at a character border', async () => {
    const { url, intake } = await started({ extraction: 'lines' }, listenerHarness({ intake: new FakeIntake({ maxEventBytes: 1024 }) }));
    await post(url, `${'é'.repeat(1000)}x\nshort\n`);
    expect(intake.frames.map((frame) => frame.bytes.length)).toEqual([1024, 5]);
    expect(intake.frames[0]!.text.endsWith('é')).toBe(true);
  });
});

describe('bodies', () => {
  test('gzip, deflate, br and zstd; an unknown encoding is 415', async () => {
    const { url, intake } = await started();
    for (const [encoding, body] of [
      ['gzip', gzipSync('one')],
      ['deflate', deflateSync('two')],
      ['br', brotliCompressSync('three')],
      ['zstd', zstdCompressSync('four')],
    ] as const) {
      expect((await post(url, body, { 'content-encoding': encoding })).status).toBe(200);
    }
    expect(intake.frames.map((frame) => frame.text)).toEqual(['one', 'two', 'three', 'four']);
    expect((await post(url, 'x', { 'content-encoding': 'compress' })).status).toBe(415);
    expect((await post(url, 'not gzip', { 'content-encoding': 'gzip' })).status).toBe(400);
  });
  test.each([
    ['gzip', gzipSync(Buffer.alloc(64 << 20))],
    ['br', brotliCompressSync(Buffer.alloc(64 << 20))],
    ['zstd', zstdCompressSync(Buffer.alloc(64 << 20))],
  ] as const)('a %s bomb is refused, little memory is used', async (encoding, bomb) => {
    const { url, intake } = await started({ maxDecoded: '1 GiB' });
    const before = process.memoryUsage().rss;
    expect((await post(url, bomb, { 'content-encoding': encoding })).status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(64 << 20);
    expect(intake.frames.length).toBe(0);
  });
  test('a body over the limit: 413 by its length, and by its bytes when chunked', async () => {
    const { url, port } = await started({ maxBody: '1 KiB' });
    expect((await post(url, 'x'.repeat(2000))).status).toBe(413);
    const chunked = await raw(
      port,
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n7d0\r\n${'x'.repeat(2000)}\r\n0\r\n\r\n`,
    );
    expect(chunked).toMatch(/^HTTP\/1\.1 413/);
  });
  test('expect: 100-continue is asked for only when the headers are fine', async () => {
    const { url } = await started({ maxBody: '1 KiB' });
    const fine = await curl('-v', '--stderr', '-', '-H', 'Expect: 100-continue', '-d', '{"a":1}', url);
    expect(fine).toContain('100 Continue');
    expect(fine.trim().endsWith('200')).toBe(true);
    const refused = await curl('-v', '--stderr', '-', '-H', 'Expect: 100-continue', '-d', 'x'.repeat(5000), url);
    expect(refused).not.toContain('100 Continue');
    expect(refused.trim().endsWith('413')).toBe(true);
  });
  test('HTTP/1.0 and chunked uploads by curl', async () => {
    const { url, intake } = await started();
    expect(await curl('--http1.0', '-d', 'one', url)).toMatch(/200$/);
    expect(await curl('-H', 'Transfer-Encoding: chunked', '-d', 'two', url)).toMatch(/200$/);
    expect(intake.frames.map((frame) => frame.text)).toEqual(['one', 'two']);
  });
  test('slow loris: a body that never ends is answered 408 and closed', async () => {
    let armed: (fire: () => void) => void = () => undefined;
    const bodyTimer = new Promise<() => void>((resolve) => (armed = resolve));
    const clock: Clock = {
      ...systemClock,
      after: (ms, run) => (ms === 60_000 ? (armed(run), () => undefined) : systemClock.after(ms, run)),
    };
    const { port, intake } = await started({}, listenerHarness({ clock }));
    const answer = raw(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    (await bodyTimer)();
    expect(await answer).toMatch(/^HTTP\/1\.1 408/);
    expect(intake.frames.length).toBe(0);
  });
});

describe('credentials', () => {
  test('basic, bearer and api key: right, wrong, missing; the name is kept', async () => {
    const basic = await started({ auth: 'basic', users: [{ name: 'ana', username: 'u', password: 'SE_pass' }] });
    expect((await post(basic.url, 'x', { authorization: `Basic ${Buffer.from('u:pässword').toString('base64')}` })).status).toBe(200);
    expect(basic.intake.frames[0]!.meta.credential).toBe('ana');
    const missing = await post(basic.url, 'x');
    expect([missing.status, missing.headers.get('www-authenticate')]).toEqual([401, 'Basic realm="acequia", charset="UTF-8"']);

    const bearer = await started({
      auth: 'bearer',
      tokens: [
        { name: 'a', token: 'SE_old' },
        { name: 'b', token: 'SE_token' },
      ],
    });
    expect((await post(bearer.url, 'x', { authorization: 'Bearer t0k' })).status).toBe(200);
    expect(bearer.intake.frames[0]!.meta.credential).toBe('b');
    expect((await post(bearer.url, 'x', { authorization: 'Bearer nope' })).status).toBe(401);

    const key = await started({
      auth: 'api-key',
      keyIn: 'query',
      keyName: 'k',
      keys: [{ name: 'c', key: 'SE_key' }],
      captureHeaders: 'all',
    });
    expect((await post(`${key.url}?k=k3y&x=1`, 'x', { cookie: 'no', authorization: 'no' })).status).toBe(200);
    const fields = decoded(key.config, key.intake).events[0]!.fields;
    expect(fields['http_query']).toEqual({ x: '1' });
    expect(JSON.stringify(fields)).not.toMatch(/k3y|cookie|authorization/);
  });

  test('hmac: webhook senders, rotation, stale signature', async () => {
    const body = '{"a":1}';
    const sign = (text: string, secret = 'shh', encoding: 'hex' | 'base64' = 'hex') =>
      createHmac('sha256', secret).update(text).digest(encoding);
    const now = Math.floor(Date.now() / 1000);
    const at = async (hmac: object, headers: Record<string, string>) =>
      (
        await post(
          (
            await started({
              auth: 'hmac',
              hmac: {
                secrets: [
                  { name: 'new', secret: 'SE_hmac' },
                  { name: 'old', secret: 'SE_old' },
                ],
                ...hmac,
              },
            })
          ).url,
          body,
          headers,
        )
      ).status;
    expect(await at({ sender: 'github' }, { 'x-hub-signature-256': `sha256=${sign(body)}` })).toBe(200);
    expect(await at({ sender: 'github' }, { 'x-hub-signature-256': `sha256=${sign(body, 'old')}` })).toBe(200);
    expect(await at({ sender: 'github' }, { 'x-hub-signature-256': `sha256=${sign(`${body} `)}` })).toBe(401);
    expect(
      await at({ sender: 'slack' }, { 'x-slack-signature': `v0=${sign(`v0:${now}:${body}`)}`, 'x-slack-request-timestamp': String(now) }),
    ).toBe(200);
    expect(
      await at(
        { sender: 'slack' },
        { 'x-slack-signature': `v0=${sign(`v0:${now - 900}:${body}`)}`, 'x-slack-request-timestamp': String(now - 900) },
      ),
    ).toBe(403);
    expect(await at({ sender: 'stripe' }, { 'stripe-signature': `t=${now},v1=${sign(`${now}.${body}`)}` })).toBe(200);
    expect(await at({ sender: 'shopify' }, { 'x-shopify-hmac-sha256': sign(body, 'shh', 'base64') })).toBe(200);
    expect(await at({ sender: 'custom', header: 'X-Sig' }, { 'x-sig': sign(body) })).toBe(200);
    expect(await at({ sender: 'custom' }, {})).toBe(401);
  });

  test('20 failures lock the address for 60 s, also for the right token', async () => {
    let now = 0;
    const clock: Clock = { ...systemClock, monotonic: () => now };
    const { url } = await started({ auth: 'bearer', tokens: [{ name: 'b', token: 'SE_token' }] }, listenerHarness({ secrets, clock }));
    for (let attempt = 0; attempt < 20; attempt++) expect((await post(url, 'x', { authorization: 'Bearer no' })).status).toBe(401);
    const locked = await post(url, 'x', { authorization: 'Bearer t0k' });
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '60']);
    now = 61_000;
    expect((await post(url, 'x', { authorization: 'Bearer t0k' })).status).toBe(200);
  });
});

describe('answers', () => {
  test('404, 405, 503 behind, 429 quota, 503 while submitting, idempotency key', async () => {
    const { url, intake } = await started({ path: ['/in', '/hooks/*'] });
    expect((await post(url, 'x')).status).toBe(404);
    expect((await post(`${url}hooks/a/b`, 'x')).status).toBe(200);
    const put = await post(`${url}in`, 'x', {}, 'PUT');
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST']);
    intake.busy = 'behind';
    const behind = await post(`${url}in`, 'x');
    expect([behind.status, behind.headers.get('retry-after')]).toEqual([503, '1']);
    intake.busy = 'quota';
    expect((await post(`${url}in`, 'x')).status).toBe(429);
    intake.busy = false;
    intake.refuse = new IntakeBusy('timeout', 2500);
    const late = await post(`${url}in`, 'x');
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '3']);
    intake.refuse = undefined;
    for (let send = 0; send < 2; send++) expect((await post(`${url}in`, 'x', { 'idempotency-key': 'k1' })).status).toBe(200);
    expect(intake.frames.length).toBe(2);
  });
  test('an idempotency key that was used for other content, or at another path, loses nothing', async () => {
    const { url, intake } = await started({ path: ['/in', '/hooks/*'] });
    const headers = { 'idempotency-key': 'k1' };
    for (const [path, body] of [
      ['in', 'one'],
      ['in', 'two'],
      ['hooks/a', 'one'],
      ['in', 'one'],
    ] as const)
      expect((await post(url + path, body, headers)).status).toBe(200);
    expect(intake.frames.length).toBe(3);
  });
  test('own status and body; X-Forwarded-For only from trusted proxies; captured headers', async () => {
    const own = await started({
      successStatus: 202,
      responseBody: 'ok ${accepted}/${rejected}',
      trustedProxies: ['127.0.0.1'],
      captureHeaders: 'list',
      headerNames: ['X-A'],
    });
    const answer = await post(own.url, 'x', { 'x-forwarded-for': '6.6.6.6, 203.0.113.5', 'x-a': '1' });
    expect([answer.status, answer.body]).toEqual([202, 'ok 1/0']);
    expect(own.intake.frames[0]!.meta).toMatchObject({ sourceIp: '203.0.113.5' });
    expect(decoded(own.config, own.intake).events[0]!.fields['http_headers']).toEqual({ 'x-a': '1' });
    const plain = await started();
    await post(plain.url, 'x', { 'x-forwarded-for': '203.0.113.5' });
    expect(plain.intake.frames[0]!.meta.sourceIp).toBe('127.0.0.1');
  });
  test('handshakes are answered and are no events', async () => {
    const slack = await started({ handshake: 'slack' });
    expect((await post(slack.url, '{"type":"url_verification","challenge":"c1"}')).body).toBe('c1');
    const graph = await started({ handshake: 'microsoft-graph' });
    expect((await post(`${graph.url}?validationToken=a%20b`, '')).body).toBe('a b');
    const grid = await started({ handshake: 'event-grid' });
    expect(
      (await post(grid.url, '[{"eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","data":{"validationCode":"v"}}]')).body,
    ).toEqual({ validationResponse: 'v' });
    const okta = await started({ handshake: 'okta' });
    expect(await (await fetch(okta.url, { headers: { 'x-okta-verification-challenge': 'o' } })).json()).toEqual({ verification: 'o' });
    const sns = await started({ handshake: 'sns' });
    expect(
      (await post(sns.url, '{"SubscribeURL":"https://evil.example/"}', { 'x-amz-sns-message-type': 'SubscriptionConfirmation' })).status,
    ).toBe(400);
    for (const each of [slack, graph, grid, okta, sns]) expect(each.intake.frames.length).toBe(0);
  });
  test('cors: preflight and origin', async () => {
    const { url } = await started({ cors: ['https://app.example'] });
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, 'https://app.example']);
    expect((await post(url, 'x', { origin: 'https://other.example' })).headers.get('access-control-allow-origin')).toBeNull();
  });
  test('a sender that closes its side behind its request is answered', async () => {
    const { port, url, intake } = await started();
    intake.hold();
    const answer = new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () =>
        socket.end('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx'),
      );
      let text = '';
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
      socket.on('end', () => resolve(text));
    });
    await intake.submittedAtLeast(1);
    expect((await post(url, '', {}, 'DELETE')).status).toBe(405);
    intake.release();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 [^]*"accepted":1/);
  });
  test('a sender that waits longer than the idle time is answered; one that does not finish its request is cut off', async () => {
    const { port, url, intake } = await started({ idleTimeout: '1s' });
    intake.hold();
    const answer = post(url, 'x').catch((error: unknown) => error);
    await intake.submittedAtLeast(1);
    expect(await raw(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nx')).not.toContain('200');
    intake.release();
    expect(await answer).toMatchObject({ status: 200 });
  });
  test('stop waits for the body being journaled and answers it', async () => {
    const { url, intake, running } = await started();
    intake.hold();
    const answer = post(url, 'x');
    await intake.submittedAtLeast(1);
    const stopped = running.stop();
    intake.release();
    expect((await answer).status).toBe(200);
    await stopped;
    expect(intake.opened).toBe(intake.closed);
  });
  test('the send commands work as printed', async () => {
    for (const config of [
      {},
      { auth: 'bearer', tokens: [{ name: 'a', token: 'SE_token' }] },
      { auth: 'hmac', hmac: { sender: 'stripe', secrets: [{ name: 'a', secret: 'SE_hmac' }] } },
      { auth: 'hmac', hmac: { sender: 'shopify', secrets: [{ name: 'a', secret: 'SE_hmac' }] } },
      { extraction: 'json-path', jsonPath: 'a.b[*]' },
    ]) {
      const { config: full, intake } = await started(config);
      const command = sendCommands(full, '127.0.0.1')[0]!
        .command.replace('<tokens.0.token>', 't0k')
        .replace('<hmac.secrets.0.secret>', 'shh');
      await new Promise<void>((resolve) => execFile('sh', ['-c', command], () => resolve()));
      expect(intake.accepted.length, command).toBe(1);
    }
  });
});
