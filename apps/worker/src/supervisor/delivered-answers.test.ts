import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { createEngine, type Components } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';

/** The catalogue, in the copy of the modules that this test has. */
const components: Components = {
  listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
  action: (id) => ({ definition: findAction(id)!, runtime: findActionRuntime(id)! }),
  datasink: (id) => ({ definition: findDatasink(id)!, runtime: findDatasinkRuntime(id)! }),
};
/** The same for lanes on threads of their own. */
const componentsModule = new URL('./components.ts', import.meta.url).href;

interface Ports {
  readonly http: number;
  readonly tcp: number;
  readonly otlpHttp: number;
  readonly otlpGrpc: number;
}

/** A client that has sent what it has to say. */
interface Sender {
  /** In the order of their arrival. */
  readonly answers: readonly string[];
  readonly closed: boolean;
}

/** A way into the worker. */
interface Door {
  readonly name: string;
  /** Events of one sender. */
  readonly events: number;
  readonly delivered: Pick<Sender, 'answers' | 'closed'>;
  readonly late: Pick<Sender, 'answers' | 'closed'>;
  send(ports: Ports, word: string): Sender;
}

/** Sends bytes over a connection of which our side stays open, unless the sender has finished; `read` finds the answers in all that comes back. */
function sendBytes(port: number, bytes: string, read: (text: string) => string[], hasFinished = false): Sender {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const sender = { answers: [] as string[], closed: false };
  let text = '';
  socket.on('data', (chunk) => (sender.answers = read((text += chunk.toString('latin1')))));
  socket.on('error', () => undefined);
  socket.on('close', () => (sender.closed = true));
  socket.on('end', () => socket.end());
  socket.write(bytes);
  if (hasFinished) socket.end();
  return sender;
}

/** Status of each answer, and whether it says when to try again. */
const httpAnswers = (text: string): string[] =>
  text
    .split(/(?=HTTP\/1\.1 )/)
    .filter((answer) => answer.includes('\r\n\r\n'))
    .map((answer) => `${answer.slice(9, 12)}${/\r\nretry-after: \d+\r\n/i.test(answer) ? ' try again' : ''}`);

const post = (port: number, path: string, body: string, headers = ''): Sender =>
  sendBytes(port, `POST ${path} HTTP/1.1\r\nHost: here\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`, httpAnswers);

/** A member with bytes, in protobuf; of less than 128 bytes. */
const member = (number: number, bytes: Uint8Array): Buffer => Buffer.from([number * 8 + 2, bytes.length, ...bytes]);
/** `resource_logs[0].scope_logs[0].log_records[0].body.string_value`. */
const exportRequest = (text: string): Buffer => member(1, member(2, member(2, member(5, member(1, Buffer.from(text))))));

function callGrpc(port: number, message: Buffer): Sender {
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  onTestFinished(() => session.destroy());
  const sender = { answers: [] as string[], closed: false };
  session.on('error', () => undefined);
  session.on('close', () => (sender.closed = true));
  const stream = session.request({
    ':method': 'POST',
    ':path': '/opentelemetry.proto.collector.logs.v1.LogsService/Export',
    'content-type': 'application/grpc',
    te: 'trailers',
  });
  const note = (headers: Readonly<Record<string, unknown>>) => {
    if (headers['grpc-status'] === undefined) return;
    const details = Buffer.from(String(headers['grpc-status-details-bin'] ?? ''), 'base64').toString('latin1');
    sender.answers.push(`${String(headers['grpc-status'])}${details.includes('RetryInfo') ? ' try again' : ''}`);
  };
  stream.on('error', () => undefined);
  stream.on('response', note);
  stream.on('trailers', note);
  stream.resume();
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  stream.end(Buffer.concat([head, message]));
  return sender;
}

const doors: readonly Door[] = [
  {
    name: 'http',
    events: 2,
    delivered: { answers: ['200'], closed: false },
    late: { answers: ['503 try again'], closed: false },
    send: ({ http }, word) => post(http, '/', `${word} 1\n${word} 2\n`),
  },
  {
    name: 'tcp with a reply',
    events: 2,
    delivered: { answers: ['2'], closed: false },
    late: { answers: [], closed: true },
    send: ({ tcp }, word) => sendBytes(tcp, `${word} 1\n${word} 2\n`, (text) => text.split('\n').slice(0, -1)),
  },
  {
    name: 'tcp with a reply, when the sender has finished',
    events: 2,
    delivered: { answers: ['2'], closed: true },
    late: { answers: [], closed: true },
    send: ({ tcp }, word) => sendBytes(tcp, `${word} 1\n${word} 2\n`, (text) => text.split('\n').slice(0, -1), true),
  },
  {
    name: 'opentelemetry over http',
    events: 1,
    delivered: { answers: ['200'], closed: false },
    late: { answers: ['503 try again'], closed: false },
    send: ({ otlpHttp }, word) =>
      post(
        otlpHttp,
        '/v1/logs',
        JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [{ body: { stringValue: `${word} 1` } }] }] }] }),
        'Content-Type: application/json\r\n',
      ),
  },
  {
    name: 'opentelemetry over grpc',
    events: 1,
    delivered: { answers: ['0'], closed: false },
    late: { answers: ['14 try again'], closed: false },
    send: ({ otlpGrpc }, word) => callGrpc(otlpGrpc, exportRequest(`${word} 1`)),
  },
];

/** Takes one event a request and holds its answer. */
async function heldDestination() {
  const held = new Map<string, () => void>();
  const received: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const line = /(?:one|two) \d/.exec(body)?.[0] ?? body;
      received.push(line);
      held.set(line, () => void response.writeHead(200).end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    received,
    held: () => [...held.keys()].sort(),
    /** Events that begin with the word are delivered. */
    release(word: string): void {
      for (const [line, answer] of held) {
        if (!line.startsWith(word)) continue;
        held.delete(line);
        answer();
      }
    },
  };
}

const shown = { position: { x: 0, y: 0 }, name: '', comment: '' };
const one = { tenantId: 't1', version: '1.0.0' };

/** Each listener answers once all is delivered; all that comes goes to one address, one event a request. */
function toOnePlace(ports: Ports, destination: number): Deployment {
  const bind = '127.0.0.1';
  const listeners = [
    { id: 'LI_http', component: 'http', config: { port: ports.http, extraction: 'lines' } },
    { id: 'LI_tcp', component: 'tcp', config: { port: ports.tcp, reply: '${count}\n' } },
    {
      id: 'LI_otlp',
      component: 'opentelemetry',
      config: { httpPort: ports.otlpHttp, grpcPort: ports.otlpGrpc, protocols: ['json', 'grpc'], signals: ['logs'] },
    },
  ];
  return {
    format: 1,
    hash: 'one',
    cluster: { id: 'CL_1', name: 'test', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
    listeners: listeners.map(({ config, ...listener }) => ({
      ...one,
      ...listener,
      name: listener.id,
      config: { ...config, bind, ackWhen: 'delivered' },
      revision: 1,
      labels: [],
    })),
    datasinks: [
      { ...one, id: 'DS_1', name: 'out', component: 'http', creation: { baseUrl: `http://${bind}:${destination}` }, revision: 1 },
    ],
    pipelines: listeners.map(({ id }) => ({
      ...one,
      id: `PL_${id}`,
      versionId: `PV_${id}`,
      name: id,
      document: {
        format: 1,
        nodes: [
          { kind: 'label', id: 'in', ...shown, listenerId: id, labelId: 'all' },
          {
            kind: 'datasink',
            id: 'out',
            ...shown,
            datasinkId: 'DS_1',
            component: 'http',
            version: '1.0.0',
            config: { url: '/', bulk: false, maxWait: '20ms' },
          },
        ],
        links: [{ id: 'l1', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
      },
    })),
  };
}

/** A worker's engine over a journal on disk, with a destination that the test holds. */
async function start(lanes: number, ackDeliveredTimeoutMs: number) {
  const destination = await heldDestination();
  const directory = mkdtempSync(join(tmpdir(), 'acequia-delivered-'));
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  const engine = createEngine({
    journal,
    components,
    clock: systemClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    limits: { ackDeliveredTimeoutMs, commitIntervalMs: 20 },
    lanes: { count: lanes, componentsModule },
  });
  onTestFinished(async () => {
    destination.release('');
    await engine.stop({ deadlineMs: 1000 });
    await journal.close();
    rmSync(directory, { recursive: true });
  });
  const ports: Ports = { http: await freePort(), tcp: await freePort(), otlpHttp: await freePort(), otlpGrpc: await freePort() };
  const report = await engine.apply(toOnePlace(ports, destination.port));
  expect([...report.listeners, ...report.pipelines].filter(({ error }) => error)).toEqual([]);
  const waiting = () =>
    engine.status().pipelines.reduce((sum, { branches }) => branches.reduce((all, { waitingEvents }) => all + waitingEvents, sum), 0);
  return {
    ports,
    destination,
    stop: () => engine.stop({ deadlineMs: 60_000 }),
    /** Resolves when so many events have no outcome, and an answer that followed from it has had the time of another one. */
    async settled(events: number): Promise<void> {
      await expect.poll(waiting).toBe(events);
      expect((await fetch(`http://127.0.0.1:${ports.http}/elsewhere`, { method: 'POST' })).status).toBe(404);
    },
  };
}

const state = ({ answers, closed }: Sender) => ({ answers, closed });
const unanswered = { answers: [], closed: false };
const linesOf = ({ events }: Door, ...words: readonly string[]) =>
  words.flatMap((word) => Array.from({ length: events }, (_, index) => `${word} ${index + 1}`));

describe.each([0, 1])('acknowledged when delivered, lanes on %i threads', (lanes) => {
  test.each(doors)('$name: of two senders, none is answered before its events are delivered, and each once then', async (door) => {
    const { ports, destination, settled } = await start(lanes, 120_000);
    const [first, second] = [door.send(ports, 'one'), door.send(ports, 'two')];
    await expect.poll(destination.held).toEqual(linesOf(door, 'one', 'two'));
    await settled(2 * door.events);
    expect([first, second].map(state)).toEqual([unanswered, unanswered]);

    destination.release('one');
    await settled(door.events);
    expect(state(second)).toEqual(unanswered);

    destination.release('two');
    await expect.poll(() => [first, second].map(state)).toEqual([door.delivered, door.delivered]);
    await settled(0);
    expect([first, second].map(state)).toEqual([door.delivered, door.delivered]);
    expect(destination.received.toSorted()).toEqual(linesOf(door, 'one', 'two'));
  });

  test.each(doors)('$name: senders whose events are late are asked to try again, and hear nothing more when they arrive', async (door) => {
    const { ports, destination, settled } = await start(lanes, 300);
    const senders = [door.send(ports, 'one'), door.send(ports, 'two')];
    await expect.poll(() => senders.map(state)).toEqual([door.late, door.late]);
    await expect.poll(destination.held).toEqual(linesOf(door, 'one', 'two'));
    destination.release('');
    await settled(0);
    expect(senders.map(state)).toEqual([door.late, door.late]);
  });

  test.each(doors)('$name: senders who wait when the listener stops are asked to try again', async (door) => {
    const { ports, destination, stop } = await start(lanes, 120_000);
    const senders = [door.send(ports, 'one'), door.send(ports, 'two')];
    await expect.poll(destination.held).toEqual(linesOf(door, 'one', 'two'));
    const stopped = stop();
    await expect
      .poll(() => senders.map(({ answers, closed }) => ({ answers, closed })))
      .toEqual(senders.map(() => ({ answers: door.late.answers, closed: true })));
    destination.release('');
    await stopped;
    expect(senders.map(({ answers }) => answers)).toEqual(senders.map(() => door.late.answers));
  });

  test('a body that was late and comes again with its key is answered once it is delivered, and is delivered once', async () => {
    const { ports, destination, settled } = await start(lanes, 300);
    const body = () => post(ports.http, '/', 'one 1\n', 'Idempotency-Key: k1\r\n');
    const early = [body(), body()];
    await expect.poll(() => early.map(({ answers }) => answers)).toEqual([['503 try again'], ['503 try again']]);
    await expect.poll(destination.held).toEqual(['one 1']);
    destination.release('one');
    await settled(0);
    const again = body();
    await expect.poll(() => again.answers).toEqual(['200']);
    expect(destination.received).toEqual(['one 1']);
  });
});
