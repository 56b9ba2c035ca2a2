import { randomBytes } from 'node:crypto';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { systemClock } from '@acequia/base';
import { afterEach, describe, expect, test } from 'vitest';
import { backoffMs } from '../backoff.ts';
import { createInflater } from '../compression/inflate.ts';
import { createByteBudget } from '../http/byte-budget.ts';
import { createFailureGate } from '../http/failure-gate.ts';
import { createHttpClient } from '../http/http-client.ts';
import { answer, startHttpServer } from '../http/http-server.ts';
import { readBody } from '../http/read-body.ts';
import { connectTcp } from './tcp-client.ts';
import { readProxyHeader } from './proxy-header.ts';
import { startTcpServer } from './tcp-server.ts';

const stops: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const egress = { mode: 'open', allowed: [] } as const;
const acceptor = {
  host: '127.0.0.1',
  port: 0,
  maxConnections: 10,
  idleTimeoutMs: 60_000,
  proxyProtocol: 'off',
  allowFrom: [] as string[],
  clock: systemClock,
} as const;

const closed = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket
      .on('error', () => undefined)
      .on('close', () => resolve())
      .resume(),
  );

test('a sender that never reads its answers does not make them pile up in memory', async () => {
  let written = 0;
  const ended = new Promise<void>((resolve) => {
    void startTcpServer({ ...acceptor }, (connection) => ({
      data: (chunk) => {
        for (let each = 0; each < chunk.length; each++) {
          connection.write('x'.repeat(64));
          written += 64;
        }
      },
      end: () => resolve(),
    })).then((server) => {
      stops.push(() => server.stop());
      const sender = connect(server.port, '127.0.0.1').on('error', () => undefined);
      sender.pause();
      const go = () => {
        if (sender.destroyed) return;
        if (sender.write(Buffer.alloc(65_536))) setImmediate(go);
        else sender.once('drain', go);
      };
      go();
    });
  });
  await ended;
  expect(written).toBeLessThan(64 * 1024 * 1024);
});

test('one address may have only its part of the connections, and the others still get in', async () => {
  const reasons: string[] = [];
  const server = await startTcpServer(
    { ...acceptor, perAddress: { max: 8, except: ['127.0.0.3'] }, refused: (reason, ip) => reasons.push(`${ip} ${reason}`) },
    () => ({ data: () => undefined, end: () => undefined }),
  );
  stops.push(() => server.stop());
  const from = async (localAddress: string) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    return socket;
  };
  const greedy = [];
  for (let each = 0; each < 10; each++) greedy.push(await from('127.0.0.1'));
  await expect.poll(() => reasons).toEqual(['127.0.0.1 address-full', '127.0.0.1 address-full']);
  await from('127.0.0.2');
  await expect.poll(() => server.connections).toBe(9);
  greedy[0]!.destroy();
  await expect.poll(() => server.connections).toBe(8);
  await from('127.0.0.3');
  await from('127.0.0.1');
  await expect.poll(() => server.connections).toBe(10);
  expect(reasons).toHaveLength(2);
});

describe('behind a PROXY header', () => {
  async function server(lists: { readonly proxyFrom?: string[]; readonly allowFrom?: string[] } = {}) {
    const reasons: string[] = [];
    const running = await startTcpServer(
      {
        ...acceptor,
        ...lists,
        proxyProtocol: 'v1',
        perAddress: { max: 3, except: [] },
        refused: (reason, ip) => reasons.push(`${ip} ${reason}`),
      },
      () => ({ data: () => undefined, end: () => undefined }),
    );
    stops.push(() => running.stop());
    const open = async (header: string) => {
      const socket = connect(running.port, '127.0.0.1').on('error', () => undefined);
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(header);
    };
    return { running, reasons, open };
  }

  test('all addresses of an IPv6 /64 network share one part of the connections', async () => {
    const { running, reasons, open } = await server();
    for (let host = 1; host <= 4; host++) {
      await open(`PROXY TCP6 2001:db8::${host} ::1 1000 2000\r\n`);
      await expect.poll(() => running.connections + reasons.length).toBe(host);
    }
    await expect.poll(() => reasons).toEqual(['2001:db8::4 address-full']);
    await open('PROXY TCP6 2001:db8:0:1::1 ::1 1000 2000\r\n');
    await expect.poll(() => running.connections).toBe(4);
    expect(reasons).toHaveLength(1);
  });

  test('who is no load balancer names no sender, whatever senders are allowed', async () => {
    const { reasons, open } = await server({ proxyFrom: ['10.0.0.0/8'], allowFrom: ['192.0.2.0/24'] });
    await open('PROXY TCP4 192.0.2.1 5.6.7.8 1000 2000\r\n');
    await expect.poll(() => reasons).toEqual(['127.0.0.1 not-allowed']);
  });

  test('of what a load balancer names, the allowed senders come in', async () => {
    const { running, reasons, open } = await server({ proxyFrom: ['127.0.0.0/8'], allowFrom: ['192.0.2.0/24'] });
    await open('PROXY TCP4 198.51.100.1 5.6.7.8 1000 2000\r\n');
    await expect.poll(() => reasons).toEqual(['198.51.100.1 not-allowed']);
    await open('PROXY TCP4 192.0.2.1 5.6.7.8 1000 2000\r\n');
    await expect.poll(() => running.connections).toBe(1);
  });

  test('connections that never send their header count with their real address', async () => {
    const { reasons, open } = await server();
    for (let each = 0; each < 5; each++) await open('PROXY TCP4');
    await expect.poll(() => reasons).toEqual(['127.0.0.1 address-full', '127.0.0.1 address-full']);
  });
});

test('bodies under way hold no more than their budget together, and its end frees what a body held', async () => {
  const budget = createByteBudget(40_000_000).share(20_000_000);
  const limits = { maxBytes: 10_000_000, maxDecodedBytes: 100_000_000, timeoutMs: 60_000, clock: systemClock };
  const server = await startHttpServer(
    { ...acceptor, maxConnections: 100, headersTimeoutMs: 5000, requestTimeoutMs: 60_000 },
    async (exchange) => {
      const hold = budget.open();
      try {
        const { bytes } = await readBody(exchange.request, limits, hold);
        answer(exchange, systemClock, 200, {}, String(bytes.length));
      } catch (error) {
        answer(exchange, systemClock, 503, {}, (error as { readonly code: string }).code);
      } finally {
        hold.release();
      }
    },
  );
  stops.push(() => server.stop());
  const part = gzipSync(Buffer.from(Array.from({ length: 7_000_000 }, (_, at) => (at * 31 + (at >> 9)) & 127)));
  const begun = (bytes: Buffer): [Socket, Promise<string>] => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: ${bytes.length + 1}\r\n\r\n`);
    socket.write(bytes);
    return [socket, new Promise((resolve) => socket.once('data', (chunk: Buffer) => resolve(chunk.toString())))];
  };
  const slow = Array.from({ length: 6 }, () => begun(part));
  await Promise.race(slow.map(([, answered]) => answered));
  const answers: string[] = [];
  for (const [, answered] of slow) void answered.then((text) => answers.push(text));
  await expect.poll(() => answers.length).toBe(4);
  expect(answers.every((text) => text.includes(' 503 ') && text.includes('BODY_BUSY'))).toBe(true);
  await expect.poll(() => budget.heldBytes).toBe(14_000_000);
  for (const [socket] of slow) socket.destroy();
  await expect.poll(() => budget.heldBytes).toBe(0);
});

describe('PROXY header', () => {
  test('version 1 and 2, IPv4 and IPv6, LOCAL and UNKNOWN; every prefix asks for more', () => {
    const v2 = (command: number, family: number, body: Buffer) =>
      Buffer.concat([
        Buffer.from('0d0a0d0a000d0a515549540a', 'hex'),
        Buffer.of(0x20 | command, family, body.length >> 8, body.length & 255),
        body,
      ]);
    const cases: [Buffer, unknown][] = [
      [Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1000 2000\r\n'), { ip: '1.2.3.4', port: 1000 }],
      [Buffer.from('PROXY TCP6 2001:db8::1 ::1 1000 2000\r\n'), { ip: '2001:db8::1', port: 1000 }],
      [Buffer.from('PROXY UNKNOWN\r\n'), undefined],
      [v2(1, 0x11, Buffer.of(1, 2, 3, 4, 5, 6, 7, 8, 3, 232, 7, 208)), { ip: '1.2.3.4', port: 1000 }],
      [
        v2(1, 0x21, Buffer.concat([Buffer.from('20010db8000000000000000000000001', 'hex'), Buffer.alloc(16), Buffer.of(3, 232, 7, 208)])),
        { ip: '2001:db8::1', port: 1000 },
      ],
      [v2(0, 0, Buffer.alloc(0)), undefined],
    ];
    for (const [bytes, source] of cases) {
      expect(readProxyHeader(Buffer.concat([bytes, Buffer.from('rest')]), 'auto')).toEqual({ state: 'done', length: bytes.length, source });
      for (let length = 0; length < bytes.length; length++)
        expect(readProxyHeader(bytes.subarray(0, length), 'auto')).toEqual({ state: 'more' });
    }
  });
  test('anything else is bad, an endless line too', () => {
    for (const bytes of [
      'GET / HTTP/1.1',
      'PROXY TCP4 x',
      `PROXY TCP4 ${'1'.repeat(200)}`,
      'PROXY TCP4 bad.cafe.dead.beef 5.6.7.8 1000 2000\r\n',
      'PROXY TCP4 1.2.3.4 5.6.7.8 x y\r\n',
      '\r\n\r\nx',
    ]) {
      expect(['bad', 'more'], bytes).toContain(readProxyHeader(Buffer.from(bytes), 'auto').state);
    }
    expect(readProxyHeader(Buffer.alloc(200, 'PROXY '), 'auto').state).toBe('bad');
    expect(readProxyHeader(Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n'), 'v2').state).toBe('bad');
  });
});

describe('TCP server', () => {
  test('too many connections and foreign networks are refused with a reason', async () => {
    const reasons: string[] = [];
    const server = await startTcpServer({ ...acceptor, maxConnections: 1, refused: (reason) => reasons.push(reason) }, () => ({
      data: () => undefined,
      end: () => undefined,
    }));
    stops.push(() => server.stop());
    const first = connect(server.port, '127.0.0.1');
    await new Promise((resolve) => first.once('connect', resolve));
    await closed(connect(server.port, '127.0.0.1'));
    const strict = await startTcpServer({ ...acceptor, allowFrom: ['10.0.0.0/8'], refused: (reason) => reasons.push(reason) }, () => ({
      data: () => undefined,
      end: () => undefined,
    }));
    stops.push(() => strict.stop());
    await closed(connect(strict.port, '127.0.0.1'));
    expect(reasons).toEqual(['too-many', 'not-allowed']);
    first.destroy();
  });
  test('a silent sender is closed after the idle time', async () => {
    const server = await startTcpServer({ ...acceptor, idleTimeoutMs: 30 }, () => ({ data: () => undefined, end: () => undefined }));
    stops.push(() => server.stop());
    await closed(connect(server.port, '127.0.0.1'));
  });
  test('half-close: the reader sees the end, and its answer still arrives', async () => {
    const server = await startTcpServer({ ...acceptor }, (connection) => ({
      data: (chunk) => connection.write(chunk.toString().toUpperCase()),
      end: () => connection.write('!'),
    }));
    stops.push(() => server.stop());
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    let seen = '';
    socket.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    socket.end('abc');
    await new Promise((resolve) => socket.once('end', resolve));
    expect(seen).toBe('ABC!');
    socket.destroy();
  });
  test('stopping does not throw away what a sender has handed over, also while its reader pauses', async () => {
    const bytes = randomBytes(60_000);
    const taken: Buffer[] = [];
    const pausing = Promise.withResolvers<() => void>();
    const server = await startTcpServer(acceptor, (connection) => ({
      data: (chunk) => {
        taken.push(Buffer.from(chunk));
        if (taken.length > 1) return;
        connection.pause();
        pausing.resolve(() => connection.resume());
      },
      end: () => undefined,
    }));
    stops.push(() => server.stop());
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined).write(bytes.subarray(0, 1000));
    const resume = await pausing.promise;
    await new Promise<void>((resolve) => socket.end(bytes.subarray(1000), resolve));
    const stopped = server.stop();
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    resume();
    await stopped;
    expect(Buffer.concat(taken).equals(bytes)).toBe(true);
  });
  test('a port in use, an address that is not ours', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    stops.push(() => void taken.close());
    const { port } = taken.address() as AddressInfo;
    await expect(startTcpServer({ ...acceptor, port }, () => ({ data: () => undefined, end: () => undefined }))).rejects.toMatchObject({
      code: 'PORT_IN_USE',
    });
    await expect(
      startTcpServer({ ...acceptor, host: '192.0.2.77' }, () => ({ data: () => undefined, end: () => undefined })),
    ).rejects.toMatchObject({ code: 'ADDRESS_UNKNOWN' });
  });
});

describe('HTTP server', () => {
  test('slow loris: headers that never end are closed, others are served meanwhile', async () => {
    const server = await startHttpServer({ ...acceptor, headersTimeoutMs: 200, requestTimeoutMs: 1000 }, (exchange) => {
      answer(exchange, systemClock, 200, {}, 'fine');
      return Promise.resolve();
    });
    stops.push(() => server.stop());
    const slow = connect(server.port, '127.0.0.1', () => slow.write('POST / HTTP/1.1\r\nX: '));
    let seen = '';
    slow.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    const ended = new Promise((resolve) => slow.on('error', () => undefined).on('close', resolve));
    expect(await (await fetch(`http://127.0.0.1:${server.port}/`)).text()).toBe('fine');
    await ended;
    expect(seen).toMatch(/408/);
  });

  describe('stopping under load', () => {
    /** Requests wait, by path, until they are let go. */
    async function held() {
      const waiting = new Map<string, () => void>();
      const taken: string[] = [];
      const server = await startHttpServer({ ...acceptor, headersTimeoutMs: 1000, requestTimeoutMs: 1000 }, async (exchange) => {
        const path = exchange.request.url!;
        taken.push(path);
        await new Promise<void>((resolve) => waiting.set(path, resolve));
        answer(exchange, systemClock, 200, {}, path);
      });
      stops.push(() => server.stop());
      const running = (path: string) => expect.poll(() => waiting.has(path)).toBe(true);
      const letGo = async (path: string) => {
        await running(path);
        waiting.get(path)!();
      };
      const sender = () => {
        const socket = connect(server.port, '127.0.0.1');
        let seen = '';
        socket.setEncoding('latin1').on('data', (chunk: string) => (seen += chunk));
        const ended = closed(socket);
        return {
          send: (path: string) => void socket.write(`POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Length: 0\r\n\r\n`),
          /** All that was answered, once the connection is gone. */
          answers: () => ended.then(() => seen.split('HTTP/1.1 ').slice(1)),
          seen: (path: string) => expect.poll(() => seen).toContain(path),
        };
      };
      return { server, taken, letGo, sender, running };
    }

    test('a connection that keeps sending gets an answer for each request that was taken, and no other request is', async () => {
      const { server, taken, letGo, sender, running } = await held();
      const [slow, busy] = [sender(), sender()];
      slow.send('/slow');
      busy.send('/1');
      await running('/slow');
      await running('/1');
      const stopped = server.stop();
      await letGo('/1');
      await busy.seen('/1');
      busy.send('/2');
      await letGo('/slow');
      await stopped;
      expect(await busy.answers()).toEqual([expect.stringMatching(/^200 .*connection: close.*\/1$/is)]);
      expect(await slow.answers()).toEqual([expect.stringMatching(/^200 .*connection: close.*\/slow$/is)]);
      expect(taken.sort()).toEqual(['/1', '/slow']);
    });

    test('requests sent ahead of their answers: those taken before are all answered, the last one closes', async () => {
      const { server, taken, letGo, sender, running } = await held();
      const ahead = sender();
      ahead.send('/1');
      ahead.send('/2');
      await running('/2');
      const stopped = server.stop();
      ahead.send('/3');
      await letGo('/2');
      await letGo('/1');
      await stopped;
      const answers = await ahead.answers();
      expect(answers).toEqual([expect.stringMatching(/^200 .*\/1$/is), expect.stringMatching(/^200 .*connection: close.*\/2$/is)]);
      expect(answers[0]).not.toMatch(/connection: close/i);
      expect(taken).toEqual(['/1', '/2']);
    });

    test('a sender that goes away while its request is handled does not hold the stop', async () => {
      const { server, letGo, running } = await held();
      const gone = connect(server.port, '127.0.0.1', () => gone.write('POST /gone HTTP/1.1\r\nContent-Length: 0\r\n\r\n'));
      await running('/gone');
      const stopped = server.stop();
      gone.destroy();
      await letGo('/gone');
      await stopped;
    });
  });
});

describe('HTTP client', () => {
  async function peer(handle: RequestListener) {
    const server = createHttp(handle).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    stops.push(() => (server.closeAllConnections(), void server.close()));
    return (server.address() as AddressInfo).port;
  }
  const client = (more: object = {}) => {
    const made = createHttpClient({
      egress,
      clock: systemClock,
      connectTimeoutMs: 1000,
      timeoutMs: 1000,
      maxResponseBytes: 1000,
      maxSockets: 2,
      ...more,
    });
    stops.push(() => made.close());
    return made;
  };
  test('sends a body, keeps the connection, reads the answer', async () => {
    const sockets = new Set<Socket>();
    const port = await peer((request, response) => {
      sockets.add(request.socket);
      request.resume().on('end', () => response.writeHead(201).end(request.headers['content-length']));
    });
    const http = client();
    for (let send = 0; send < 3; send++)
      expect(await http.request({ method: 'POST', url: `http://localhost:${port}/a`, body: Buffer.from('hello') })).toMatchObject({
        status: 201,
        body: Buffer.from('5'),
      });
    expect(sockets.size).toBe(1);
  });
  test('refused, reset, too large, no answer in time, refused address: each by its code', async () => {
    const resetting = await peer((request) => request.socket.destroy());
    const large = await peer((_, response) => response.end(Buffer.alloc(2000)));
    const silent = await peer(() => undefined);
    const of = (url: string, more: object = {}) =>
      client(more)
        .request({ method: 'GET', url })
        .then(
          () => 'ok',
          (error: { code: string }) => error.code,
        );
    expect(await of('http://127.0.0.1:1/')).toBe('CONNECT_REFUSED');
    expect(await of(`http://127.0.0.1:${resetting}/`)).toBe('CONNECTION_RESET');
    expect(await of(`http://127.0.0.1:${large}/`)).toBe('RESPONSE_TOO_LARGE');
    expect(await of(`http://127.0.0.1:${silent}/`, { timeoutMs: 30 })).toBe('RESPONSE_TIMEOUT');
    expect(await of('http://169.254.169.254/')).toBe('EGRESS_REFUSED');
    expect(await of(`http://localhost:${large}/`, { egress: { mode: 'public-only', allowed: [] } })).toBe('EGRESS_REFUSED');
    expect(await of('ftp://x/')).toBe('URL_INVALID');
    expect(await of(`https://127.0.0.1:${large}/`)).toBe('TLS_FAILED');
    const abort = new AbortController();
    const aborted = client().request({ method: 'GET', url: `http://127.0.0.1:${silent}/`, signal: abort.signal });
    abort.abort();
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
  });
  test('redirects: followed as often as allowed, credentials stay at their host', async () => {
    const seen: string[] = [];
    const secret = { authorization: 's', Cookie: 's', 'X-Amz-Security-Token': 's', 'X-Mine': 's' };
    const names = [...Object.keys(secret), 'x-other'].map((name) => name.toLowerCase());
    const other = await peer((request, response) => {
      seen.push(names.filter((name) => request.headers[name] !== undefined).join());
      response.end('there');
    });
    const port = await peer((_, response) => response.writeHead(302, { location: `http://127.0.0.1:${other}/` }).end());
    const headers = { ...secret, 'X-Other': 'o' };
    const from = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers, confidential: ['X-Mine'] };
    expect((await client().request(from)).status).toBe(302);
    expect((await client({ followRedirects: 1 }).request(from)).body.toString()).toBe('there');
    expect(seen).toEqual(['x-other']);
  });
  test('a proxy that never answers CONNECT, or whose tunnel never speaks TLS, is given up in time', async () => {
    const sockets = new Set<Socket>();
    const proxy = createServer((socket) => sockets.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
    await new Promise((resolve) => proxy.once('listening', resolve));
    stops.push(() => void proxy.close());
    const through = client({ proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, connectTimeoutMs: 50 });
    const answer = through.request({ method: 'GET', url: 'https://127.0.0.1:9/' });
    await expect(answer).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
    for (const socket of sockets) socket.destroy();
    proxy.on('connection', (socket: Socket) => void socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n')));
    const mute = through.request({ method: 'GET', url: 'https://127.0.0.1:9/' });
    await expect(mute).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
    for (const socket of sockets) socket.destroy();
  });
  test('a name is resolved once for each connection, and a name server that fails stops no kept connection', async () => {
    const port = await peer((request, response) => void request.resume().on('end', () => response.end('ok')));
    let asked = 0;
    let failing = false;
    const resolver = {
      resolve: () => {
        asked++;
        return failing ? Promise.reject(new Error('no name server')) : Promise.resolve(['127.0.0.1']);
      },
    };
    const http = client({ resolver });
    for (let each = 0; each < 100; each++) await http.request({ method: 'GET', url: `http://named.example:${port}/` });
    expect(asked).toBe(1);
    failing = true;
    for (let each = 0; each < 10; each++) await http.request({ method: 'GET', url: `http://named.example:${port}/` });
    expect(asked).toBe(1);
    await expect(http.request({ method: 'GET', url: `http://other.example:${port}/` })).rejects.toMatchObject({ code: 'RESOLVER_FAILED' });
  });
  test('through a proxy', async () => {
    const asked: (string | undefined)[] = [];
    const proxy = await peer((request, response) => (asked.push(request.url), response.end('via')));
    expect(
      (await client({ proxy: `http://127.0.0.1:${proxy}` }).request({ method: 'GET', url: 'http://127.0.0.1:9/x' })).body.toString(),
    ).toBe('via');
    expect(asked).toEqual(['http://127.0.0.1:9/x']);
  });
});

test('a TCP connection that is refused or never answers is named', async () => {
  await expect(connectTcp({ host: '127.0.0.1', port: 1, egress, clock: systemClock, connectTimeoutMs: 1000 })).rejects.toMatchObject({
    code: 'CONNECT_REFUSED',
  });
  const mute = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => mute.once('listening', resolve));
  stops.push(() => void mute.close());
  const tls = { verify: true, minVersion: '1.2' } as const;
  const hanging = connectTcp({
    host: '127.0.0.1',
    port: (mute.address() as AddressInfo).port,
    egress,
    clock: systemClock,
    connectTimeoutMs: 50,
    tls,
  });
  await expect(hanging).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' });
});

test('inflating stops at the cap, at 500:1, and at damaged bytes', async () => {
  const run = async (bytes: Buffer, max: number) => {
    const inflater = createInflater('gzip', max);
    try {
      for (let at = 0; at < bytes.length; at += 1000) await inflater.write(bytes.subarray(at, at + 1000));
      return (await inflater.end()).length;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect(await run(gzipSync(randomBytes(100_000)), 100_000)).toBe(100_000);
  expect(await run(gzipSync(randomBytes(100_001)), 100_000)).toBe('BODY_TOO_LARGE');
  expect(await run(gzipSync(Buffer.alloc(900_000)), 1 << 30)).toBe(900_000);
  expect(await run(gzipSync(Buffer.alloc(50_000_000)), 1 << 30)).toBe('BODY_RATIO');
  expect(await run(Buffer.concat([gzipSync(randomBytes(100)).subarray(0, 60)]), 1000)).toBe('BODY_CORRUPT');
});

test('guessing is slowed per address, and the list of addresses is bounded', () => {
  let now = 0;
  const gate = createFailureGate({ ...systemClock, monotonic: () => now });
  for (let failure = 0; failure < 20; failure++) gate.failed('a');
  expect([gate.blockedSeconds('a'), gate.blockedSeconds('b')]).toEqual([60, 0]);
  now = 60_001;
  expect(gate.blockedSeconds('a')).toBe(0);
});

test('who guesses from ever another address of their IPv6 network is slowed as one, and slows no other', () => {
  const gate = createFailureGate({ ...systemClock, monotonic: () => 0 });
  for (let failure = 0; failure < 20; failure++) gate.failed(`2001:db8:0:1::${failure}`);
  expect(['2001:db8:0:1::ffff', '2001:db8:0:2::1'].map((ip) => gate.blockedSeconds(ip))).toEqual([60, 0]);
  for (let failure = 0; failure < 20; failure++) gate.failed(failure % 2 === 0 ? '192.0.2.1' : '::ffff:192.0.2.1');
  expect(['192.0.2.1', '::ffff:192.0.2.2'].map((ip) => gate.blockedSeconds(ip))).toEqual([60, 0]);
});

test('full jitter stays between 0 and the doubled wait', () => {
  const at = (byte: number) => (attempt: number) =>
    backoffMs(attempt, { firstMs: 500, maxMs: 60_000 }, { bytes: (n) => new Uint8Array(n).fill(byte) });
  expect([1, 2, 20].map(at(0))).toEqual([0, 0, 0]);
  expect([1, 2, 20].map(at(255))).toEqual([499, 999, 59_999]);
});
