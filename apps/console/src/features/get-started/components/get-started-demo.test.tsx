import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeCluster } from '#lib/operations/testing/fake-things.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { GetStartedPage } from './get-started-page.tsx';

vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => () => undefined,
  Link: ({ children }: { readonly children: React.ReactNode }) => <a href="/home">{children}</a>,
}));

const session = fakeSession({ tenant: { id: 'a', slug: 'a', name: 'North Edge' } });
const tenant = (id: string, demoOf?: string): Tenant => ({
  id,
  slug: id,
  name: id,
  members: 1,
  default: false,
  settings: [],
  ...(demoOf === undefined ? {} : { demoOf }),
});
const server = fakeServer({ 'auth:session': session, 'tenants:list': [tenant('a')], 'clusters:list': [fakeCluster()] });
afterEach(cleanup);

function show() {
  const client = new QueryClient();
  client.setQueryData(['auth:session', {}], session);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <GetStartedPage source={undefined} />
        <ToastArea />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

test('who starts with the demo finds the way to it on the first page, and who starts without it is offered none', async () => {
  show();
  await screen.findByRole('heading', { name: 'Where do your logs come from?' });
  await vi.waitFor(() => expect(server.inputs('tenants:list').length).toBeGreaterThan(0));
  expect(screen.queryByText(/demo/i)).toBeNull();
  cleanup();
  server.answer({ 'tenants:list': [tenant('a'), tenant('demo', 'a')] });
  show();
  await screen.findByText('The demo is running');
  expect(screen.getByRole('button', { name: 'Open the demo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Take the tour' })).toBeTruthy();
});
