import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeDatasink, fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { RetryDelivery } from './retry-delivery.tsx';

const rights = vi.hoisted(() => ({ mayUpdate: true }));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => rights.mayUpdate }));
const server = fakeServer({ 'datasinks:retry': { workers: 2 } });

function show(state: 'waiting' | 'action-required' | 'running' | 'offline'): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <RetryDelivery datasink={fakeDatasink('DS_1', 'Store', { status: fakeStatus(state) })} />
        <ToastArea />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
const button = () => screen.queryByRole('button', { name: 'Retry now' });
afterEach(() => {
  cleanup();
  rights.mayUpdate = true;
});

test.each(['waiting', 'action-required'] as const)('a sink that is %s is tried at once, and says how many workers try', async (state) => {
  const before = server.inputs('datasinks:retry').length;
  show(state);
  fireEvent.click(button()!);
  await screen.findByText('2 workers are trying to deliver again');
  expect(server.inputs('datasinks:retry').slice(before)).toEqual([{ id: 'DS_1' }]);
});

test('success-that-was-none: without a connected worker it says that nothing was tried', async () => {
  server.answer({ 'datasinks:retry': { workers: 0 } });
  show('waiting');
  fireEvent.click(button()!);
  await screen.findByText('No worker that delivers here is connected');
});

test('there is nothing to try where it delivers, where no worker is, or for who may not edit', () => {
  show('running');
  expect(button()).toBeNull();
  show('offline');
  expect(button()).toBeNull();
  rights.mayUpdate = false;
  show('waiting');
  expect(button()).toBeNull();
});
