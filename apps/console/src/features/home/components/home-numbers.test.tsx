import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { ToastArea, TooltipProvider } from '@acequia/ui';
import type { Datasink, LiveFrame, Totals } from '@acequia/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveProvider } from '#blocks/live/live-provider.tsx';
import { fakeServer, openStream } from '#lib/operations/testing/fake-server.ts';
import { fakeDatasink, fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { rangeNow } from '#lib/ranges/chosen-range.ts';
import { Destinations } from './destinations.tsx';
import { Tiles } from './tiles.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true, useSession: () => ({ user: { UID: 'ana' } }) }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { readonly to: string; readonly children: React.ReactNode }) => <a href={to}>{children}</a>,
}));

const none = { redriven: 0, created: 0, filtered: 0, merged: 0, dropped: 0, expired: 0, inFlight: 0, enteredBytes: 0, deliveredBytes: 0 };
const totals: Totals = {
  at: Date.UTC(2026, 10, 28, 19, 0, 41),
  listeners: { LI_1: { received: 2000, decoded: 2000, rejected: 0, empty: 0, receivedBytes: 300_000 } },
  pipelines: { PL_1: { ...none, entered: 2000, delivered: 1000, rejected: 1, inFlight: 999 } },
  datasinks: { DS_1: { delivered: 1000, deliveredBytes: 157_000, rejected: 0, dropped: 0, expired: 0 } },
  ways: [
    {
      pipelineId: 'PL_1',
      datasinkId: 'DS_1',
      entered: 2000,
      enteredBytes: 300_000,
      delivered: 1000,
      deliveredBytes: 157_000,
      underWayBytes: 53_000,
      sentBytesMin: 210_000,
      sentBytesMax: 210_000,
    },
  ],
};
const refused = { code: 'HTTP_401', fields: { status: 401 } };
const cause = (count: number) => ({ pipelineId: 'PL_1', node: 'p', listenerId: '', code: 'CONNECT_REFUSED', count, firstAt: 5, lastAt: 5 });
const letters = (count: number, away: readonly string[] = []) => ({
  causes: count > 0 ? [cause(count)] : [],
  bytes: 0,
  limitBytes: 1,
  ageMs: 1,
  lost: { limit: 0, age: 0 },
  away: [...away],
});
const server = fakeServer();
beforeEach(() =>
  server.answer({
    'metrics:totals': totals,
    'metrics:series': { at: [], stepMs: 60_000, series: {} },
    'metrics:watchLive': openStream<LiveFrame>().answer,
    'deadLetters:causes': letters(0),
  }),
);
afterEach(cleanup);

function show(sinks: readonly Datasink[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <LiveProvider enabled sharedBy="ana">
          <Tiles range={rangeNow('24h', Date.now(), 'utc')} measure="events" totals={totals} datasinks={sinks} excluded={[]} />
          <Destinations totals={totals} datasinks={sinks} excluded={[]} />
        </LiveProvider>
        <ToastArea />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
const row = async () => (await screen.findByRole('link', { name: 'Collector' })).closest('tr')!;

test('during an outage a data sink’s row says its state and why, and has what it takes to try again', async () => {
  show([fakeDatasink('DS_1', 'Collector', { status: { ...fakeStatus('action-required'), reason: refused } })]);
  const sink = within(await row());
  expect(sink.getByText('Action required')).toBeTruthy();
  await sink.findByText(/refuses the credentials \(401\)/);
  expect(sink.getByRole('button', { name: 'Retry now' })).toBeTruthy();
});

test('what entered stands beside what was delivered and no more, in bytes and in events; what waits makes no percentage', async () => {
  show([fakeDatasink('DS_1', 'Collector')]);
  const text = (await row()).textContent;
  expect(text).toContain('300 kB → 157 kB');
  expect(text).toContain('2K → 1K events');
  expect(text).toContain('Pending');
});

test('what waits has its volume and the age of its first event beside it; where nothing waits there is neither', async () => {
  const status = { ...fakeStatus('waiting'), waitingEvents: 640, waitingBytes: 41_700, oldestAt: Date.now() - 12 * 60_000 };
  show([fakeDatasink('DS_1', 'Collector', { status })]);
  expect((await row()).querySelector('[data-outcome=waiting]')?.textContent).toBe('64041.7 kB, oldest 12 min. ago');
  cleanup();
  show([fakeDatasink('DS_1', 'Collector')]);
  expect((await row()).querySelector('[data-outcome=waiting]')?.textContent).toBe('0');
});

test('the sum says at which second it was counted, as what waits beside it is of this second', async () => {
  show([fakeDatasink('DS_1', 'Collector')]);
  await row();
  expect(document.querySelector('[data-account]')?.textContent).toMatch(/999 waiting or in progress · counted at \d\d:00:41$/);
});

test('what was rejected says where, so that rows without any do not look wrong beside it', async () => {
  show([fakeDatasink('DS_1', 'Collector')]);
  await screen.findByText('Rejected in 1 pipeline');
  expect((await row()).querySelector('[data-outcome=rejected]')?.textContent).toBe('0');
});

test('of what was rejected, the tile says how much of it still is a dead letter, not that all of it is', async () => {
  show([fakeDatasink('DS_1', 'Collector')]);
  const none = await screen.findByText('None in dead letters now');
  expect(none.getAttribute('href')).toBe('/dead-letters');
  cleanup();
  server.answer({ 'deadLetters:causes': letters(3) });
  show([fakeDatasink('DS_1', 'Collector')]);
  await screen.findByText('3 in dead letters now');
  cleanup();
  server.answer({ 'deadLetters:causes': letters(3, ['edge']) });
  show([fakeDatasink('DS_1', 'Collector')]);
  await screen.findByText('See the dead letters');
});
