import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { IntakeBusy } from '@acequia/component-sdk/runtime';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { decodeFrames, listenerHarness, type Harness } from '../../testing/listener-harness.ts';
import { tcpConfig } from './config.ts';
import { tcpListener } from './definition.ts';
import { tcpListenerRuntime } from './runtime.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(config: object = {}, harness: Harness = listenerHarness()) {
  const full = { ...tcpConfig.parse(config), bind: '127.0.0.1', port: 0 };
  const running = await tcpListenerRuntime.start(full, harness.ctx);
  stops.push(() => running.stop());
  return { ...harness, running, config: full, port: running.addresses[0]!.port };
}

/** Writes part by part, ends, and gives back what was answered. */
function send(port: number, parts: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part);
      socket.end();
    });
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
  });
}

/** What a sender is answered, and whether its connection is over. */
function waiting(socket: Socket) {
  const sender = { socket, answer: '', closed: false, whenClosed: new Promise<void>((resolve) => socket.once('close', () => resolve())) };
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (sender.answer += chunk.toString()));
  void sender.whenClosed.then(() => (sender.closed = true));
  stops.push(() => void socket.destroy());
  return sender;
}

/** Resolves when a connection that is opened now and says nothing has been closed: the idle time has passed. */
const silentOne = (port: number) => new Promise((resolve) => connect(port, '127.0.0.1').on('close', resolve).resume());

const texts = (intake: FakeIntake) => intake.frames.map((frame) => frame.text);
const shell = (command: string) =>
  new Promise<number>((resolve) => spawn('bash', ['-c', command], { stdio: 'ignore' }).on('exit', (code) => resolve(code ?? 1)));
const hasNc = (() => {
  try {
    execFileSync('sh', ['-c', 'command -v nc']);
    return true;
  } catch {
    return false;
  }
})();

describe('framings', () => {
  test.each([
    ['newline', {}, 'one\r\ntwo\nthree', ['one', 'two', 'three'], []],
    ['nul', { framing: 'nul' }, 'one\0two\n\0', ['one', 'two\n'], []],
    ['delimiter', { framing: 'delimiter', delimiter: '\\r\\n--' }, 'one\r\n--two\r\n-\r\n--', ['one', 'two\r\n-'], []],
    ['octet-counting', { framing: 'octet-counting' }, '3 one5 two\n3', ['one', 'two\n3'], []],
    ['octet-counting, half a frame at close', { framing: 'octet-counting' }, '3 one9 two', ['one'], ['DECODE_UNFINISHED_FRAME']],
    ['length-prefix', { framing: 'length-prefix', prefixBytes: '2' }, '\0\u0003one\0\u0002\n\n', ['one', '\n\n'], []],
    [
      'length-prefix, half a frame at close',
      { framing: 'length-prefix', prefixBytes: '1' },
      '\u0003one\u0009two',
      ['one'],
      ['DECODE_UNFINISHED_FRAME'],
    ],
  ])('%s, written byte by byte', async (_, config, text, frames, rejected) => {
    const { intake, port } = await started(config);
    await send(port, Array.from(text));
    await intake.atLeast(frames.length + rejected.length);
    expect(texts(intake)).toEqual(frames);
    expect(intake.rejected.map(({ code }) => code)).toEqual(rejected);
  });

  test('a frame over the limit: a counted one ends the connection after one error event, a line is cut', async () => {
    const counted = await started({ framing: 'length-prefix' }, listenerHarness({ intake: new FakeIntake({ maxEventBytes: 1000 }) }));
    await send(counted.port, [Buffer.of(0, 0, 0, 2), 'ok', Buffer.of(0, 16, 0, 0), 'x'.repeat(5000)]).catch(() => undefined);
    await counted.intake.atLeast(2);
    expect(texts(counted.intake)).toEqual(['ok']);
    expect(counted.intake.rejected.map(({ code }) => code)).toEqual(['LIMIT_EVENT_SIZE']);

    const lines = await started({}, listenerHarness({ intake: new FakeIntake({ maxEventBytes: 1000 }) }));
    await send(lines.port, ['y'.repeat(1_000_000), '\nnext\n']);
    await lines.intake.atLeast(2);
    expect(lines.intake.frames[0]!.wireBytes).toBe(1_000_000);
    expect(lines.intake.frames[1]!.text).toBe('next');
  });

  test('a chunk goes to the intake as one table of frames, not frame by frame', async () => {
    const intake = new FakeIntake();
    const calls: number[] = [];
    const open = intake.open.bind(intake);
    intake.open = () => {
      const stream = open();
      return {
        ...stream,
        write: (bytes, ranges, count, meta, wire) => (calls.push(count), stream.write(bytes, ranges, count, meta, wire)),
      };
    };
    const { port } = await started({}, listenerHarness({ intake }));
    await send(port, ['line of text\n'.repeat(100_000)]);
    await intake.atLeast(100_000);
    expect(calls.length).toBeLessThan(2000);
  });

  test('1,000 connections at once, each line once, each connection in order', async () => {
    const { intake, port } = await started({ maxConnections: 1500 });
    await Promise.all(Array.from({ length: 1000 }, (_, peer) => send(port, [`${peer} a\n${peer} `, 'b\n'])));
    await intake.atLeast(2000);
    const byPeer = Map.groupBy(texts(intake), (text) => text.split(' ')[0]!);
    expect(byPeer.size).toBe(1000);
    for (const [peer, list] of byPeer) expect(list).toEqual([`${peer} a`, `${peer} b`]);
    expect(intake.opened).toBe(intake.closed);
  });
});

describe('back-pressure and the answer', () => {
  test('while the journal is behind, the sender is not read', async () => {
    const { intake, port } = await started();
    intake.hold();
    const socket = connect(port, '127.0.0.1');
    stops.push(() => void socket.destroy());
    socket.write(Buffer.from(`${'x'.repeat(999)}\n`.repeat(40_000)));
    await intake.atLeast(1);
    await new Promise<void>((resolve) => {
      let last = -1;
      const look = () => {
        if (socket.bytesWritten - socket.writableLength === last) resolve();
        last = socket.bytesWritten - socket.writableLength;
        setTimeout(look, 20);
      };
      look();
    });
    expect(intake.frames.length).toBeLessThan(20_000);
    intake.release();
    await intake.atLeast(40_000);
  });

  test('the answer comes after the journal, with the number of messages, also after a half-close', async () => {
    const { intake, port } = await started({ reply: 'OK ${count}\n' });
    intake.hold();
    let answered = false;
    const answer = send(port, ['a\nb\n', 'c']).then((text) => {
      answered = true;
      return text;
    });
    await intake.atLeast(2);
    expect(answered).toBe(false);
    intake.release();
    const counts = Array.from((await answer).matchAll(/OK (\d+)\n/g), ([, count]) => Number(count));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('what the journal never took is not answered; the connection ends', async () => {
    const { intake, port } = await started({ reply: 'OK\n' });
    intake.refuse = new IntakeBusy('timeout', 1000);
    expect(await send(port, ['a\n']).catch(() => '')).toBe('');
  });

  test('stop while a sender writes: complete lines are kept and answered, stop twice is fine', async () => {
    const { intake, running, port } = await started({ reply: '${count};' });
    const socket: Socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('one\ntwo\nthree');
    await intake.atLeast(2);
    await Promise.all([running.stop(), running.stop()]);
    await closed;
    expect(texts(intake)).toEqual(['one', 'two', 'three']);
    expect(answer).toBe('2;1;');
    expect(intake.opened).toBe(intake.closed);
  });
});

test('formats: JSON, CSV with a header row per connection, joined lines', async () => {
  const decode = (config: object, intake: FakeIntake) =>
    decodeFrames((slots) => tcpListenerRuntime.decoder(tcpConfig.parse(config), { slots }), intake.frames).events.map(
      ({ fields }) => fields,
    );
  const json = await started({ format: 'json' });
  await send(json.port, ['{"a":1}\n{"a":', '2}\n']);
  await json.intake.atLeast(2);
  expect(decode({ format: 'json' }, json.intake)).toEqual([{ a: 1 }, { a: 2 }]);

  const csv = await started({ format: 'csv', csvSeparator: 'tab' });
  await send(csv.port, ['id\tname\n1\tA\n']);
  await send(csv.port, ['name\tid\n', 'B\t2\n']);
  await csv.intake.atLeast(2);
  expect(decode({ format: 'csv', csvSeparator: 'tab' }, csv.intake)).toEqual([
    { id: '1', name: 'A' },
    { id: '2', name: 'B' },
  ]);

  const joined = await started({ multiLine: { mode: 'continues', pattern: '^\\s' } });
  await send(joined.port, ['a\n  at b\nc\n']);
  await joined.intake.atLeast(2);
  expect(texts(joined.intake)).toEqual(['a\n  at b', 'c']);
});

describe('peers', () => {
  test.each([
    { format: 'text' },
    { format: 'json', framing: 'nul' },
    { format: 'csv', csvSeparator: ';' },
    { format: 'csv', csvColumns: ['a', 'b'] },
    { framing: 'octet-counting', format: 'syslog' },
    { framing: 'length-prefix', prefixBytes: '2', endian: 'little' },
    { framing: 'delimiter', delimiter: '%%\\r\\n' },
    { format: 'cef' },
    { format: 'kv' },
  ])('the commands that are shown send one event: %j', async (config) => {
    const { intake, port, config: full } = await started(config);
    for (const { tool, command } of tcpListener.sendCommands({ ...full, port }, '127.0.0.1')) {
      if (tool === 'nc' && !hasNc) {
        const [printed] = command.split(' | nc');
        await send(port, [execFileSync('bash', ['-c', printed!])]);
      } else expect(await shell(command), command).toBe(0);
    }
    const commands = tcpListener.sendCommands(full, '127.0.0.1').length;
    await intake.atLeast(commands);
    const { events, rejected } = decodeFrames((slots) => tcpListenerRuntime.decoder(full, { slots }), intake.frames);
    expect([events.length, rejected.length, intake.rejected.length]).toEqual([commands, 0, 0]);
  });

  test('a silent connection is closed after the idle time; a foreign network and one connection too many are refused', async () => {
    const idle = await started({ idleTimeout: '1s' });
    await new Promise((resolve) => connect(idle.port, '127.0.0.1').on('close', resolve).resume());
    const strict = await started({ allowFrom: ['203.0.113.0/24'] });
    await send(strict.port, ['x\n']).catch(() => undefined);
    expect(strict.intake.frames).toEqual([]);
  });

  test('a sender that waits for its answer longer than the idle time is answered; from then on the idle time counts', async () => {
    const { intake, port } = await started({ idleTimeout: '1s', reply: '${count};' });
    intake.hold();
    const sender = waiting(connect(port, '127.0.0.1'));
    sender.socket.write('a\n');
    await intake.atLeast(1);
    await silentOne(port);
    expect(sender.closed).toBe(false);
    intake.release();
    await sender.whenClosed;
    expect(sender.answer).toBe('1;');
  });

  test('a sender that is held back longer than the idle time is not cut off', async () => {
    const { intake, port } = await started({ idleTimeout: '1s' });
    intake.hold();
    const sender = waiting(connect(port, '127.0.0.1'));
    sender.socket.write('a\n');
    await intake.atLeast(1);
    await silentOne(port);
    expect(sender.closed).toBe(false);
    intake.release();
    sender.socket.end('b\n');
    await intake.atLeast(2);
    expect(texts(intake)).toEqual(['a', 'b']);
  });

  test('a port in use is a named fault', async () => {
    const first = await started();
    await expect(tcpListenerRuntime.start({ ...first.config, port: first.port }, listenerHarness().ctx)).rejects.toMatchObject({
      outcome: 'disconnected',
      code: 'PORT_IN_USE',
    });
  });
});

test('TLS with client certificates: openssl and node; the subject is known, strangers are refused, who waits is not cut off', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tcp-tls-'));
  stops.push(() => rmSync(dir, { recursive: true }));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=ca', '-days', '2');
  writeFileSync(join(dir, 'san'), 'subjectAltName=IP:127.0.0.1');
  for (const name of ['server', 'client']) {
    openssl('req', ...key, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
    const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'san'];
    openssl('x509', '-req', '-in', `${name}.csr`, '-out', `${name}.pem`, ...signed);
  }
  const pem = (name: string) => readFileSync(join(dir, name), 'utf8');
  const secrets = { SE_c: pem('server.pem'), SE_k: pem('server.key'), SE_ca: pem('ca.pem') };
  const { intake, port, running } = await started(
    { tls: true, certificate: 'SE_c', privateKey: 'SE_k', caChain: 'SE_ca', clientAuth: 'require-and-verify', reply: '${count}\n' },
    listenerHarness({ secrets }),
  );
  const identity = '-cert client.pem -key client.key -CAfile ca.pem';
  const client = `(printf 'over openssl\\n'; sleep 1) | openssl s_client -quiet -no_ign_eof -connect 127.0.0.1:${port} ${identity} 2>/dev/null`;
  const { stdout: answer } = await promisify(execFile)('bash', ['-c', client], { cwd: dir });
  expect(answer).toBe('1\n');
  expect(intake.frames[0]).toMatchObject({ text: 'over openssl', meta: { transport: 'tls', tlsSubject: 'CN=client' } });
  await new Promise<void>((resolve) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca: secrets.SE_ca }, () => socket.end('stranger\n'));
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.resume();
  });
  expect(intake.frames).toHaveLength(1);
  // Who only looks whether the port is open is not refused; who speaks without TLS is.
  for (const [localAddress, said] of [
    ['127.0.0.4', ''],
    ['127.0.0.5', 'no TLS\n'],
  ] as const) {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.end(said));
    await new Promise((resolve) =>
      socket
        .on('error', () => undefined)
        .on('close', resolve)
        .resume(),
    );
  }
  const refusals = running.refusals!()!;
  expect(refusals.map(({ count, addresses }) => [count, addresses])).toEqual([
    [1, [{ address: '127.0.0.1', count: 1, recent: 1 }]],
    [1, [{ address: '127.0.0.5', count: 1, recent: 1 }]],
  ]);
  expect(refusals.map(({ reason }) => reason)).toEqual(['client-certificate', 'tls']);

  // Under TLS too, a sender that waits for its answer is not idle.
  const impatient = await started(
    { tls: true, certificate: 'SE_c', privateKey: 'SE_k', idleTimeout: '1s', reply: '${count};' },
    listenerHarness({ secrets }),
  );
  impatient.intake.hold();
  const sender = waiting(connectTls({ host: '127.0.0.1', port: impatient.port, ca: secrets.SE_ca }));
  sender.socket.write('a\n');
  await impatient.intake.atLeast(1);
  await silentOne(impatient.port);
  expect(sender.closed).toBe(false);
  impatient.intake.release();
  await sender.whenClosed;
  expect(sender.answer).toBe('1;');
});
