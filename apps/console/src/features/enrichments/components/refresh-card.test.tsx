import { TooltipProvider } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { expectToldAtSubmission, expectToldWhenLeft } from '#lib/forms/test-told-faults.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeLookup } from '#lib/operations/testing/fake-things.ts';
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

const address = { field: 'Address of the file', fault: 'Enter a full address' };

const forms = [
  {
    what: 'of a table that is there',
    form: <RefreshCard lookup={{ id: 'LK_1', refresh: null } as Lookup} />,
    open: 'Set up refresh',
    submit: 'Save changes',
  },
  { what: 'of a new table', form: <CreateFromAddress />, submit: 'Create enrichment' },
];
function show({ form, open }: (typeof forms)[number]) {
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>{form}</TooltipProvider>
    </QueryClientProvider>,
  );
  if (open !== undefined) fireEvent.click(screen.getByRole('button', { name: open }));
}

it.each(forms)('the address $what: its fault is told when it is left, and at a submission that is always possible', async (each) => {
  const { submit } = each;
  show(each);
  await expectToldWhenLeft(address);
  await expectToldAtSubmission(submit, address);
  expect(server.calls).toEqual([]);
});

it.each(forms)(
  'the address $what that the server refuses: the rule is told beside it until it is changed, and nothing else is',
  async (each) => {
    server.answer({
      'lookups:create': fakeLookup('LK_1', 'sites'),
      'lookups:remove': {},
      'lookups:setRefresh': refusing('ACQ-CONFIG', { url: 'EGRESS_NEVER' }),
    });
    show(each);
    const field = await screen.findByLabelText<HTMLInputElement>(/^Address of the file/);
    fireEvent.change(field, { target: { value: 'https://169.254.169.254/sites.csv' } });
    for (const label of [/^Key column/, /^Name/]) {
      const other = screen.queryByLabelText(label);
      if (other) fireEvent.change(other, { target: { value: 'sites' } });
    }
    fireEvent.click(screen.getByRole('button', { name: each.submit }));
    const told = 'Connections to this address are never allowed';
    await waitFor(() => expect(field.closest('[data-path]')?.textContent).toContain(told));
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(screen.queryByText(/marked fields/)).toBeNull();
    fireEvent.change(field, { target: { value: 'https://tables.example.com/sites.csv' } });
    expect(screen.queryByText(new RegExp(told))).toBeNull();
  },
);
