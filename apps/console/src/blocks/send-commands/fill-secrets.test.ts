import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findListener } from '@acequia/components/definitions';
import { fillSecrets } from './fill-secrets.ts';

const unknown = () => undefined;
const run = (script: string) => execFileSync('sh', ['-c', script], { env: { ACEQUIA_TOKEN: 't0k en' } }).toString();

test('a known value takes the place of its path', () => {
  expect(
    fillSecrets(`curl -H 'Authorization: Bearer <tokens.0.token>' 'http://h'`, (path) => (path === 'tokens.0.token' ? 'acq_1' : undefined)),
  ).toEqual({
    text: `curl -H 'Authorization: Bearer acq_1' 'http://h'`,
    variables: [],
  });
});

test.each([
  ['single quotes', `printf %s 'Bearer <tokens.0.token>!'`, 'Bearer t0k en!'],
  ['double quotes', `printf %s "it's <tokens.0.token>"`, "it's t0k en"],
  ['no quotes', 'printf %s <tokens.0.token>', 't0k en'],
  ['a quoted document', `cat <<'END'\nauth: {token: "<tokens.0.token>"}\nEND`, 'auth: {token: "t0k en"}\n'],
  ['a document and after it', `cat <<'END'\nit's <tokens.0.token>\nEND\nprintf %s '<tokens.0.token>'`, "it's t0k en\nt0k en"],
])('a value that is not known is read from the environment: in %s', (_, command, out) => {
  const { text, variables } = fillSecrets(command, unknown);
  expect(variables).toEqual(['ACEQUIA_TOKEN']);
  expect(run(text)).toBe(out);
});

test.each(['t0k en', `it's "$HOME" \\ \`date\` $(date)`])('a known value is what the program gets, in any quotes: %s', (value) => {
  const known = () => value;
  const out = (command: string) => run(fillSecrets(command, known).text);
  expect(out('printf %s <tokens.0.token>')).toBe(value);
  expect(out(`printf %s 'a <tokens.0.token>'`)).toBe(`a ${value}`);
  expect(out(`printf %s "a <tokens.0.token>"`)).toBe(`a ${value}`);
  for (const word of ['END', "'END'"])
    expect(JSON.parse(out(`cat <<${word}\n{"token": "<tokens.0.token>"}\nEND`))).toEqual({ token: value });
});

test('the rest of a document stays as it is when a variable is read in it', () => {
  const command = `cat <<'END'\n$(date) $HOME \\n \`date\` <tokens.0.token>\nEND`;
  expect(run(fillSecrets(command, unknown).text)).toBe('$(date) $HOME \\n `date` t0k en\n');
});

test('a document without a secret stays as it is', () => {
  const command = `cat <<'END'\n$HOME <stdin>\nEND`;
  expect(fillSecrets(command, unknown)).toEqual({ text: command, variables: [] });
});

test.each(['bearer', 'basic', 'api-key', 'hmac'] as const)('no command of an HTTP listener keeps a placeholder: %s', (auth) => {
  const httpListener = findListener('http')!;
  const config = httpListener.config.parse({
    auth,
    keyIn: 'query',
    ...(auth === 'basic' ? { users: [{ name: 'a', username: 'a', password: 'SE_1' }] } : {}),
    ...(auth === 'bearer' ? { tokens: [{ name: 'a', token: 'SE_1' }] } : {}),
    ...(auth === 'api-key' ? { keys: [{ name: 'a', key: 'SE_1' }] } : {}),
    ...(auth === 'hmac' ? { hmac: { secrets: [{ name: 'a', secret: 'SE_1' }] } } : {}),
  });
  for (const { command } of httpListener.sendCommands(config, '127.0.0.1'))
    expect(fillSecrets(command, unknown).text).not.toMatch(/<\w+\./);
});
