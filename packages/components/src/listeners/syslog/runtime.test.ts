import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { createSocket } from 'node:dgram';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness, type Harness } from '../../testing/listener-harness.ts';
import { syslogConfig, type SyslogConfig } from './config.ts';
import { syslogListenerRuntime } from './runtime.ts';
import { sendCommands } from './send-commands.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(config: Partial<Record<keyof SyslogConfig, unknown>>, harness: Harness = listenerHarness()) {
  const full = { ...syslogConfig.parse({ ...config }), bind: '127.0.0.1', port: 0 };
  const running = await syslogListenerRuntime.start(full, harness.ctx);
  stops.push(() => running.stop());
  return { ...harness, running, config: full, port: running.addresses[0]!.port };
}

const meta = { receivedMs: Date.UTC(2026, 0, 2), transport: 'tcp' as const };
const decode = (lines: readonly (string | Buffer)[], config: object = {}) =>
  decodeFrames(
    (slots) => syslogListenerRuntime.decoder(syslogConfig.parse(config), { slots }),
    lines.map((line) => ({ bytes: Buffer.from(line), meta })),
  );

function send(port: number, parts: readonly (string | Buffer)[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
    socket.on('error', reject);
    socket.resume();
    socket.on('close', () => resolve());
  });
}

const run = (command: string, args: readonly string[]) =>
  new Promise<number>((resolve) => spawn(command, args, { stdio: 'ignore' }).on('exit', (code) => resolve(code ?? 1)));

describe('decoding', () => {
  test('RFC 5424 with structured data, repeated keys, escapes and BOM', () => {
    const { events } = decode([
      '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [ex@1 iut="3" a="x\\"y" a="z"][p@2 k="v"] \uFEFFAn application event',
    ]);
    expect(events[0]).toMatchObject({
      fields: {
        facility: 20,
        severity: 5,
        version: 1,
        facility_name: 'local4',
        severity_name: 'notice',
        hostname: 'mymachine.example.com',
        app_name: 'evntslog',
        msg_id: 'ID47',
        timestamp: 1065910455003000000n,
        structured_data: { 'ex@1': { iut: '3', a: ['x"y', 'z'] }, 'p@2': { k: 'v' } },
        message: 'An application event',
      },
      time: 1065910455003000000n,
    });
    expect(events[0]!.fields).not.toHaveProperty('proc_id');
  });
  test('RFC 5424 without message, with offset and nanoseconds', () => {
    const { events } = decode(['<34>1 2026-05-17T14:30:00.123456789+02:00 - - - - -']);
    expect(events[0]!.fields).toEqual({
      facility: 4,
      severity: 2,
      version: 1,
      facility_name: 'auth',
      severity_name: 'crit',
      timestamp: BigInt(Date.UTC(2026, 4, 17, 12, 30)) * 1000000n + 123456789n,
    });
  });
  test('RFC 3164 with tag and pid; the year nearest to the receipt', () => {
    const { events } = decode(["<34>Oct 11 22:14:15 mymachine su[77]: 'su root' failed", '<13>Jan  2 00:00:01 host app: x']);
    expect(events[0]!.fields).toMatchObject({
      hostname: 'mymachine',
      app_name: 'su',
      proc_id: '77',
      message: "'su root' failed",
      timestamp: BigInt(Date.UTC(2025, 9, 11, 22, 14, 15)) * 1000000n,
    });
    expect(events[1]!.fields).toMatchObject({ timestamp: BigInt(Date.UTC(2026, 0, 2, 0, 0, 1)) * 1000000n });
  });
  test('nothing behind the time: an empty message, not bytes of the next frame', () => {
    const { events } = decode(['<0>2026-01-01T00:00:00', '<13>Jan  2 00:00:01', '<13>Jan  2 00:00:01 host next: frame']);
    expect(events.map(({ fields }) => fields['message'])).toEqual(['', '', 'frame']);
  });
  test('RFC 3164 dates of network gear, and the configured zone', () => {
    const at = BigInt(Date.UTC(2026, 0, 1, 9, 0, 0)) * 1000000n;
    const { events } = decode(
      [
        '<190>2026 Jan  1 10:00:00 sw1 %LINK-3: down',
        '<190>Jan 1 2026 10:00:00: %ASA-6-302013: Built',
        '<13>2026-01-01T10:00:00 host tag: m',
      ],
      { timezone: 'Europe/Madrid' },
    );
    expect(events.map((event) => event.fields['timestamp'])).toEqual([at, at, at]);
    expect(events[1]!.fields).toMatchObject({ app_name: '%ASA-6-302013', message: 'Built' });
  });
  test('no header, PRI alone, PRI out of range', () => {
    const { events } = decode(['just text', '<13>hello world', '<999>x']);
    expect(
      events.map((event) => [
        event.fields['facility'],
        event.fields['severity'],
        event.fields['message'],
        event.flags.includes('no_header'),
      ]),
    ).toEqual([
      [1, 5, 'just text', true],
      [1, 5, 'hello world', true],
      [1, 5, '<999>x', true],
    ]);
  });
  test('strict refuses faulty headers, none keeps the whole text', () => {
    expect(decode(['just text', '<13>1 nonsense - - - - - x'], { strict: true }).rejected.map((row) => row.fields['_error'])).toEqual([
      'DECODE_SYSLOG_HEADER',
      'DECODE_SYSLOG_HEADER',
    ]);
    expect(decode(['<13>1 - - - - - - x'], { standard: 'none' }).events[0]!.fields).toEqual({ message: '<13>1 - - - - - - x' });
  });
  test('invalid UTF-8 is replaced and flagged, its neighbours untouched', () => {
    const { events } = decode([
      '<13>1 - a b - - - good',
      Buffer.concat([Buffer.from('<13>1 - a b - - - bad '), Buffer.from([0xff, 0xfe])]),
    ]);
    expect(events[1]).toMatchObject({
      fields: { message: 'bad \uFFFD\uFFFD' },
      flags: expect.arrayContaining(['invalid_utf8']) as string[],
    });
    expect(events[0]!.flags).not.toContain('invalid_utf8');
  });
});

describe('TCP', () => {
  test('half a frame: every cut of the stream gives the same messages', async () => {
    const { intake, port } = await started({ transport: 'tcp' });
    const text = '<13>1 - - - - - - one\n<13>1 - - - - - - two\r\nlast';
    for (let cut = 0; cut < text.length; cut += 7) await send(port, [text.slice(0, cut), text.slice(cut)]);
    const runs = Math.ceil(text.length / 7);
    await intake.atLeast(runs * 3);
    expect(intake.frames.length).toBe(runs * 3);
    expect(new Set(intake.frames.map((frame) => frame.text))).toEqual(new Set(['<13>1 - - - - - - one', '<13>1 - - - - - - two', 'last']));
  });
  test('messages that end with NUL, as those of Python, are not merged on default settings', async () => {
    const { intake, port } = await started({ transport: 'tcp' });
    await send(port, ['<14>one\0<14>t', 'wo\0<14>three\0']);
    await intake.atLeast(3);
    expect(intake.frames.map((frame) => frame.text)).toEqual(['<14>one', '<14>two', '<14>three']);
  });
  test('a counted message over the limit is cut, and its connection goes on', async () => {
    const { intake, port } = await started({ transport: 'tcp' }, listenerHarness({ intake: new FakeIntake({ maxEventBytes: 10 }) }));
    await send(port, ['2 ok30 ', 'x'.repeat(30), '3 end']);
    await intake.atLeast(3);
    expect(intake.frames.map(({ text, wireBytes }) => [text, wireBytes])).toEqual([
      ['ok', 2],
      ['xxxxxxxxxx', 30],
      ['end', 3],
    ]);
    expect(intake.rejected).toEqual([]);
  });
  test('octet counting is recognised; a count that is no number closes after one error', async () => {
    const { intake, port } = await started({ transport: 'tcp' });
    await send(port, ['5 hello6 wor', 'ld\n', '9x rest']);
    await intake.atLeast(3);
    expect(intake.frames.map((frame) => frame.text)).toEqual(['hello', 'world\n']);
    expect(intake.rejected.map((each) => each.code)).toEqual(['DECODE_OCTET_COUNT']);
  });
  test('a line of 64 MiB without end is cut at the limit', async () => {
    const intake = new FakeIntake({ maxEventBytes: 65_536 });
    const { port } = await started({ transport: 'tcp' }, listenerHarness({ intake }));
    const chunk = Buffer.alloc(1 << 20, 0x61);
    await send(port, [...Array.from({ length: 64 }, () => chunk), '\nshort\n']);
    await intake.atLeast(2);
    expect(intake.frames.map((frame) => [frame.bytes.length, frame.wireBytes])).toEqual([
      [65_536, 64 << 20],
      [5, 5],
    ]);
  });
  test('a journal that is behind stops the reading, nothing is lost', async () => {
    const { intake, port } = await started({ transport: 'tcp' });
    intake.hold();
    const line = `${'x'.repeat(1000)}\n`;
    const sending = send(
      port,
      Array.from({ length: 20_000 }, () => line),
    );
    await intake.atLeast(1);
    await new Promise((resolve) => setImmediate(resolve));
    const taken = intake.frames.length;
    expect(taken).toBeLessThan(20_000);
    intake.release();
    await sending;
    await intake.atLeast(20_000);
    expect(intake.frames.length).toBe(20_000);
  });
  test('stop while a sender writes: complete lines are kept, stop twice is fine', async () => {
    const { intake, running, port } = await started({ transport: 'tcp' });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('one\ntwo\nthree');
    await intake.atLeast(2);
    await Promise.all([running.stop(), running.stop()]);
    expect(intake.frames.map((frame) => frame.text)).toEqual(['one', 'two', 'three']);
    expect(intake.opened).toBe(intake.closed);
    socket.destroy();
  });
  test('stack traces are joined per connection', async () => {
    const { intake, port } = await started({ transport: 'tcp', multiLine: { mode: 'continues', pattern: '^\\s' } });
    await send(port, ['a\n  at b\n  at c\nd\n']);
    await intake.atLeast(2);
    expect(intake.frames.map((frame) => frame.text)).toEqual(['a\n  at b\n  at c', 'd']);
  });
  test('PROXY protocol names the sender; a missing header closes', async () => {
    const { intake, port } = await started({ transport: 'tcp', proxyProtocol: 'auto', allowFrom: ['203.0.113.0/24'] });
    await send(port, ['PROXY TCP4 203.0.113.7 10.0.0.1 4000 514\r\n', 'hello\n']);
    await intake.atLeast(1);
    expect(intake.frames[0]!.meta).toMatchObject({ sourceIp: '203.0.113.7', sourcePort: 4000 });
    await send(port, ['PROXY TCP4 198.51.100.1 10.0.0.1 4000 514\r\nhello\n']).catch(() => undefined);
    await send(port, ['<13>hello\n']).catch(() => undefined);
    expect(intake.frames.length).toBe(1);
  });
  test('a port in use is a named fault', async () => {
    const first = await started({ transport: 'tcp' });
    const second = syslogListenerRuntime.start({ ...first.config, port: first.port }, listenerHarness().ctx);
    await expect(second).rejects.toMatchObject({ outcome: 'disconnected', code: 'PORT_IN_USE' });
  });
});

test('UDP: one datagram one frame, the trailing line feed dropped', async () => {
  const { intake, port } = await started({ transport: 'udp' });
  const socket = createSocket('udp4');
  stops.push(() => new Promise((resolve) => socket.close(() => resolve())));
  socket.send('<13>one\n', port, '127.0.0.1');
  socket.send('two', port, '127.0.0.1');
  await intake.atLeast(2);
  expect(intake.frames.map((frame) => frame.text).sort()).toEqual(['<13>one', 'two']);
  expect(intake.frames[0]!.meta).toMatchObject({ transport: 'udp', sourceIp: '127.0.0.1' });
});

test('UDP: datagrams that find no room are dropped and counted', async () => {
  const intake = new FakeIntake();
  const { port, running } = await started({ transport: 'udp' }, listenerHarness({ intake }));
  const socket = createSocket('udp4');
  const send = (text: string) => new Promise<void>((resolve) => socket.send(text, port, '127.0.0.1', () => resolve()));
  intake.busy = 'behind';
  for (let each = 0; each < 5; each++) await send('lost');
  await expect.poll(() => running.counters?.().kernelDrops).toBe(5);
  intake.busy = false;
  await send('kept');
  await intake.atLeast(1);
  socket.close();
  expect(intake.frames.map(({ text }) => text)).toEqual(['kept']);
});

test('logger sends 5424 and 3164, by TCP both ways and UDP', async () => {
  const { intake, port } = await started({});
  const to = ['--server', '127.0.0.1', '--port', String(port)];
  expect(await run('logger', [...to, '--tcp', '--rfc5424', '--id=7', '-t', 'app', 'over tcp'])).toBe(0);
  expect(await run('logger', [...to, '--tcp', '--octet-count', '--rfc5424', '-t', 'app', 'counted'])).toBe(0);
  expect(await run('logger', [...to, '--udp', '--rfc3164', '-t', 'app', 'over udp'])).toBe(0);
  await intake.atLeast(3);
  const { events } = decodeFrames((slots) => syslogListenerRuntime.decoder(syslogConfig.parse({}), { slots }), intake.frames);
  expect(new Set(events.map((event) => event.fields['message']))).toEqual(new Set(['counted', 'over tcp', 'over udp']));
  expect(events).toHaveLength(3);
  expect(events.every((event) => event.fields['app_name'] === 'app' && event.fields['facility_name'] === 'user')).toBe(true);
});

describe('TLS', () => {
  function certificates() {
    const dir = mkdtempSync(join(tmpdir(), 'syslog-tls-'));
    stops.push(() => rmSync(dir, { recursive: true }));
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca', '-days', '2');
    writeFileSync(join(dir, 'san'), 'subjectAltName=IP:127.0.0.1,DNS:localhost');
    for (const name of ['server', 'client', 'next']) {
      openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
      openssl(
        'x509',
        '-req',
        '-in',
        `${name}.csr`,
        '-CA',
        'ca.pem',
        '-CAkey',
        'ca.key',
        '-CAcreateserial',
        '-out',
        `${name}.pem`,
        '-days',
        '2',
        '-extfile',
        'san',
      );
    }
    return Object.fromEntries(
      ['ca.pem', 'server.pem', 'server.key', 'client.pem', 'client.key', 'next.pem', 'next.key'].map((name) => [
        name,
        readFileSync(join(dir, name), 'utf8'),
      ]),
    );
  }

  test('the command that is shown sends one message and ends', async () => {
    const pem = certificates();
    const secrets = { SE_c: pem['server.pem']!, SE_k: pem['server.key']! };
    for (const framing of ['octet-counting', 'non-transparent']) {
      const { intake, port, config } = await started(
        { transport: 'tcp', tls: true, certificate: 'SE_c', privateKey: 'SE_k', framing },
        listenerHarness({ secrets }),
      );
      const [shown, ...others] = sendCommands({ ...config, port }, '127.0.0.1');
      expect(others).toEqual([]);
      expect(shown!.tool).toBe('openssl');
      expect(await run('bash', ['-c', shown!.command])).toBe(0);
      await intake.atLeast(1);
      expect(intake.frames.map(({ text }) => text)).toEqual(['<13>1 - my-host hello - - - Hello from nc']);
    }
  });

  test('client certificate required; its subject is known; a renewed certificate needs no new port', async () => {
    const pem = certificates();
    const secrets: Record<string, string> = { SE_c: pem['server.pem']!, SE_k: pem['server.key']!, SE_ca: pem['ca.pem']! };
    const { intake, port, running } = await started(
      { transport: 'tcp', tls: true, certificate: 'SE_c', privateKey: 'SE_k', caChain: 'SE_ca', clientAuth: 'require-and-verify' },
      listenerHarness({ secrets }),
    );
    const dial = (client: object, text: string) =>
      new Promise<string>((resolve) => {
        const socket = connectTls({ host: '127.0.0.1', port, ca: pem['ca.pem'], ...client }, () => {
          const { CN } = socket.getPeerCertificate().subject;
          socket.end(text);
          socket.on('close', () => resolve(String(CN)));
        });
        socket.resume();
        socket.on('error', () => resolve('error'));
      });
    const identity = { cert: pem['client.pem'], key: pem['client.key'] };
    expect(await dial(identity, '5 hello')).toBe('server');
    await intake.atLeast(1);
    expect(intake.frames[0]!.meta).toMatchObject({ transport: 'tls', tlsSubject: 'CN=client' });
    await dial({}, '5 nobod');
    expect(intake.frames.length).toBe(1);
    secrets['SE_c'] = pem['next.pem']!;
    secrets['SE_k'] = pem['next.key']!;
    running.secretsChanged?.();
    expect(await dial(identity, '5 again')).toBe('next');
    await intake.atLeast(2);
  });
});
