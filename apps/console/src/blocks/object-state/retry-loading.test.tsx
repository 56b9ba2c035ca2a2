import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { RetryLoading } from './retry-loading.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));
const server = fakeServer({ 'lookups:retry': { workers: 1 } });
const noTable = { worker: 'edge', version: 3, reason: { code: 'LOOKUP_NOT_LOADED', fields: { version: 3 } }, since: 1 };

function show(missing: readonly (typeof noTable)[]): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RetryLoading lookup={{ id: 'LK_1', missing: [...missing] }} />
        <ToastArea />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
afterEach(cleanup);

test('workers without the table load it at once, and it says whether any was there', async () => {
  show([noTable]);
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
  await screen.findByText('1 worker is loading the table again');
  expect(server.inputs('lookups:retry')).toEqual([{ id: 'LK_1' }]);
  server.answer({ 'lookups:retry': { workers: 0 } });
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }));
  await screen.findByText('No worker that needs the table is connected');
});

test('where every worker has it there is nothing to try', () => {
  show([]);
  expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull();
});
