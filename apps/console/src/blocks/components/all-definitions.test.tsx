import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { knownDefinitions, useAllDefinitions } from './all-definitions.ts';

const server = vi.hoisted(() => ({ away: true }));
vi.mock('@acequia/components/definitions', () => ({
  get listenerDefinitions() {
    if (server.away) throw new TypeError('Failed to fetch dynamically imported module');
    return { tap: { id: 'tap' } };
  },
  actionDefinitions: { tag: { id: 'tag' } },
  datasinkDefinitions: {},
}));

afterEach(cleanup);

const load = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return renderHook(() => useAllDefinitions(), { wrapper }).result;
};

it('does not stay without components when they could not be loaded once', async () => {
  const loaded = load();
  await waitFor(() => expect(loaded.current.error?.code).toBe('NETWORK'));
  expect(knownDefinitions()).toBeUndefined();
  server.away = false;
  void loaded.current.refetch();
  await waitFor(() =>
    expect(loaded.current.data).toMatchObject({ listenerDefinitions: [{ id: 'tap' }], actionDefinitions: [{ id: 'tag' }] }),
  );
  expect(loaded.current.error).toBeNull();
});

it('does not make the next page wait again', () => {
  expect(knownDefinitions()).toBeDefined();
  expect(load().current.data).toBe(knownDefinitions());
});
