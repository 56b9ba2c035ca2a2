import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OperationError } from '#lib/operations/operation-error.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { useApiKeys } from './use-api-keys.ts';

const asked = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('#lib/operations/call.ts', () => ({ callOperation: asked }));

beforeEach(() => {
  queryClient.clear();
  asked.mockReset();
});
afterEach(cleanup);
const Around = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);

it('takes WEB-00508 for an empty list, and does not ask again', async () => {
  asked.mockRejectedValue(new OperationError('WEB-00508'));
  const { result } = renderHook(useApiKeys, { wrapper: Around });
  await waitFor(() => expect(result.current.keys).toEqual([]));
  expect(result.current.error).toBeNull();
  expect(asked).toHaveBeenCalledTimes(1);
});

it('another refusal is told', async () => {
  asked.mockRejectedValue(new OperationError('WEB-00027'));
  const { result } = renderHook(useApiKeys, { wrapper: Around });
  await waitFor(() => expect(result.current.error?.code).toBe('WEB-00027'));
  expect(result.current.keys).toBeUndefined();
});
