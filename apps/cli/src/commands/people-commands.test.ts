import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantCreateCommand } from './tenant-create.ts';
import { testFolder } from './test-files.ts';
import { userResetLinkCommand } from './user-reset-link.ts';
import { userResetMfaLinkCommand } from './user-reset-mfa-link.ts';

const calls: { readonly path: string | undefined; readonly token: string | undefined; readonly input: unknown }[] = [];
let answer: { readonly status: number; readonly body: unknown };
let server: Server;
let url: string;
const lines: string[] = [];
const print = (line: string) => void lines.push(line);
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      calls.push({ path: request.url, token: request.headers.authorization, input: JSON.parse(body) });
      response.writeHead(answer.status).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  lines.length = 0;
  calls.length = 0;
});

describe('acequia user reset-link', () => {
  test('prints the whole link; the token of the data folder is shown to the server', async () => {
    const data = testFolder();
    mkdirSync(join(data, 'keys'));
    writeFileSync(join(data, 'keys', 'operator-token'), 'kept-token\n');
    answer = { status: 200, body: { path: '/reset#token=abc' } };
    expect(await userResetLinkCommand(['a@b.cc'], print, { ACEQUIA_URL: `${url}/`, ACEQUIA_DATA: data })).toBe(0);
    expect(lines).toEqual([`${url}/reset#token=abc`]);
    expect(calls).toEqual([{ path: '/operator/user/reset-link', token: 'Bearer kept-token', input: { email: 'a@b.cc' } }]);
  });

  test('names the code of a refusal', async () => {
    answer = { status: 404, body: { code: 'ACQ-NOT-FOUND', fields: {} } };
    expect(await userResetLinkCommand(['a@b.cc'], print, { ACEQUIA_URL: url, ACEQUIA_OPERATOR_TOKEN: 't' })).toBe(1);
    expect(lines.join()).toContain('ACQ-NOT-FOUND');
  });

  test('says what is missing: token, server, address', async () => {
    expect(await userResetLinkCommand(['a@b.cc'], print, { ACEQUIA_URL: url, ACEQUIA_DATA: testFolder() })).toBe(2);
    expect(lines.join()).toContain('ACEQUIA_OPERATOR_TOKEN');
    expect(await userResetLinkCommand(['a@b.cc'], print, { ACEQUIA_URL: 'http://127.0.0.1:1', ACEQUIA_OPERATOR_TOKEN: 't' })).toBe(1);
    expect(lines.join()).toContain('does not answer');
    expect(await userResetLinkCommand([], print, {})).toBe(2);
  });
});

describe('acequia user reset-mfa-link', () => {
  test('asks for the link of the second factor, and prints the whole of it', async () => {
    answer = { status: 200, body: { path: '/reset-mfa#token=abc' } };
    expect(await userResetMfaLinkCommand(['a@b.cc'], print, { ACEQUIA_URL: url, ACEQUIA_OPERATOR_TOKEN: 't' })).toBe(0);
    expect(lines).toEqual([`${url}/reset-mfa#token=abc`]);
    expect(calls.map(({ path }) => path)).toEqual(['/operator/user/reset-mfa-link']);
  });
});

describe('acequia tenant create', () => {
  const env = () => ({ ACEQUIA_URL: url, ACEQUIA_OPERATOR_TOKEN: 't' });

  test('prints the link to hand on when no mail carries it', async () => {
    answer = { status: 200, body: { slug: 'vega', invite: { link: '/join#token=abc' } } };
    expect(await tenantCreateCommand(['Vega', '--owner', 'a@b.cc'], print, env())).toBe(0);
    expect(lines.at(-1)).toBe(`${url}/join#token=abc`);
    expect(calls[0]).toMatchObject({ path: '/operator/tenant/create', input: { name: 'Vega', owner: 'a@b.cc' } });
  });

  test('prints no link when a mail has it', async () => {
    answer = { status: 200, body: { slug: 'vega', invite: { link: null } } };
    await tenantCreateCommand(['Vega', '--owner', 'a@b.cc'], print, env());
    expect(lines.join()).toContain('sent to a@b.cc');
    expect(lines.join()).not.toContain('token');
  });

  test.each([[['Vega']], [['--owner', 'a@b.cc']], [['Vega', 'Sur', '--owner', 'a@b.cc']], [['Vega', '--own', 'x']]])(
    '%j is answered with the usage',
    async (args) => {
      expect(await tenantCreateCommand(args, print, env())).toBe(2);
      expect(lines.join()).toContain('Usage: acequia tenant create');
    },
  );
});
