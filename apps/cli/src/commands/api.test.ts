import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apiCommand } from './api.ts';

let server: Server;
let calls: [string, unknown][];
let lines: string[];

beforeEach(async () => {
  calls = [];
  lines = [];
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const path = request.url!.replace('/rpc/', '');
      calls.push([path, (JSON.parse(text) as { json: unknown }).json]);
      const answer = (status: number, body: unknown) =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (path === 'pipelines/watchStatus') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n');
      else if (path === 'pipelines/nothing') answer(404, { code: 'ACQ-NOT-FOUND' });
      else if (path === 'pipelines/remove') answer(403, { json: { code: 'WEB-00027', data: { fields: { role: 'viewer' } } } });
      else answer(200, { json: path === 'pipelines/find' ? { id: 'PL_1', bytes: 9007199254740991 } : {} });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
);

const run = (...args: readonly string[]) =>
  apiCommand(args, (line) => lines.push(line), {
    ACEQUIA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ACEQUIA_EMAIL: 'ana@example.com',
    ACEQUIA_PASSWORD: 'x',
  });

test.each([
  ['nothing', []],
  ['a name that is none', ['pipelines']],
  ['input that is no JSON', ['pipelines:find', '{id}']],
  ['input that is no object', ['pipelines:find', '[1]']],
  ['too many words', ['pipelines:find', '{}', '{}']],
])('%s: says how it is used and asks nobody', async (_name, args) => {
  expect(await run(...args)).toBe(2);
  expect(lines.join('\n')).toContain('Usage: acequia api');
  expect(calls).toEqual([]);
});

test('an answer is printed as JSON, and the session is ended', async () => {
  expect(await run('pipelines:find', '{"id":"PL_1"}')).toBe(0);
  expect(JSON.parse(lines.join('\n'))).toEqual({ id: 'PL_1', bytes: 9007199254740991 });
  expect(calls).toEqual([
    ['auth/login', { email: 'ana@example.com', password: 'x' }],
    ['pipelines/find', { id: 'PL_1' }],
    ['auth/removeToken', {}],
  ]);
});

test.each([
  ['pipelines:remove', '(WEB-00027, role: viewer)'],
  ['pipelines:nothing', 'ACQ-NOT-FOUND'],
  ['pipelines:watchStatus', 'answers with a stream'],
])('%s does not end well, and does not hang: %s', async (operation, said) => {
  expect(await run(operation)).toBe(2);
  expect(lines.join('\n')).toContain(said);
  expect(calls.at(-1)![0]).toBe('auth/removeToken');
});
