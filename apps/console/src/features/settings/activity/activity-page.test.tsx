import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { ActivityPage } from './activity-page.tsx';

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
const refused = { ...row, event: { operation: 'retry (WEB-00025)', entity: 'shadowRun', name: 'two' } };
const server = fakeServer({
  'activity:getUserActivity': ({ page }) => ({ data: [row, refused], page: Number(page), limit: 50, count: 101 }),
  'activity:getActors': [],
});
const asked = () => server.inputs('activity:getUserActivity');
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ActivityPage />
      </TooltipProvider>
    </QueryClientProvider>,
  );
afterEach(() => {
  cleanup();
  address.search = {};
});

it('begins with the last 7 days and page 1 of as many as the count needs; another filter begins at page 1 again', async () => {
  show();
  await screen.findByText('Page 1 of 3');
  const [first] = asked();
  const days = (Number(first!.to) - Number(first!.from)) / 86_400_000;
  expect(days).toBeGreaterThanOrEqual(7);
  expect(days).toBeLessThan(8.1);
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByText('Page 2 of 3');
  fireEvent.click(screen.getByRole('button', { name: /^Entity/ }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'secret' }));
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ page: 1, entity: ['secret'] }));
});

it('keeps its range in the address, and leaves that of the page below alone', async () => {
  const ends = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) };
  address.search = { range: '1h', logRange: 'custom', logFrom: ends.from, logTo: ends.to };
  show();
  await waitFor(() => expect(asked()[0]).toMatchObject(ends));
  fireEvent.click(screen.getByRole('button', { name: /^Time/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Last month' }));
  expect(address.search).toEqual({ range: '1h', logRange: 'lastMonth', logFrom: undefined, logTo: undefined });
});

it('says in words what was tried and why it was refused', async () => {
  await loadErrorWords();
  show();
  const cells = (await screen.findByRole('cell', { name: 'two' })).closest('tr')!;
  expect(cells.textContent).toContain('Refused: Data sink not found');
  expect(cells.textContent).toContain('retryshadow run');
});
