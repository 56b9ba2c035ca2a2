import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperationInput, Usage } from '@acequia/contract';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { UsagePage } from './usage-page.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => false }));
beforeAll(() => loadErrorWords());
beforeEach(() => startI18n('en'));
afterEach(cleanup);

const dayMs = 86_400_000;
type Input = OperationInput<'usage:listeners'>;
const daysOf = ({ from, to }: Input) => Math.round((Number(to) - Number(from)) / dayMs);
/** 1,000 events on each whole day of the range. */
const usageOf = (input: Input): Usage => {
  const first = Math.ceil(Number(input.from) / dayMs) * dayMs;
  const days = Array.from({ length: daysOf(input) - 1 }, (_, day) => ({ at: first + day * dayMs, events: 1000, bytes: 1000 }));
  const events = days.length * 1000;
  return { days, rows: [{ id: 'A', name: 'a', events, bytes: events, previous: { events: 0, bytes: 0 } }] };
};
const week = Promise.withResolvers<void>();
/** Answers of a week come when they may. */
const held = async (input: Input): Promise<Usage> => {
  if (daysOf(input) === 7) await week.promise;
  return usageOf(input);
};
const server = fakeServer({ 'usage:getLimit': { bytesPerDay: null } });

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <UsagePage />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return screen.findAllByText('29K');
}
const choose = async (range: string) => {
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Time' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('option', { name: range }));
};
const tile = (title: string) => screen.getAllByText(title)[0]!.closest('.usage-tile')!.textContent;

it('shows no number of two ranges: while one is asked for, what is there is of the one before as a whole', async () => {
  server.answer({ 'usage:listeners': usageOf, 'usage:datasinks': held, 'usage:pipelines': held });
  await show();
  const before = tile('Events in');
  await choose('Last 7 days');
  await waitFor(() => expect(server.inputs('usage:listeners')).toHaveLength(2));
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).not.toBeNull());
  expect(tile('Events in')).toBe(before);
  expect(tile('Events in')).toContain('1K');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
  week.resolve();
  await waitFor(() => expect(tile('Events in')).toContain('6K'));
  expect(tile('Events in')).toContain('1K');
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});

it('names each range by the days it counts: the last week and month of a calendar are others', async () => {
  server.answer({ 'usage:listeners': usageOf, 'usage:datasinks': usageOf, 'usage:pipelines': usageOf });
  await show();
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Time' }), { key: 'Enter' });
  await screen.findByRole('option', { name: 'Last 24 hours' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Last 24 hours',
    'Last 7 days',
    'Last 30 days',
    'Last 365 days',
    'Custom range',
  ]);
});

it('a range that cannot be read shows why, and no numbers of another', async () => {
  server.answer({
    'usage:listeners': usageOf,
    'usage:datasinks': usageOf,
    'usage:pipelines': (input) => {
      if (daysOf(input) === 7) throw new Refusal('WEB-00027');
      return usageOf(input);
    },
  });
  await show();
  await choose('Last 7 days');
  await screen.findByText(/Ask an admin or owner of the organization/);
  expect(document.querySelector('.usage-tile')).toBeNull();
});
