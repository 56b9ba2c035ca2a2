import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replayCommand } from './replay.ts';

interface Call {
  readonly path: string;
  readonly input: Record<string, unknown>;
}

let server: Server;
let calls: Call[];
let answers: Record<string, (input: Record<string, unknown>) => { status?: number; body: unknown }>;
let lines: string[];

const progress = { blocks: 10, blocksDone: 5, entered: 50, delivered: 49, rejected: 1, dropped: 0, missedBlocks: 0 };
const replay = (state: string) => ({
  id: 'RP_1',
  state,
  from: 0,
  to: 3_600_000,
  listener: { name: 'gate' },
  pipeline: { name: 'store', version: '1.2.0' },
  reason: null,
  progress,
});

beforeEach(async () => {
  calls = [];
  lines = [];
  answers = { 'auth/login': () => ({ body: {} }), 'auth/removeToken': () => ({ body: {} }) };
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const path = request.url!.replace('/rpc/', '');
      const { json: input } = JSON.parse(text) as { json: Record<string, unknown> };
      calls.push({ path, input });
      const { status = 200, body } = answers[path]?.(input) ?? { status: 404, body: { code: 'ACQ-NOT-FOUND' } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ json: body }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const run = (...args: readonly string[]) =>
  replayCommand(args, (line) => lines.push(line), {
    ACEQUIA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ACEQUIA_EMAIL: 'ana@example.com',
    ACEQUIA_PASSWORD: 'x',
  });
const start = ['start', '--listener', 'LI_1', '--pipeline', 'PL_1', '--version', '1.2.0', '--from', '2026-11-21T10:00:00Z'];

test.each([
  ['nothing', []],
  ['an unknown action', ['repeat']],
  ['a stop of nothing', ['stop']],
  ['a start without a version', start.slice(0, 5)],
  ['a time that is none', [...start.slice(0, -1), 'yesterday']],
  ['an unknown option', [...start, '--fast']],
])('%s: says how it is used and asks nobody', async (_name, args) => {
  expect(await run(...args)).toBe(2);
  expect(lines.join('\n')).toContain('Usage: acequia replay');
  expect(calls).toEqual([]);
});

test('a dry run starts nothing', async () => {
  answers['replays/estimate'] = () => ({ body: { records: 12, bytes: 3456, keptFrom: 7_200_000 } });
  expect(await run(...start, '--dry-run')).toBe(0);
  expect(lines).toEqual(['About 12 records, 3456 bytes.', 'What was received before 1970-01-01T02:00:00.000Z is no longer kept.']);
  expect(calls.map(({ path }) => path)).not.toContain('replays/start');
});

test('a replay that is waited for ends with its outcome', async () => {
  answers['replays/start'] = () => ({ body: replay('running') });
  answers['replays/find'] = () => ({ body: replay('failed') });
  expect(await run(...start, '--to', '2026-11-21T11:00:00Z', '--keys', 'new', '--rate', '100', '--wait')).toBe(1);
  expect(calls.find(({ path }) => path === 'replays/start')!.input).toEqual({
    listenerId: 'LI_1',
    pipelineId: 'PL_1',
    version: '1.2.0',
    from: Date.UTC(2026, 10, 21, 10),
    to: Date.UTC(2026, 10, 21, 11),
    keys: 'new',
    eventsPerSecond: 100,
  });
  expect(lines.at(-1)).toBe(
    'RP_1  failed 50%  gate → store 1.2.0  1970-01-01T00:00:00.000Z to 1970-01-01T01:00:00.000Z  50 replayed, 49 delivered, 1 rejected',
  );
  expect(calls.at(-1)!.path).toBe('auth/removeToken');
});

test('list and stop; a refusal is told in words, with its code', async () => {
  answers['replays/list'] = () => ({ body: [] });
  expect(await run('list')).toBe(0);
  answers['replays/stop'] = () => ({ body: replay('stopped') });
  expect(await run('stop', 'RP_1')).toBe(0);
  answers['replays/start'] = () => ({ status: 409, body: { code: 'ACQ-REPLAY-MANY', data: { fields: { max: 5 } } } });
  expect(await run(...start)).toBe(2);
  expect(lines[0]).toBe('No replays.');
  expect(lines[1]).toContain('RP_1  stopped');
  expect(lines[2]).toMatch(/^The server refused: .* 5 .*\(ACQ-REPLAY-MANY\)$/);
});
