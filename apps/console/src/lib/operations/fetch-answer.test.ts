import { afterEach, expect, it, vi } from 'vitest';
import { callOperation } from './call.ts';
import { toOperationError } from './operation-error.ts';

afterEach(() => void vi.unstubAllGlobals());

const codeOf = (fetched: () => Promise<Response>) => {
  vi.stubGlobal('fetch', fetched);
  return callOperation('secrets:list', {}).then(
    () => 'answered',
    (error: unknown) => toOperationError(error).code,
  );
};

it('a server that does not answer is NETWORK', async () => {
  expect(await codeOf(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('NETWORK');
});

it('an answer that breaks off is NETWORK', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"json":')),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  expect(await codeOf(() => Promise.resolve(new Response(broken, { headers: { 'content-type': 'application/json' } })))).toBe('NETWORK');
});

it('a fault of ours is not told as an outage', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ json: [] })));
  // A value that cannot be written as JSON: the call fails before anything is sent.
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  const code = await callOperation('secrets:list', circular as never).catch((error: unknown) => toOperationError(error).code);
  expect(code).toBe('WEB-00000');
});

it('an abort stays an abort', async () => {
  expect(await codeOf(() => Promise.reject(new DOMException('', 'AbortError')))).toBe('ABORTED');
});
