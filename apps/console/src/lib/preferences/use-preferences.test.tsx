import type { OperationOutput } from '@acequia/contract';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeServer, NoAnswer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { usePreferences } from './use-preferences.ts';

const server = fakeServer({});
afterEach(cleanup);

const { preferences: first } = fakeSession();
const sized = (panelPx: number) => ({ ...first, editor: { ...first.editor, panelPx } });

/** The hook in a page whose session is known; `sizes` are those that were shown, one after the other. */
function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(sessionQuery.queryKey, fakeSession({ preferences: sized(500) }));
  const sizes: (number | undefined)[] = [];
  const { result } = renderHook(
    () => {
      const own = usePreferences();
      sizes.push(own.preferences.editor.panelPx);
      return own;
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  );
  return { sizes, change: (panelPx: number) => act(() => result.current.change({ editor: sized(panelPx).editor })) };
}

it('what is being stored stays on the page, also when the server answers with what was stored before', async () => {
  const stored = [1, 2].map(() => Promise.withResolvers<OperationOutput<'auth:updatePreferences'>>());
  const sessions = [1, 2].map(() => Promise.withResolvers<OperationOutput<'auth:session'>>());
  server.answer({
    'auth:updatePreferences': () => stored[server.inputs('auth:updatePreferences').length - 1]!.promise,
    'auth:session': () => sessions[server.inputs('auth:session').length - 1]!.promise,
  });
  const { sizes, change } = open();
  change(510);
  stored[0]!.resolve(sized(510));
  await waitFor(() => expect(server.inputs('auth:session')).toHaveLength(1));
  change(420);
  sessions[0]!.resolve(fakeSession({ preferences: sized(510) }));
  await waitFor(() => expect(server.inputs('auth:updatePreferences')).toHaveLength(2));
  stored[1]!.resolve(sized(420));
  await waitFor(() => expect(server.inputs('auth:session')).toHaveLength(2));
  sessions[1]!.resolve(fakeSession({ preferences: sized(420) }));
  await act(() => server.settled());
  expect(sizes.filter((size, at) => size !== sizes[at - 1])).toEqual([500, 510, 420]);
});

it('what could not be stored is taken back', async () => {
  const stored = Promise.withResolvers<never>();
  server.answer({ 'auth:updatePreferences': () => stored.promise, 'auth:session': fakeSession({ preferences: sized(500) }) });
  const { sizes, change } = open();
  change(420);
  await waitFor(() => expect(sizes.at(-1)).toBe(420));
  stored.reject(new NoAnswer());
  await waitFor(() => expect(sizes.at(-1)).toBe(500));
});
