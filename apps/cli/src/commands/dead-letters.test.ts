import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deadLettersCommand } from './dead-letters.ts';
import { testFolder } from './test-files.ts';

interface Call {
  readonly operation: string;
  readonly input: Record<string, unknown>;
  readonly cookie: string | undefined;
}

let server: Server;
let url: string;
const calls: Call[] = [];
let answers: Record<string, unknown[]> = {};

/** Answers each operation with what is next for it; lets nobody in whose password is another. */
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const operation = request.url!.replace('/rpc/', '').replace('/', ':');
      const input = (JSON.parse(body) as { json: Record<string, unknown> }).json;
      calls.push({ operation, input, cookie: request.headers.cookie });
      const refuse = (code: string) => response.writeHead(401).end(JSON.stringify({ json: { code, data: { fields: { left: 2 } } } }));
      if (operation === 'auth:login' && input['password'] !== 'right') return refuse('AUTH.CREDENTIALS');
      if (operation === 'auth:login') response.setHeader('set-cookie', '__Host-sid=s1; Path=/; HttpOnly');
      const answer = operation.startsWith('auth:') ? {} : answers[operation]?.shift();
      if (answer === undefined) return refuse('ACQ-NOT-FOUND');
      return response.end(JSON.stringify({ json: answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  calls.length = 0;
  answers = {};
});

async function run(args: string, env: Record<string, string> = {}): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const settings = { ACEQUIA_URL: url, ACEQUIA_EMAIL: 'ana@example.com', ACEQUIA_PASSWORD: 'right', ...env };
  const code = await deadLettersCommand(args.split(' '), (line) => lines.push(line), settings);
  return { code, text: lines.join('\n') };
}

describe('acequia dead-letters', () => {
  test.each([
    'list extra',
    'show',
    'redrive',
    'redrive --all',
    'redrive a --all --into node',
    'redrive a --into middle',
    'discard a',
    'export --format xml',
    'list --from yesterday',
    'list --nonsense',
  ])('does not call anything for “%s”', async (args) => {
    expect(await run(args)).toMatchObject({ code: 2, text: expect.stringContaining('Usage') as string });
    expect(calls).toEqual([]);
  });

  test('a wrong password, no password, a server that is away', async () => {
    expect(await run('list', { ACEQUIA_PASSWORD: 'wrong' })).toMatchObject({
      code: 2,
      text: expect.stringMatching(
        /rejected the login of ana@example\.com\. The server refused: .{20,} \(AUTH\.CREDENTIALS, left: 2\)$/,
      ) as string,
    });
    expect(await run('list', { ACEQUIA_PASSWORD: '' })).toMatchObject({
      code: 2,
      text: expect.stringContaining('ACEQUIA_PASSWORD') as string,
    });
    expect(await run('list', { ACEQUIA_URL: 'http://127.0.0.1:1' })).toMatchObject({
      code: 2,
      text: 'http://127.0.0.1:1 does not answer.',
    });
  });

  test('a group is re-driven to its end; what stays is told, and the session is closed', async () => {
    answers['deadLetters:redrive'] = [
      { done: 500, refused: [], away: [], next: 'c1' },
      { done: 3, refused: [{ code: 'NODE_MISSING', count: 2 }], away: ['w2'], next: null },
    ];
    const { code, text } = await run('redrive --all --pipeline PL_1 --into node');
    expect(code).toBe(1);
    expect(text.split('\n')).toEqual([
      'Re-driven: 503.',
      'Left as they are: 2. The running version does not have this step.',
      'Did not answer: w2. Dead letters on these workers are missing here.',
    ]);
    expect(calls.map(({ operation }) => operation)).toEqual([
      'auth:login',
      'deadLetters:redrive',
      'deadLetters:redrive',
      'auth:removeToken',
    ]);
    expect(calls[2]).toMatchObject({
      cookie: '__Host-sid=s1',
      input: { into: 'node', letters: { filter: { pipelineId: 'PL_1' }, cursor: 'c1' } },
    });
  });

  test('a refusal of the server is said in words, with its code', async () => {
    expect(await run('show W~1')).toEqual({
      code: 2,
      text: expect.stringMatching(/^The server refused: Not found\. .*\(ACQ-NOT-FOUND, left: 2\)$/) as string,
    });
  });

  test('an export goes on page by page, and never over a file that is there', async () => {
    const file = join(testFolder(), 'letters.csv');
    answers['deadLetters:export'] = [
      { text: 'h\r\na\r\n', count: 1, away: [], next: 'c1' },
      { text: 'b\r\n', count: 1, away: [], next: null },
    ];
    expect(await run(`export --format csv --output ${file}`)).toEqual({ code: 0, text: `2 dead letters in ${file}.` });
    expect(readFileSync(file, 'utf8')).toBe('h\r\na\r\nb\r\n');
    answers['deadLetters:export'] = [{ text: 'x', count: 1, away: [], next: null }];
    expect(await run(`export --output ${file}`)).toEqual({ code: 2, text: `${file} cannot be written: EEXIST.` });
    expect(readFileSync(file, 'utf8')).toBe('h\r\na\r\nb\r\n');
  });
});
