import { TooltipProvider } from '@acequia/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ActivityPage } from './activity-page.tsx';

interface Asked {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  readonly entity: readonly string[];
}
const asked = vi.hoisted(() => [] as Asked[]);
const address = vi.hoisted(() => ({ search: {} as Record<string, unknown> }));
vi.mock('@tanstack/react-router', () => ({
  useSearch: () => address.search,
  useNavigate:
    () =>
    ({ search }: { search: (now: object) => Record<string, unknown> }) =>
      (address.search = search(address.search)),
}));
const row = {
  date: 0,
  user: { name: 'Ana', surname: 'Sol', email: 'a@b.cc' },
  event: { operation: 'create', entity: 'secret', name: 'one' },
  ip_address: '192.0.2.1',
};
vi.mock('#lib/operations/use-operation.ts', () => ({
  useOperation: (name: string, input: Asked) => {
    if (name !== 'activity:getUserActivity') return { data: [] };
    asked.push(input);
    return { data: { data: [row], page: input.page, limit: 50, count: 101 } };
  },
}));
afterEach(() => {
  cleanup();
  address.search = {};
  asked.length = 0;
});

it('begins with the last 7 days and page 1 of as many as the count needs; another filter begins at page 1 again', async () => {
  render(<ActivityPage />, { wrapper: TooltipProvider });
  const days = (asked[0]!.to - asked[0]!.from) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(7);
  expect(days).toBeLessThan(8.1);
  screen.getByText('Page 1 of 3');
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  screen.getByText('Page 2 of 3');
  fireEvent.click(screen.getByRole('button', { name: /^Entity/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'secret' }));
  expect(asked.at(-1)).toMatchObject({ page: 1, entity: ['secret'] });
});

it('keeps its range in the address, and leaves that of the page below alone', async () => {
  const ends = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) };
  address.search = { range: '1h', logRange: 'custom', logFrom: ends.from, logTo: ends.to };
  render(<ActivityPage />, { wrapper: TooltipProvider });
  expect(asked[0]).toMatchObject(ends);
  fireEvent.click(screen.getByRole('button', { name: /^Time/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Last month' }));
  expect(address.search).toEqual({ range: '1h', logRange: 'lastMonth', logFrom: undefined, logTo: undefined });
});
