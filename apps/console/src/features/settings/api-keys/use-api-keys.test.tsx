import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#lib/operations/query-client.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { useApiKeys } from './use-api-keys.ts';

const server = fakeServer();
beforeEach(() => queryClient.clear());
afterEach(cleanup);
const Around = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

/** Our contract has no such refusal: a server of the specification that is not ours. */
it('takes WEB-00508 for an empty list, and does not ask again', async () => {
  const refusal = { json: { defined: false, code: 'WEB-00508', status: 404, message: 'WEB-00508' } };
  const asked = vi.fn<typeof fetch>(async () => Response.json(refusal, { status: 404 }));
  vi.stubGlobal('fetch', asked);
  const { result } = renderHook(useApiKeys, { wrapper: Around });
  await waitFor(() => expect(result.current.keys).toEqual([]));
  expect(result.current.error).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});

it('another refusal is told', async () => {
  server.answer({ 'authToken:getAll': refusing('WEB-00027') });
  const { result } = renderHook(useApiKeys, { wrapper: Around });
  await waitFor(() => expect(result.current.error?.code).toBe('WEB-00027'));
  expect(result.current.keys).toBeUndefined();
});
