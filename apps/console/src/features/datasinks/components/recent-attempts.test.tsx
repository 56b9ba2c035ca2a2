import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperationOutput } from '@acequia/contract';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { switchLanguage } from '#i18n/i18n.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { RecentAttempts } from './recent-attempts.tsx';

type Told = OperationOutput<'datasinks:attempts'>;
const attempt = (at: number, some: Partial<Told['attempts'][number]> = {}): Told['attempts'][number] => ({
  at,
  tookMs: 12,
  outcome: 'delivered',
  events: 512,
  code: null,
  status: null,
  pipelineId: 'PL_1',
  node: 'out',
  workerId: 'WK_1',
  ...some,
});
const server = fakeServer({ 'datasinks:attempts': { attempts: [], away: 0 } });

beforeAll(() => loadErrorWords());
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

function show(told: Told): void {
  server.answer({ 'datasinks:attempts': told });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RecentAttempts id="DS_1" />
    </QueryClientProvider>,
  );
}
const lines = async () => within(await screen.findByRole('list')).getAllByRole('listitem');

const failing: Told = {
  attempts: [
    attempt(4000, { outcome: 'failed', code: 'HTTP_503', status: 503, tookMs: 10_400 }),
    attempt(3000, { outcome: 'failed', code: 'CONNECT_REFUSED', events: 0 }),
    attempt(2000, { outcome: 'rejected', code: 'HTTP_400', status: 400, events: 1 }),
    attempt(1000),
  ],
  away: 0,
};

test('each attempt has its time, what came of it, the reason, the status and how long it took', async () => {
  show(failing);
  const [first, second, third, fourth] = (await lines()).map(({ textContent }) => textContent);
  expect(first).toMatch(/^\d\d:\d\d:04\.000Couldn’t deliver 512 eventsHTTP 503: .+10\.4 s$/);
  expect(second).toMatch(/Couldn’t connect.*refuses connections.*12 ms$/);
  expect(third).toMatch(/Rejected 1 eventHTTP 400/);
  expect(fourth).toMatch(/Delivered 512 events12 ms$/);
  screen.getByText('3 failed');
});

test('in Spanish', async () => {
  switchLanguage('es');
  show(failing);
  const all = (await lines()).map(({ textContent }) => textContent);
  expect(all[0]).toMatch(/No se pudieron entregar 512 eventos.*10,4 s$/);
  expect(all[3]).toContain('512 eventos entregados');
  screen.getByText('3 fallidos');
});

test('a few are shown, all on request, and a failure long before many successes is among them', async () => {
  show({
    attempts: [...Array.from({ length: 20 }, (_, index) => attempt(90_000 - index)), attempt(5, { outcome: 'failed', code: 'TIMEOUT' })],
    away: 0,
  });
  expect(await lines()).toHaveLength(6);
  fireEvent.click(screen.getByRole('button', { name: 'Show all 21 attempts' }));
  expect(await lines()).toHaveLength(21);
  expect((await lines()).at(-1)!.textContent).toContain('Couldn’t deliver 512 events');
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(await lines()).toHaveLength(6);
});

test('a worker that did not answer is told of', async () => {
  show({ attempts: [], away: 1 });
  await screen.findByText('1 worker that delivers here didn’t answer.');
});
