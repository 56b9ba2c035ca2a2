import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { findDatasink } from '@acequia/components/definitions';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeCluster, fakeWorker } from '#lib/operations/testing/fake-things.ts';
import { ProbeButton } from './probe-button.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));
fakeServer({ 'clusters:list': [fakeCluster(fakeWorker())] });
afterEach(cleanup);

const { creation } = findDatasink('http')!;
const client = new QueryClient();
const of = (config: Readonly<Record<string, unknown>>) => (
  <QueryClientProvider client={client}>
    <ProbeButton component="http" schema={creation} config={config} />
  </QueryClientProvider>
);
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Test connection' });

it('tests nothing while the address is empty', async () => {
  const { rerender } = render(of({ baseUrl: 'https://collector.example.com' }));
  await waitFor(() => expect(button().disabled).toBe(false));
  rerender(of({}));
  expect(button().disabled).toBe(true);
});
