import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { contract, errorCodes, operation, type ErrorCode, type OperationMeta } from '@acequia/contract';
import * as z from 'zod';
import { describe, expect, test } from 'vitest';

/** The operations of accounts and settings; what every operation can give is produced once, for all of them. */
const nouns = ['auth', 'tenants', 'users', 'secrets', 'authToken', 'activity', 'authOpenID', 'authSaml'] as const;

const source = path.resolve(import.meta.dirname, '..');
const own = path.relative(source, import.meta.filename);
const tests = globSync('**/*.test.ts', { cwd: source })
  .filter((file) => file !== own)
  .flatMap((file) => readFileSync(path.join(source, file), 'utf8').split(/^(?=(?:describe|test)[.(])/m));

const common = new Set(
  (['public', 'session', 'tenant:update'] as const).flatMap((permission) => {
    const made = operation({
      method: 'POST',
      path: '/x',
      summary: '',
      permission,
      keys: false,
      feature: 'api-keys',
      input: z.object({}),
      output: z.object({}),
      changes: ['tenant'],
      stream: true,
    });
    return (made['~orpc'].meta as OperationMeta).errors;
  }),
);

const declared = nouns.flatMap((noun) =>
  Object.entries(contract[noun] as Record<string, { readonly '~orpc': { readonly meta: OperationMeta } }>).flatMap(([verb, made]) =>
    made['~orpc'].meta.errors.filter((code) => !common.has(code)).map((code): readonly [string, ErrorCode] => [`${noun}:${verb}`, code]),
  ),
);

describe('every code', () => {
  test.each([...common])('%s, which many operations give, is expected by a test', (code) => {
    expect(tests.some((text) => text.includes(`'${code}'`))).toBe(true);
  });

  test.each(Object.keys(errorCodes).filter((code) => /^(AUTH\.|WEB-11)/.test(code)))(
    '%s, of whatever answers with it, is expected by a test',
    (code) => expect(tests.some((text) => text.includes(`'${code}'`))).toBe(true),
  );

  test.each(declared)('%s declares %s, and a test of it expects that code', (name, code) => {
    expect(tests.some((text) => text.includes(`'${name}'`) && text.includes(`'${code}'`))).toBe(true);
  });
});
