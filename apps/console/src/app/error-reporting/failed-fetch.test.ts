import { expect, test } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { FailedFetch, isFailedFetch } from './failed-fetch.ts';

test('a failed fetch is told from a defect and from leaving a page', () => {
  for (const error of [
    new TypeError('Failed to fetch'),
    new TypeError('NetworkError when attempting to fetch resource.'),
    new TypeError('Load failed'),
    new OperationError('NETWORK'),
    new FailedFetch('POST', '/rpc/a/b', 503),
  ])
    expect([error.message, isFailedFetch(error)]).toEqual([error.message, true]);
  for (const error of [new TypeError('x is not a function'), new DOMException('', 'AbortError'), new OperationError('WEB-00000'), 'x'])
    expect([String(error), isFailedFetch(error)]).toEqual([String(error), false]);
});

test('does not name what was asked for', () => {
  expect(new FailedFetch('GET', `${window.location.origin}/api/v1/pipelines?search=payroll`, 500).message).toBe(
    'GET /api/v1/pipelines answered 500',
  );
});
