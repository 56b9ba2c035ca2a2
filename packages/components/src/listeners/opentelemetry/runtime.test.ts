import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { frameFlags } from '@acequia/batch';
import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { FakeIntake } from '@acequia/testkit';
import { Client, Metadata, credentials, status, type ServiceError } from '@grpc/grpc-js';
import { afterEach, describe, expect, test } from 'vitest';
import { protobufOfJson } from '../../formats/otlp/json-request.ts';
import { listenerHarness, type Harness } from '../../testing/listener-harness.ts';
import { startOtlpListener } from '../../testing/otlp-listener.ts';
import { openTelemetryConfig } from './config.ts';
import { sendCommands } from './send-commands.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(config: object = {}, harness?: Harness) {
  const listener = await startOtlpListener(config, harness);
  stops.push(() => listener.running.stop());
  return listener;
}

const logs = (...records: object[]) => JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: records }] }] });
const text = (body: string) => ({ body: { stringValue: body } });
const deep = (levels: number): object => {
  let value: object = { stringValue: 'x' };
  for (let level = 0; level < levels; level++) value = { arrayValue: { values: [value] } };
  return { body: value };
};

function protobuf(json: string): Buffer {
  const read = protobufOfJson('logs', Buffer.from(json));
  if ('code' in read) throw new Error(read.code);
  return Buffer.from(read.bytes);
}

async function post(port: number, body: string | Uint8Array, headers: Record<string, string> = {}, path = '/v1/logs', method = 'POST') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method === 'GET' ? {} : { body: body as string }),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

const exportLogs = '/opentelemetry.proto.collector.logs.v1.LogsService/Export';

/** One unary call of the official client. */
function call(
  port: number,
  message: Uint8Array,
  options: {
    readonly path?: string;
    readonly metadata?: Record<string, string>;
    readonly channel?: ReturnType<typeof credentials.createSsl>;
  } = {},
): Promise<{
  readonly code: number;
  readonly details: string;
  readonly message: Buffer | undefined;
  readonly metadata: Metadata | undefined;
}> {
  const client = new Client(`127.0.0.1:${port}`, options.channel ?? credentials.createInsecure(), {
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
  });
  stops.push(() => client.close());
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(options.metadata ?? {})) metadata.set(name, value);
  return new Promise((resolve) =>
    client.makeUnaryRequest(
      options.path ?? exportLogs,
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => bytes,
      Buffer.from(message),
      metadata,
      (error: ServiceError | null, answer?: Buffer) =>
        resolve({
          code: error?.code ?? status.OK,
          details: error?.details ?? '',
          message: answer,
          metadata: error?.metadata,
        }),
    ),
  );
}

describe('answers', () => {
  test('an empty response, in the encoding of the request, after the journal', async () => {
    const intake = new FakeIntake();
    const { httpPort, grpcPort } = await started({}, listenerHarness({ intake }));
    intake.hold();
    let answered = 0;
    const answers = [
      post(httpPort, logs(text('a'))),
      post(httpPort, protobuf(logs(text('b'))), { 'content-type': 'application/x-protobuf' }),
      call(grpcPort, protobuf(logs(text('c')))),
    ];
    for (const answer of answers) void answer.then(() => answered++);
    await fetch(`http://127.0.0.1:${httpPort}/other`, { method: 'POST' });
    expect(answered).toBe(0);
    intake.release();
    const [json, proto, grpc] = (await Promise.all(answers)) as never as [
      Awaited<ReturnType<typeof post>>,
      Awaited<ReturnType<typeof post>>,
      Awaited<ReturnType<typeof call>>,
    ];
    expect([json.status, json.headers.get('content-type'), json.bytes.toString()]).toEqual([200, 'application/json', '{}']);
    expect([proto.status, proto.headers.get('content-type'), proto.bytes.length]).toEqual([200, 'application/x-protobuf', 0]);
    expect([grpc.code, grpc.message?.length]).toEqual([status.OK, 0]);
    expect(intake.accepted.length).toBe(3);
    expect(intake.accepted.every((frame) => (frame.flags & frameFlags.checked) !== 0)).toBe(true);
  });

  test('an unusable record is refused alone and told in partial_success; nothing usable is a bad request', async () => {
    const { httpPort, grpcPort, intake, decoded } = await started();
    const mixed = logs(text('good'), deep(70), text('fine'));
    const json = await post(httpPort, mixed);
    expect([json.status, JSON.parse(json.bytes.toString())]).toMatchObject([
      200,
      { partialSuccess: { rejectedLogRecords: '1', errorMessage: expect.stringContaining('DECODE_JSON_DEPTH') as string } },
    ]);
    const grpc = await call(grpcPort, protobuf(mixed));
    expect([grpc.code, grpc.message?.includes('DECODE_JSON_DEPTH')]).toEqual([status.OK, true]);
    expect(decoded().events.map((event) => event.fields['body'])).toEqual(['good', 'fine', 'good', 'fine']);
    expect(intake.frames.map((frame) => frame.flags & frameFlags.rejected)).toEqual([0, frameFlags.rejected, 0, frameFlags.rejected]);

    const bad = await post(httpPort, logs(deep(70)));
    expect([bad.status, JSON.parse(bad.bytes.toString())]).toMatchObject([400, { code: 3 }]);
    expect((await call(grpcPort, protobuf(logs(deep(70))))).code).toBe(status.INVALID_ARGUMENT);
  });

  test.each([
    ['protobuf that is cut off', 'application/x-protobuf', Buffer.from([0x0a, 0x7f, 1])],
    ['a length beyond 32 bits', 'application/x-protobuf', Buffer.from([0x0a, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])],
    ['JSON that is cut off', 'application/json', Buffer.from('{"resourceLogs":[')],
    ['JSON of the wrong shape', 'application/json', Buffer.from('{"resourceLogs":{"a":1}}')],
    ['an id that is not hexadecimal', 'application/json', Buffer.from(logs({ traceId: 'zz' }))],
  ])('%s is a bad request, kept as a refused frame', async (_, type, body) => {
    const { httpPort, grpcPort, intake } = await started();
    expect((await post(httpPort, body, { 'content-type': type })).status).toBe(400);
    expect(intake.rejected.length + intake.frames.filter((frame) => (frame.flags & frameFlags.rejected) !== 0).length).toBe(1);
    expect(intake.accepted.length).toBe(0);
    if (type === 'application/x-protobuf') expect((await call(grpcPort, body)).code).toBe(status.INVALID_ARGUMENT);
  });

  test('path, method, content type, content encoding, size', async () => {
    const { httpPort, grpcPort } = await started({ signals: ['logs'], maxBody: '1 KiB' });
    const small = protobuf(logs(text('a')));
    const proto = { 'content-type': 'application/x-protobuf; charset=utf-8' };
    expect((await post(httpPort, '{}', {}, '/v1/traces')).status).toBe(404);
    expect((await post(httpPort, '', {}, '/v1/logs', 'GET')).status).toBe(405);
    expect((await post(httpPort, 'a', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post(httpPort, 'a', { 'content-encoding': 'snappy' })).status).toBe(415);
    expect((await post(httpPort, brotliCompressSync('{}'), { 'content-encoding': 'br' })).status).toBe(415);
    expect((await post(httpPort, Buffer.alloc(2000), proto)).status).toBe(413);
    expect((await post(httpPort, gzipSync(small), { ...proto, 'content-encoding': 'gzip' })).status).toBe(200);
    expect((await post(httpPort, zstdCompressSync(small), { ...proto, 'content-encoding': 'zstd' })).status).toBe(200);
    expect((await post(httpPort, '{}')).status).toBe(200);
    const path = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
    expect((await call(grpcPort, small, { path })).code).toBe(status.UNIMPLEMENTED);
    const large = await call(grpcPort, Buffer.alloc(2000));
    expect(large.code).toBe(status.RESOURCE_EXHAUSTED);
    expect(String(large.metadata?.get('grpc-status-details-bin')[0])).not.toContain('RetryInfo');
    expect((await call(grpcPort, small)).code).toBe(status.OK);
  });

  test('a switched-off protocol is not spoken, its port not opened', async () => {
    const http = await started({ protocols: ['json'] });
    expect(http.running.addresses.length).toBe(1);
    expect((await post(http.httpPort, protobuf(logs(text('a'))), { 'content-type': 'application/x-protobuf' })).status).toBe(415);
    const grpc = await started({ protocols: ['grpc'] });
    expect(grpc.running.addresses.length).toBe(1);
    expect((await call(grpc.grpcPort, protobuf(logs(text('a'))))).code).toBe(status.OK);
  });

  test('bombs stop at the cap, and at 500:1', async () => {
    const { httpPort, grpcPort } = await started();
    const bomb = gzipSync(Buffer.alloc(24 * 1024 * 1024));
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    expect((await post(httpPort, bomb, headers)).status).toBe(413);
    expect(
      (await post(httpPort, zstdCompressSync(Buffer.alloc(24 * 1024 * 1024)), { ...headers, 'content-encoding': 'zstd' })).status,
    ).toBe(413);
    const client = new Client(`127.0.0.1:${grpcPort}`, credentials.createInsecure(), { 'grpc.default_compression_algorithm': 2 });
    stops.push(() => client.close());
    const code = await new Promise((resolve) =>
      client.makeUnaryRequest(
        exportLogs,
        (bytes: Buffer) => bytes,
        (bytes: Buffer) => bytes,
        Buffer.alloc(24 * 1024 * 1024),
        (error: ServiceError | null) => resolve(error?.code),
      ),
    );
    expect(code).toBe(status.RESOURCE_EXHAUSTED);
  });
});

describe('busy', () => {
  test.each([
    ['behind', 503, status.UNAVAILABLE],
    ['stopping', 503, status.UNAVAILABLE],
    ['timeout', 503, status.UNAVAILABLE],
    ['quota', 429, status.RESOURCE_EXHAUSTED],
  ] as const)('%s: the wait is told', async (reason, http, grpc) => {
    const intake = new FakeIntake();
    intake.refuse = new IntakeBusy(reason, 2500);
    const { httpPort, grpcPort } = await started({}, listenerHarness({ intake }));
    const answer = await post(httpPort, logs(text('a')));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([http, '3']);
    const refused = await call(grpcPort, protobuf(logs(text('a'))));
    expect(refused.code).toBe(grpc);
    const details = refused.metadata?.get('grpc-status-details-bin')[0] as Buffer;
    expect(details.includes('type.googleapis.com/google.rpc.RetryInfo')).toBe(true);
    // Duration { seconds: 2, nanos: 500000000 }
    expect(details.includes(Buffer.from([0x08, 2, 0x10, 0x80, 0xca, 0xb5, 0xee, 0x01]))).toBe(true);
  });

  test('nothing is read while the journal is behind', async () => {
    const intake = new FakeIntake();
    intake.busy = 'quota';
    const { httpPort, grpcPort } = await started({}, listenerHarness({ intake }));
    expect((await post(httpPort, logs(text('a')))).status).toBe(429);
    expect((await call(grpcPort, Buffer.alloc(8 * 1024 * 1024))).code).toBe(status.RESOURCE_EXHAUSTED);
  });
});

describe('credentials', () => {
  const secrets = { SE_t: 't0k', SE_p: 'pässword', SE_k: 'k3y' };
  test.each([
    [
      'basic',
      { users: [{ name: 'ana', username: 'u', password: 'SE_p' }] },
      'authorization',
      `Basic ${Buffer.from('u:pässword').toString('base64')}`,
    ],
    ['bearer', { tokens: [{ name: 'ana', token: 'SE_t' }] }, 'authorization', 'Bearer t0k'],
    ['api-key', { keys: [{ name: 'ana', key: 'SE_k' }] }, 'x-api-key', 'k3y'],
  ])('%s, over HTTP and gRPC', async (auth, config, name, value) => {
    const { httpPort, grpcPort, intake } = await started({ auth, ...config }, listenerHarness({ secrets }));
    expect((await post(httpPort, logs(text('a')))).status).toBe(401);
    expect((await post(httpPort, logs(text('a')), { [name]: `${value.slice(0, -4)}AAAA` })).status).toBe(401);
    expect((await call(grpcPort, protobuf(logs(text('a'))))).code).toBe(status.UNAUTHENTICATED);
    expect((await post(httpPort, logs(text('a')), { [name]: value })).status).toBe(200);
    expect((await call(grpcPort, protobuf(logs(text('a'))), { metadata: { [name]: value } })).code).toBe(status.OK);
    expect(intake.frames.map((frame) => frame.meta.credential)).toEqual(['ana', 'ana']);
  });

  test('a key in the query, and guessing ends in a pause on both ports', async () => {
    const config = { auth: 'api-key', keyIn: 'query', keyName: 'key', keys: [{ name: 'ana', key: 'SE_k' }] };
    const { httpPort, grpcPort } = await started(config, listenerHarness({ secrets }));
    expect((await post(httpPort, '{}', {}, '/v1/logs?key=k3y')).status).toBe(200);
    for (let guess = 0; guess < 20; guess++) expect((await post(httpPort, '{}', {}, `/v1/logs?key=${guess}`)).status).toBe(401);
    expect((await post(httpPort, '{}', {}, '/v1/logs?key=k3y')).status).toBe(429);
    expect((await call(grpcPort, Buffer.alloc(0))).code).toBe(status.RESOURCE_EXHAUSTED);
  });
});

test('a request larger than a frame may be is cut between records, a larger record refused alone', async () => {
  const intake = new FakeIntake({ maxEventBytes: 4096 });
  const { httpPort, decoded } = await started({}, listenerHarness({ intake }));
  const record = (index: number) => ({
    body: { stringValue: `${index}`.padEnd(700, '.') },
    attributes: [{ key: 'n', value: { intValue: index } }],
  });
  const body = JSON.stringify({
    resourceLogs: ['a', 'b'].map((name) => ({
      resource: { attributes: [{ key: 'service.name', value: { stringValue: name } }] },
      scopeLogs: [{ scope: { name: `scope ${name}` }, logRecords: [...Array(9).keys()].map(record) }],
    })),
  });
  expect((await post(httpPort, body)).bytes.toString()).toBe('{}');
  expect(intake.accepted.length).toBeGreaterThan(3);
  expect(intake.accepted.every((frame) => frame.bytes.length <= 4096)).toBe(true);
  const rows = decoded().events.map(({ fields }) => [
    (fields['resource'] as { 'service.name': string })['service.name'],
    fields['scope_name'],
    (fields['attributes'] as { n: number }).n,
  ]);
  expect(rows).toEqual(['a', 'b'].flatMap((name) => [...Array(9).keys()].map((index) => [name, `scope ${name}`, index])));

  const large = await post(httpPort, logs(text('x'.repeat(5000)), text('small')));
  expect(large.bytes.toString()).toContain('LIMIT_EVENT_SIZE');
  expect(decoded().events.at(-1)!.fields['body']).toBe('small');
});

test('a burst of 64 MiB arrives whole', async () => {
  const { grpcPort, intake } = await started();
  const body = protobuf(logs(...Array.from({ length: 8000 }, (_, index) => text(`${index}`.padEnd(1000, '.')))));
  const answers = await Promise.all(Array.from({ length: 8 }, () => call(grpcPort, body)));
  expect(answers.every((answer) => answer.code === status.OK)).toBe(true);
  expect(intake.accepted.reduce((sum, frame) => sum + frame.bytes.length, 0)).toBeGreaterThan(61 * 1024 * 1024);
});

test('stop lets running requests end and refuses new ones', async () => {
  const intake = new FakeIntake();
  const { httpPort, grpcPort, running } = await started({}, listenerHarness({ intake }));
  intake.hold();
  const waiting = [post(httpPort, logs(text('a'))), call(grpcPort, protobuf(logs(text('b'))))] as const;
  await intake.submittedAtLeast(2);
  const stopped = running.stop();
  intake.release();
  const [http, grpc] = await Promise.all(waiting);
  expect([http.status, grpc.code]).toEqual([200, status.OK]);
  await stopped;
  await expect(fetch(`http://127.0.0.1:${httpPort}/v1/logs`)).rejects.toThrow();
  expect((await call(grpcPort, Buffer.alloc(0))).code).toBe(status.UNAVAILABLE);
});

test('callers that wait longer than the idle time are answered, over HTTP and gRPC', async () => {
  const intake = new FakeIntake();
  const { httpPort, grpcPort } = await started({ idleTimeout: '1s' }, listenerHarness({ intake }));
  intake.hold();
  const waiting = [post(httpPort, logs(text('a'))).catch(() => undefined), call(grpcPort, protobuf(logs(text('b'))))] as const;
  await intake.submittedAtLeast(2);
  await new Promise((resolve) => connect(httpPort, '127.0.0.1').on('close', resolve).resume());
  intake.release();
  const [http, grpc] = await Promise.all(waiting);
  expect([http?.status, grpc.code]).toEqual([200, status.OK]);
});

describe('TLS', () => {
  function certificates() {
    const dir = mkdtempSync(join(tmpdir(), 'otlp-tls-'));
    stops.push(() => rmSync(dir, { recursive: true }));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca', '-days', '2');
    writeFileSync(join(dir, 'san'), 'subjectAltName=IP:127.0.0.1,DNS:localhost');
    for (const name of ['server', 'client']) {
      openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'san'];
      openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signing);
    }
    return { dir, pem: (name: string) => readFileSync(join(dir, name)) };
  }

  test('mutual TLS on both ports; the client is known by its subject', async () => {
    const { dir, pem } = certificates();
    const secrets = { SE_c: pem('server.pem').toString(), SE_k: pem('server.key').toString(), SE_ca: pem('ca.pem').toString() };
    const tls = { tls: true, certificate: 'SE_c', privateKey: 'SE_k', caChain: 'SE_ca', clientAuth: 'require-and-verify' };
    const { httpPort, grpcPort, intake } = await started(tls, listenerHarness({ secrets }));
    const known = credentials.createSsl(pem('ca.pem'), pem('client.key'), pem('client.pem'));
    expect((await call(grpcPort, protobuf(logs(text('a'))), { channel: known })).code).toBe(status.OK);
    expect(intake.frames[0]!.meta).toMatchObject({ transport: 'grpc', tlsSubject: 'CN=client' });
    const url = `https://127.0.0.1:${httpPort}/v1/logs`;
    const sent = ['-H', 'Content-Type: application/json', '--data-binary', logs(text('b')), url];
    const curl = (...identity: string[]) =>
      new Promise<string>((resolve) =>
        execFile('curl', ['-sS', '--cacert', 'ca.pem', ...identity, ...sent], { cwd: dir, encoding: 'utf8' }, (error, stdout) =>
          resolve(error ? 'refused' : stdout),
        ),
      );
    expect(await curl('--cert', 'client.pem', '--key', 'client.key')).toBe('{}');
    expect(await curl()).toBe('refused');
    expect(intake.frames[1]!.meta).toMatchObject({ transport: 'https', tlsSubject: 'CN=client' });
    const unknown = credentials.createSsl(pem('ca.pem'));
    expect((await call(grpcPort, protobuf(logs(text('a'))), { channel: unknown })).code).toBe(status.UNAVAILABLE);
  });
});

test('a PROXY header before HTTP/2 names the sender', async () => {
  const { grpcPort, intake } = await started({ proxyProtocol: 'auto' });
  const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]);
  const socket = connect(grpcPort, '127.0.0.1', () =>
    socket.write(Buffer.concat([Buffer.from('PROXY TCP4 192.0.2.7 192.0.2.1 4711 4317\r\n'), preface, settings])),
  );
  stops.push(() => socket.destroy());
  const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
  expect(answer[3]).toBe(4);
  expect(intake.frames.length).toBe(0);
});

test('a gRPC connection without calls is closed after the idle time', async () => {
  const { grpcPort } = await started({ idleTimeout: '1s' });
  const session = connectHttp2(`http://127.0.0.1:${grpcPort}`);
  await new Promise<void>((resolve) => session.once('close', resolve));
  expect(session.destroyed).toBe(true);
});

test('the commands that are shown send one event of each signal', async () => {
  const { config, httpPort, intake, decoded } = await started();
  const commands = sendCommands({ ...config, httpPort }, '127.0.0.1');
  expect(commands.map((each) => each.tool)).toEqual(['curl (logs)', 'curl (metrics)', 'curl (traces)', 'OpenTelemetry Collector']);
  for (const { command } of commands.slice(0, 3)) {
    const output = await new Promise<string>((resolve, reject) =>
      execFile('sh', ['-c', command], { encoding: 'utf8' }, (error, stdout) => (error ? reject(error) : resolve(stdout))),
    );
    expect(output).toBe('{}');
  }
  expect(intake.accepted.length).toBe(3);
  expect(decoded().events.map((event) => event.fields['signal'])).toEqual(['logs', 'metrics', 'traces']);
  expect(sendCommands(openTelemetryConfig.parse({ protocols: ['grpc'] }), 'h')[0]!.command).toContain('http://h:4317');
});
