import { expect, test } from 'vitest';
import { AppError } from './app-error.ts';
import { describeError, errorLines } from './describe-error.ts';

/** As drizzle makes it: the parameters are in the message, in a field, and so in the stack. */
const failedQuery = (cause: Error) =>
  Object.assign(new Error('Failed query: select 1 where email = $1\nparams: ana@example.com'), {
    query: 'select 1 where email = $1',
    params: ['ana@example.com'],
    cause,
  });

/** As the driver makes it of a data exception. */
const badDate = Object.assign(new Error('invalid input syntax for type uuid: "ana@example.com"'), {
  severity: 'ERROR',
  code: '22P02',
  detail: 'Key (email)=(ana@example.com) already exists.',
  where: "unnamed portal parameter $1 = 'ana@example.com'",
  table: 'users',
});

test('the parameters of a failed statement are in no part of what is logged, however deep it is', () => {
  const error = new AppError('WEB-00000', { cause: failedQuery(badDate) });
  expect(JSON.stringify(describeError(error))).not.toContain('ana@');
  expect(errorLines(error)).not.toContain('ana@');
  expect(describeError(error)).toMatchObject({
    type: 'AppError',
    code: 'WEB-00000',
    cause: { statement: 'select 1 where email = $1', cause: { code: '22P02', about: 'users' } },
  });
});

test('an ordinary error keeps its text, its place and its cause', () => {
  const description = describeError(new TypeError('x is not a function', { cause: new RangeError('too far') }));
  expect(description).toMatchObject({
    type: 'TypeError',
    message: 'x is not a function',
    cause: { type: 'RangeError', message: 'too far' },
  });
  expect(description.stack?.[0]).toContain('describe-error.test');
});

test('causes that lead round in a circle end', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/round/g)!.length).toBeLessThan(50);
});

test('what is no error is not printed', () => {
  expect(describeError('a secret')).toEqual({ type: 'string' });
});
