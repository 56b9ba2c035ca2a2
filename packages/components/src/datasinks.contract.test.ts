import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig, type DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { DatasinkRuntime } from '@acequia/component-sdk/runtime';
import { datasinkContract, type DatasinkTrait, type DatasinkUnderTest, type HeldDestination } from '@acequia/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { fileDatasink } from './datasinks/file/definition.ts';
import { fileRuntime } from './datasinks/file/runtime.ts';
import { httpDatasink } from './datasinks/http/definition.ts';
import { httpRuntime } from './datasinks/http/runtime.ts';
import { syslogDatasink } from './datasinks/syslog/definition.ts';
import { syslogRuntime } from './datasinks/syslog/runtime.ts';
import { openDatasink, type DatasinkOptions } from './testing/datasink-harness.ts';

/** A data sink of the catalogue with its configuration, and where its lines come to be. */
function underTest<C, N>(
  definition: DatasinkDefinition,
  runtime: DatasinkRuntime<C, N>,
  { creation, node, ...options }: { readonly creation: object; readonly node: object } & DatasinkOptions,
  destination: { there(): readonly string[]; readonly held?: HeldDestination },
): DatasinkUnderTest {
  const [parsedCreation, parsedNode] = [parseConfig(definition.creation, creation), parseConfig(definition.node, node)];
  if (!parsedCreation.ok || !parsedNode.ok) throw new Error(`refused: ${JSON.stringify([parsedCreation, parsedNode])}`);
  return {
    batching: runtime.batching(parsedCreation.value as C, parsedNode.value as N),
    there: () => destination.there(),
    open: async (branchId, checkpoint) => {
      const { open: sink, ctx } = await openDatasink(definition, runtime, creation, node, {
        ...options,
        branchId,
        ...(checkpoint === undefined ? {} : { checkpoint }),
      });
      return { sink, slots: ctx.slots };
    },
    ...(destination.held ? { destination: destination.held } : {}),
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const asText = { format: 'text', content: 'field', field: 'message' };

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function file(): DatasinkUnderTest {
  const root = mkdtempSync(join(tmpdir(), 'acequia-contract-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const path = join(root, 't', 'a.log');
  return underTest(
    fileDatasink,
    fileRuntime,
    { creation: { root: 'files' }, node: { path: 'a.log', ...asText }, fileRoots: { files: root } },
    { there: () => (existsSync(path) ? linesOf(readFileSync(path, 'utf8')) : []) },
  );
}

async function http(order: 'none' | 'strict'): Promise<DatasinkUnderTest> {
  const there: string[] = [];
  let isHeld = false;
  const held: { readonly lines: readonly string[]; readonly response: ServerResponse }[] = [];
  const prove = ({ lines, response }: (typeof held)[number]) => {
    if (response.destroyed) return;
    there.push(...lines);
    response.writeHead(200).end();
  };
  const server = createHttpServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const exchange = { lines: linesOf(body), response };
      if (isHeld) held.push(exchange);
      else prove(exchange);
    });
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return underTest(
    httpDatasink,
    httpRuntime,
    { creation: { baseUrl: `http://127.0.0.1:${port}`, order }, node: { url: '/', ...asText } },
    {
      there: () => [...there],
      held: {
        hold: () => void (isHeld = true),
        async arrived(lines) {
          while (held.flatMap((each) => each.lines).length < lines) await turn();
        },
        release() {
          isHeld = false;
          for (const exchange of held.splice(0)) prove(exchange);
        },
        reset() {
          for (const { response } of held.splice(0)) response.socket?.resetAndDestroy();
        },
      },
    },
  );
}

/** A receiver of lines, which notes them as they come. */
async function receiver(read: (socket: Socket) => (bytes: Buffer) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', read(socket));
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port, sockets };
}

const syslogOf = (creation: object, destination: { there(): readonly string[]; readonly held?: HeldDestination }): DatasinkUnderTest =>
  underTest(
    syslogDatasink,
    syslogRuntime,
    { creation: { protocol: 'tcp', host: '127.0.0.1', ...creation }, node: { standard: 'none', message: '${message}' } },
    destination,
  );

async function syslogOverTcp(): Promise<DatasinkUnderTest> {
  let text = '';
  const { port } = await receiver(() => (bytes) => void (text += bytes.toString()));
  return syslogOf({ port, framing: 'non-transparent', trailerCode: 10 }, { there: () => linesOf(text) });
}

const relpHead = /^(\d+) (\w+) (\d+) ?/;

async function syslogWithRelp(): Promise<DatasinkUnderTest> {
  const there: string[] = [];
  let isHeld = false;
  let waiting: { readonly socket: Socket; readonly number: string }[] = [];
  const prove = ({ socket, number }: (typeof waiting)[number]) => void (socket.destroyed || socket.write(`${number} rsp 6 200 OK\n`));
  const { port, sockets } = await receiver((socket) => {
    let rest = '';
    return (bytes) => {
      rest += bytes.toString('latin1');
      for (let head = relpHead.exec(rest); head !== null; head = relpHead.exec(rest)) {
        const [whole, number = '', command, length] = head;
        const end = whole.length + Number(length);
        if (rest.length <= end) return;
        const line = rest.slice(whole.length, end);
        rest = rest.slice(end + 1);
        if (command === 'open') prove({ socket, number });
        if (command !== 'syslog') continue;
        there.push(line);
        if (isHeld) waiting.push({ socket, number });
        else prove({ socket, number });
      }
    };
  });
  return syslogOf(
    { port, relp: true },
    {
      there: () => [...there],
      held: {
        hold: () => void (isHeld = true),
        async arrived(lines) {
          while (waiting.length < lines) await turn();
        },
        release() {
          isHeld = false;
          for (const each of waiting.splice(0)) prove(each);
        },
        reset() {
          waiting = [];
          for (const socket of sockets) socket.resetAndDestroy();
        },
      },
    },
  );
}

const datasinks: readonly (readonly [
  name: string,
  traits: readonly DatasinkTrait[],
  start: () => DatasinkUnderTest | Promise<DatasinkUnderTest>,
])[] = [
  ['file', ['checkpoints'], file],
  ['http', ['held'], () => http('none')],
  ['http, in order', ['held'], () => http('strict')],
  ['syslog over TCP', [], syslogOverTcp],
  ['syslog with RELP', ['held', 'pipelined'], syslogWithRelp],
];

describe.each(datasinks)('%s keeps what a data sink promises', (_, traits, start) => {
  for (const { name, run } of datasinkContract(...traits)) {
    test(name, async () => {
      const { seen, wanted } = await run(await start());
      expect(seen).toEqual(wanted);
    });
  }
});
