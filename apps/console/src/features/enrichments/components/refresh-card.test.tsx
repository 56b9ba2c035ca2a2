import { TooltipProvider } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { expectToldAtSubmission, expectToldWhenLeft } from '#lib/forms/test-told-faults.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { CreateFromAddress } from './create-from-address.tsx';
import { RefreshCard } from './refresh-card.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => vi.fn(),
  useMatchRoute: () => () => false,
  useLocation: () => ({ pathname: '/enrichments' }),
  Link: ({ children }: { children: unknown }) => <a href="/">{children as never}</a>,
}));
const server = fakeServer();
afterEach(cleanup);

const address = { field: 'Address of the file', fault: 'Enter a whole address' };

it.each([
  {
    what: 'of a table that is there',
    form: <RefreshCard lookup={{ id: 'LK_1', refresh: null } as Lookup} />,
    open: 'Set up refresh',
    submit: 'Save changes',
  },
  { what: 'of a new table', form: <CreateFromAddress />, submit: 'Create enrichment' },
])('the address $what: its fault is told when it is left, and at a submission that is always possible', async ({ form, open, submit }) => {
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>{form}</TooltipProvider>
    </QueryClientProvider>,
  );
  if (open !== undefined) fireEvent.click(screen.getByRole('button', { name: open }));
  await expectToldWhenLeft(address);
  await expectToldAtSubmission(submit, address);
  expect(server.calls).toEqual([]);
});
