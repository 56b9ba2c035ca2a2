import { afterEach, expect, test, vi } from 'vitest';
import { collectErrors, reportError } from './collect.ts';

afterEach(() => vi.unstubAllGlobals());

const answering = (status: number) => async () => new Response('{}', { status });

test('what fails before the reporting is there is reported once it is', async () => {
  vi.stubGlobal('fetch', vi.fn(answering(503)));
  const handOn = collectErrors();
  expect((await fetch('/rpc/auth/session?who=ana', { method: 'POST' })).status).toBe(503);
  await fetch(new Request('http://other.example/a', { method: 'PUT' }));
  reportError('of the page');
  const reported: string[] = [];
  handOn(() => (error) => reported.push(String(error)));
  expect(reported).toEqual(['FailedFetch: POST /rpc/auth/session answered 503', 'FailedFetch: PUT /a answered 503', 'of the page']);
});

test('a fetch that nobody answered is reported as it failed, and whoever asked hears it too; one that went well is not', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(answering(404)).mockRejectedValueOnce(new TypeError('Failed to fetch')).mockRejectedValueOnce(new DOMException('', 'AbortError')),
  );
  const handOn = collectErrors();
  await expect(fetch('/rpc/a/b')).rejects.toThrow('Failed to fetch');
  await expect(fetch('/rpc/a/b')).rejects.toThrow(DOMException);
  await fetch('/rpc/a/b');
  const reported: string[] = [];
  handOn(() => (error) => reported.push(String(error)));
  expect(reported).toEqual(['TypeError: Failed to fetch']);
});

test('a fetch that is under way when the reporting comes is reported, and later ones are the reporting’s alone', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const browsers = vi.fn(() => promise);
  vi.stubGlobal('fetch', browsers);
  const handOn = collectErrors();
  const under = fetch('/rpc/a/b');
  const reported: string[] = [];
  let atStart: unknown;
  handOn(() => {
    atStart = window.fetch;
    return (error) => reported.push(String(error));
  });
  resolve(new Response('{}', { status: 500 }));
  await under;
  expect(reported).toEqual(['FailedFetch: GET /rpc/a/b answered 500']);
  expect(atStart).toBe(browsers);
  await fetch('/rpc/a/b');
  expect(reported).toHaveLength(1);
});
