import { execFileSync } from 'node:child_process';
import { contract, type OperationMeta } from '@acequia/contract';
import { expect, test } from 'vitest';
import { commandOf, curlOf, objectCalls, type ObjectKind } from './object-calls.ts';

interface Made {
  readonly '~orpc': { readonly route: { readonly method?: string; readonly path?: string }; readonly meta: OperationMeta };
}

test.each(Object.entries(objectCalls))('%s is read by a path of the contract that keys may call', (_kind, { operation, path }) => {
  const [noun = '', verb = ''] = operation.split(':');
  const { route, meta } = (contract as unknown as Record<string, Record<string, Made>>)[noun]![verb]!['~orpc'];
  expect([route.method, route.path, meta.keys]).toEqual(['GET', path, true]);
});

const wordsOf = (line: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; acequia() { printf '%s\\n' "$ACEQUIA_URL" "$@"; }; ${line}`], {
    env: { ACEQUIA_KEY: 'ak' },
    encoding: 'utf8',
  })
    .trimEnd()
    .split('\n');

test('a shell reads what is copied as it was meant, whatever stands in an id or an address', () => {
  const [id, origin] = [`a'b c"$HOME`, 'https://acequia.example.com'];
  expect(wordsOf(curlOf('listener', id, origin))).toEqual([
    '-sS',
    '-H',
    'Authorization: Bearer ak',
    `${origin}/api/v1/listeners/${encodeURIComponent(id)}`,
  ]);
  expect(wordsOf(commandOf('secret' satisfies ObjectKind, id, origin))).toEqual([
    origin,
    'api',
    'secrets:getUsages',
    JSON.stringify({ id }),
  ]);
});
