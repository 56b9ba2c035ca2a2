import { createSocket } from 'node:dgram';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { jsonOfText, Timestamp } from '@acequia/event';
import { Disconnected } from '@acequia/component-sdk/runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatasink, type DatasinkOptions } from '../../testing/datasink-harness.ts';
import type { TestEvent } from '../../testing/event-view.ts';
import { syslogDatasink } from './definition.ts';
import { syslogRuntime } from './runtime.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Receiver {
  readonly port: number;
  readonly text: () => string;
  readonly sockets: Socket[];
  stop(): Promise<void>;
}

async function receive(server: Server, onData?: (socket: Socket, bytes: Buffer) => void): Promise<Receiver> {
  const parts: Buffer[] = [];
  const sockets: Socket[] = [];
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      parts.push(bytes);
      onData?.(socket, bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
    });
  closing.push(stop);
  return { port: (server.address() as AddressInfo).port, text: () => Buffer.concat(parts).toString(), sockets, stop };
}

const never = new AbortController().signal;
const open = async (creation: object, node: object = {}, options?: DatasinkOptions) => {
  const sink = await openDatasink(
    syslogDatasink,
    syslogRuntime,
    { protocol: 'tcp', host: '127.0.0.1', framing: 'octet-counting', ...creation },
    node,
    options,
  );
  closing.push(() => sink.open.close());
  return { ...sink, send: (events: readonly TestEvent[]) => sink.open.send(sink.encode(events).batches[0]!, never) };
};

const event: TestEvent = {
  hostname: 'web-1',
  app_name: 'api',
  pid: 77,
  message: 'añadido ok',
  t: new Timestamp(1715956200123456789n),
  sd: jsonOfText('{"x@1":{"k":"a\\"]"}}'),
};

describe('messages', () => {
  const messageOf = async (node: object, events: readonly TestEvent[] = [event], creation: object = {}) => {
    const sink = await open({ port: 9, ...creation }, node);
    const { batches, rejected } = sink.encode(events);
    return rejected.length > 0 ? rejected[0] : Buffer.from(batches[0]!.bytes).toString();
  };

  it('RFC 5424 with all its fields', async () => {
    const node = {
      facility: 'local4',
      severity: 'err',
      procId: '${pid}',
      msgId: 'ID1',
      time: '${t}',
      structuredData: '${sd}',
      message: '${message}',
    };
    expect(await messageOf(node)).toBe('<163>1 2024-05-17T14:30:00.123456Z web-1 api 77 ID1 [x@1 k="a\\"\\]"] añadido ok');
  });
  it('defaults: missing header fields are -', async () => {
    expect(await messageOf({}, [{ _raw: 'plain' }])).toBe('<14>1 2024-05-17T14:30:00Z - - - - - plain');
  });
  it('RFC 3164', async () => {
    expect(await messageOf({ standard: 'rfc3164', procId: '${pid}', time: '${t}', message: '${message}' })).toBe(
      '<14>May 17 14:30:00 web-1 api[77]: añadido ok',
    );
  });
  it('none is the message alone', async () => {
    expect(await messageOf({ standard: 'none' }, [{ _raw: '<1>as it came' }])).toBe('<1>as it came');
  });
  it('header characters outside printable ASCII, and lengths', async () => {
    expect(await messageOf({ message: 'm', time: 'x' }, [{ hostname: 'año 1', app_name: 'a'.repeat(60) }])).toBe(
      `<14>1 - a?o?1 ${'a'.repeat(48)} - - - m`,
    );
  });
  it('a facility that is none is refused, never guessed', async () => {
    expect(await messageOf({ facility: '${f}' }, [{ f: 'local9' }])).toBe('DELIVERY_SYSLOG_PRIORITY');
    expect(await messageOf({ facility: '${f}', standard: 'rfc3164', time: '${t}', message: 'm' }, [{ t: event['t']! }])).toBe(
      '<14>May 17 14:30:00 - m',
    );
  });
  it('too long: cut at a character border, or refused', async () => {
    const long = [{ message: 'ñ'.repeat(5000) }];
    const cut = (await messageOf({ standard: 'none', message: '${message}' }, long))!;
    expect(Buffer.byteLength(cut)).toBe(8192);
    expect(cut).toBe('ñ'.repeat(4096));
    expect(await messageOf({ standard: 'none', message: '${message}', onTooLong: 'reject' }, long)).toBe('DELIVERY_TOO_LARGE');
    expect(
      Buffer.byteLength((await messageOf({ standard: 'none', message: '${message}' }, long, { protocol: 'udp', framing: undefined }))!),
    ).toBe(2048);
  });
});

describe('tcp', () => {
  it('octet counting, in order, over one connection', async () => {
    const receiver = await receive(createServer());
    const sink = await open({ port: receiver.port }, { standard: 'none', message: '${m}' });
    await sink.send([{ m: 'a\nb' }, { m: 'ñ' }]);
    await sink.send([{ m: 'c' }]);
    expect(receiver.text()).toBe('3 a\nb2 ñ1 c');
    expect(receiver.sockets).toHaveLength(1);
  });
  it('a closing character never stands inside a message', async () => {
    const receiver = await receive(createServer());
    const sink = await open({ port: receiver.port, framing: 'non-transparent', trailerCode: 10 }, { standard: 'none', message: '${m}' });
    await sink.send([{ m: 'a\nb' }, { m: 'c' }]);
    expect(receiver.text()).toBe('a b\nc\n');
  });
  it('refused, then reset within 200 ms of the write: not delivered', async () => {
    const gone = await receive(createServer());
    await gone.stop();
    await expect((await open({ port: gone.port })).send([event])).rejects.toBeInstanceOf(Disconnected);
    const rude = await receive(createServer(), (socket) => socket.resetAndDestroy());
    await expect((await open({ port: rude.port })).send([event])).rejects.toBeInstanceOf(Disconnected);
    const polite = await receive(createServer(), (socket) => socket.end());
    await expect((await open({ port: polite.port })).send([event])).rejects.toBeInstanceOf(Disconnected);
  });
  it('a peer that does not read: the write times out', async () => {
    const deaf = await receive(createServer({ pauseOnConnect: true }));
    const sink = await open({ port: deaf.port, writeTimeout: 100 }, { standard: 'none', message: '${m}', maxLength: '16 MiB' });
    await expect(sink.send([{ m: 'x'.repeat(16_000_000) }])).rejects.toMatchObject({
      outcome: 'disconnected',
      code: 'DELIVERY_WRITE_TIMEOUT',
    });
  });
  it('opens a new connection after the peer restarted', async () => {
    const receiver = await receive(createServer());
    const sink = await open({ port: receiver.port }, { standard: 'none', message: '${m}' });
    await sink.send([{ m: '1' }]);
    const ended = new Promise((resolve) => receiver.sockets[0]!.on('close', resolve));
    receiver.sockets[0]!.destroy();
    await ended;
    await sink.send([{ m: '2' }]).catch(() => sink.send([{ m: '2' }]));
    expect(receiver.text()).toBe('1 11 2');
  });
  it('abort, and stop twice', async () => {
    const receiver = await receive(createServer());
    const sink = await open({ port: receiver.port });
    const abort = new AbortController();
    const sending = sink.open.send(sink.encode([event]).batches[0]!, abort.signal);
    abort.abort(new Error('stop'));
    await expect(sending).rejects.toBeInstanceOf(Disconnected);
    await sink.open.close();
    await sink.open.close();
  });
});

describe('resilient', () => {
  it('undelivered events leave by fallback with their text, nothing waits', async () => {
    const gone = await receive(createServer());
    await gone.stop();
    const sink = await open({ port: gone.port }, { standard: 'none', message: '${m}', resilient: true, tries: 2 });
    const report = await sink.send([{ m: 'a' }, { m: 'b' }]);
    expect(report!.routed).toEqual([
      { record: 0, port: 'fallback', fields: { syslog_message: 'a' } },
      { record: 1, port: 'fallback', fields: { syslog_message: 'b' } },
    ]);
    expect(syslogDatasink.ports(syslogDatasink.node.parse({ resilient: true }) as never).map(({ id }) => id)).toEqual([
      'fallback',
      'error',
    ]);
  });
  it('a second try that works delivers', async () => {
    let first = true;
    const receiver = await receive(createServer(), (socket) => {
      if (first) socket.resetAndDestroy();
      first = false;
    });
    const report = await (await open({ port: receiver.port }, { standard: 'none', message: '${m}', resilient: true })).send([{ m: 'a' }]);
    expect(report!.routed).toBeUndefined();
    expect(receiver.text()).toBe('1 a1 a');
  });
});

describe('udp', () => {
  it('one datagram per message; too large is refused, nobody there is a lost connection', async () => {
    const socket = createSocket('udp4');
    const got: string[] = [];
    const three = new Promise<void>((resolve) =>
      socket.on('message', (bytes) => void (got.push(bytes.toString()), got.length === 3 && resolve())),
    );
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    const { port } = socket.address();
    const sink = await open({ protocol: 'udp', port, framing: undefined }, { standard: 'none', message: '${m}' });
    await sink.send([{ m: 'a' }, { m: 'b\nb' }, { m: 'ñ' }]);
    await three;
    expect(got).toEqual(['a', 'b\nb', 'ñ']);
    await new Promise<void>((resolve) => socket.close(() => resolve()));
    const outcomes = [];
    for (let i = 0; i < 5; i += 1)
      outcomes.push(
        await sink.send([{ m: 'x' }]).then(
          () => 'sent',
          (error: unknown) => error,
        ),
      );
    expect(outcomes.some((outcome) => outcome instanceof Disconnected)).toBe(true);
  });
});

describe('tls', () => {
  it('delivers to a peer it can verify, and to no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acequia-tls-'));
    closing.push(() => rmSync(folder, { recursive: true }));
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    );
    const receiver = await receive(createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }));
    const creation = { protocol: 'tls', port: receiver.port };
    const options = { secrets: { SE_ca: readFileSync(cert, 'utf8') } };
    await (await open({ ...creation, caChain: 'SE_ca' }, { standard: 'none', message: '${m}' }, options)).send([{ m: 'safe' }]);
    expect(receiver.text()).toBe('4 safe');
    await expect((await open(creation)).send([event])).rejects.toMatchObject({ outcome: 'misconfigured', code: 'DELIVERY_TLS_FAILED' });
    await (await open({ ...creation, verify: false }, { standard: 'none', message: '${m}' })).send([{ m: 'blind' }]);
    expect(receiver.text()).toBe('4 safe5 blind');
  });
});

describe('relp', () => {
  /** A receiver that answers each command with 200, or as the message says. */
  const relp = (): Promise<Receiver> => {
    let buffer = '';
    return receive(createServer(), (socket, bytes) => {
      buffer += bytes.toString();
      for (let match = /^(\d+) (\w+) (\d+)(?: |\n)/.exec(buffer); match !== null; match = /^(\d+) (\w+) (\d+)(?: |\n)/.exec(buffer)) {
        const length = Number(match[3]);
        const end = match[0].length + (length === 0 ? 0 : length + 1);
        if (buffer.length < end) return;
        const data = buffer.slice(match[0].length, match[0].length + length);
        buffer = buffer.slice(end);
        if (data === 'die') return void socket.destroy();
        const answer = data === 'bad' ? '500 no' : match[2] === 'open' ? `200 OK\n${data}` : '200 OK';
        socket.write(`${match[1]} rsp ${answer.length} ${answer}\n`);
      }
    });
  };

  it('delivered = answered 200; a refused message is named; a lost peer delivers nothing', async () => {
    const receiver = await relp();
    const sink = await open({ port: receiver.port, relp: true }, { standard: 'none', message: '${m}' });
    expect((await sink.send(Array.from({ length: 300 }, (_, i) => ({ m: `m${i}` }))))!.rejected).toBeUndefined();
    expect((await sink.send([{ m: 'ok' }, { m: 'bad' }]))!.rejected).toMatchObject([{ record: 1, code: 'DELIVERY_RELP_REFUSED' }]);
    await expect(sink.send([{ m: 'die' }])).rejects.toBeInstanceOf(Disconnected);
    await sink.send([{ m: 'again' }]);
    expect(receiver.sockets).toHaveLength(2);
  });
});
