import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { TooltipProvider } from '@acequia/ui';
import type { LiveFrame, OperationOutput } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveProvider } from '#blocks/live/live-provider.tsx';
import { switchLanguage } from '#i18n/i18n.ts';
import { fakeServer, openStream } from '#lib/operations/testing/fake-server.ts';
import {
  fakeAlert,
  fakeCluster,
  fakeDatasink,
  fakeDocumentVersion,
  fakeListener,
  fakeLiveFrame,
  fakeLookup,
  fakePart,
  fakePipeline,
  fakeWorker,
} from '#lib/operations/testing/fake-things.ts';
import { HealthPage } from './health-page.tsx';

const searches = vi.hoisted(() => [] as unknown[]);

const session = vi.hoisted(() => ({ features: ['alerts', 'engine-alerts'] }));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => true, useSession: () => session }));
vi.mock('#lib/title/use-title.ts', () => ({ useTitle: () => undefined }));
vi.mock('#blocks/components/cards.ts', () => ({ titleOf: (_kind: string, id: string) => id }));
vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ history: { push: () => undefined } }),
  useNavigate: () => (to: { search: (now: object) => unknown }) => searches.push(to.search({})),
  Link: ({ children, to, params = {} }: { children: React.ReactNode; to: string; params?: Record<string, string> }) => (
    <a href={to.replace(/\{?-?\$(\w+)\}?/g, (_match, name: string) => params[name] ?? '')}>{children}</a>
  ),
}));

const part = fakePart;
const refused = { code: 'CONNECT_REFUSED', fields: {} };
const rate = (events: number) => ({ events, bytes: 0 });
const flowing = fakeLiveFrame({
  listeners: { LI_1: { received: rate(120), rejected: 0, kernelDrops: 0 } },
  pipelines: { PL_1: { entered: rate(120), delivered: rate(80), rejected: 0, dropped: 7 } },
  datasinks: { DS_1: { delivered: rate(80), queuedEvents: 0, queuedBytes: 0 } },
  deliveries: { PL_1: { DS_1: { delivered: rate(80), queuedEvents: 0, queuedBytes: 0 } } },
});
const letters = (causes: OperationOutput<'deadLetters:causes'>['causes']) => ({
  causes,
  bytes: 0,
  limitBytes: 9,
  ageMs: 1,
  lost: { limit: 0, age: 0 },
  away: [],
});
const alertsNow = (...data: OperationOutput<'alerts:list'>['data']): OperationOutput<'alerts:list'> => ({
  data,
  page: 1,
  limit: 200,
  count: data.length,
  open: { critical: 0, high: 0, medium: data.length, low: 0 },
});
const refusedSenders = fakeAlert({
  message: { code: 'SENDERS_REFUSED', fields: { name: 'Firewalls', count: 30, address: '192.0.2.7' } },
  priority: 'medium',
  source: { type: 'listener', id: 'LI_1' },
  location: '/listeners/LI_1',
  cluster: null,
  worker: null,
});
/** What the live counters are, one second after the other. */
const lives = (...frames: readonly LiveFrame[]) => ({ 'metrics:watchLive': openStream(...frames).answer });
const server = fakeServer({
  'health:parts': [part({}), part({ kind: 'listener', id: 'LI_1' }), part({ kind: 'pipeline', id: 'PL_1' })],
  'clusters:list': [fakeCluster(fakeWorker())],
  'listeners:list': [fakeListener('LI_1', 'Firewalls')],
  'pipelines:list': [fakePipeline('PL_1', 'Reduction')],
  'datasinks:list': [fakeDatasink('DS_1', 'SIEM')],
  'lookups:list': [],
  'alerts:list': alertsNow(),
  'metrics:totals': { at: 1, listeners: {}, pipelines: {}, datasinks: {}, ways: [] },
});

beforeEach(() => {
  searches.length = 0;
  session.features = ['alerts', 'engine-alerts'];
  server.answer(lives(flowing));
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

function show(pipeline?: string) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <LiveProvider enabled sharedBy="ana">
          <HealthPage pipeline={pipeline} />
        </LiveProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

describe('the answer', () => {
  test('data flows: one sentence, and the numbers of each part', async () => {
    show();
    await screen.findByText('Your data is flowing');
    const row = (await screen.findByText('Reduction')).closest('tr')!;
    await waitFor(() => expect(row.textContent).toContain('120'));
    expect(row.textContent).toContain('80');
    expect(row.textContent).toContain('7');
  });

  test('gives no verdict before all workers that report have told: not at the start, and not when one of them is gone', async () => {
    const stream = openStream<LiveFrame>();
    server.answer({ 'metrics:watchLive': stream.answer });
    show();
    await screen.findByText('Reading the numbers…');
    stream.send(flowing);
    await screen.findByText('Your data is flowing');
    stream.send(fakeLiveFrame({ workers: [] }));
    await screen.findByText('Reading the numbers…');
    expect(screen.queryByText(/Ready, but/)).toBeNull();
    expect(screen.getByText('Firewalls').closest('tr')!.textContent).not.toMatch(/\d EPS|120/);
  });

  describe('once a report is late', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
    afterEach(() => void vi.useRealTimers());
    const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
    const shows = (text: string | RegExp) => vi.waitFor(() => screen.getByText(text), { timeout: 20_000 });

    test('does not say that data flows, but as of when it was so', async () => {
      show();
      await shows('Your data is flowing');
      pass(5000);
      await shows('A worker’s report is late');
      screen.getByText(/A worker last reported at \d\d:\d\d:\d\d\./);
      expect(screen.queryByText('Your data is flowing')).toBeNull();
    });

    test('does not say that data flows when one worker of two has gone: the other one’s numbers come on', async () => {
      const stream = openStream<LiveFrame>();
      server.answer({ 'metrics:watchLive': stream.answer });
      show();
      const second = async (oldestReportMs: number, events: number) => {
        const listeners = { LI_1: { received: rate(events), rejected: 0, kernelDrops: 0 } };
        stream.send({ ...flowing, atMs: events * 1000, oldestReportMs, listeners });
        await vi.waitFor(() => expect(screen.getByText('Firewalls').closest('tr')!.textContent).toContain(String(events)), {
          timeout: 20_000,
        });
        pass(1000);
      };
      for (const events of [101, 102, 103, 104, 105, 106, 107]) await second(events * 1000, events);
      screen.getByText('Your data is flowing');
      for (const events of [108, 109, 110, 111, 112]) await second(107_000, events);
      await shows('A worker’s report is late');
      screen.getByText(/A worker last reported at \d\d:\d\d:47\./);
      await second(113_000, 113);
      await shows('Your data is flowing');
    });

    test('does not read for ever where a worker tells another server: it says that numbers are missing', async () => {
      const stream = openStream<LiveFrame>();
      server.answer({ 'metrics:watchLive': stream.answer });
      show();
      await shows('Reading the numbers…');
      const arrival = () => act(() => new Promise<void>((resolve) => void setImmediate(resolve)));
      for (const second of [3, 6, 9, 12, 15]) {
        stream.send(fakeLiveFrame({ workers: [], oldestReportMs: 1000 * second }));
        await arrival();
        pass(3000);
      }
      await shows('Some workers’ numbers are missing');
      stream.send(flowing);
      await shows('Your data is flowing');
    });

    test('says that none has come when only other organizations’ workers report', async () => {
      server.answer(lives(fakeLiveFrame({ oldestReportMs: null })));
      show();
      await shows('Ready, but no events are arriving');
      pass(5000);
      await shows(/No report has come since this page opened\./);
    });

    test('misses none where nothing runs', async () => {
      server.answer(lives(fakeLiveFrame({ oldestReportMs: null })));
      server.answer({ 'health:parts': [], 'alerts:list': alertsNow(refusedSenders) });
      show();
      await shows('1 item needs your attention');
      pass(5000);
      expect(screen.queryByText(/No report has come/)).toBeNull();
    });
  });

  test('does not say that data flows when nothing comes in', async () => {
    server.answer(lives(fakeLiveFrame()));
    show();
    await screen.findByText('Ready, but no events are arriving');
  });

  test('a destination that is away is named, with the reason, what waits and the way to its step', async () => {
    server.answer(lives(fakeLiveFrame()));
    server.answer({
      'health:parts': [part({ state: 'retrying', reason: refused, lastError: refused, lastErrorAt: 1, waitingEvents: 42 })],
    });
    show();
    await screen.findByText('1 problem affects your data');
    await screen.findByText('SIEM isn’t accepting events');
    await screen.findByText(/42 events are waiting\./);
    expect(screen.getByRole('link', { name: 'Open in the pipeline' }).getAttribute('href')).toContain('PL_1');
    expect(screen.getByRole('link', { name: 'Open the data sink' }).getAttribute('href')).toBe('/datasinks/DS_1');
  });

  test('a version of a lookup that is not in force is named, with the reason and the way to it, and is no part that data flows through', async () => {
    const reason = { code: 'LOOKUP_MEMORY', fields: { version: 3, neededMB: 900, freeMB: 12, limitMB: 1073 } };
    server.answer({ 'lookups:list': [fakeLookup('LK_1', 'Sites')] });
    server.answer({ 'health:parts': [part({}), part({ kind: 'lookup', id: 'LK_1', pipelineId: '', node: '', state: 'error', reason })] });
    show();
    await screen.findByText('Version 3 of Sites isn’t active');
    await screen.findByText(/Version 3 needs 900 MB, and 12 of 1073 MB are free\./);
    expect(screen.getByRole('link', { name: 'Open the enrichment' }).getAttribute('href')).toBe('/enrichments/LK_1/edit');
    expect(screen.getAllByRole('row').some((row) => row.textContent.includes('Sites'))).toBe(false);
  });

  test('senders that are turned away are a problem here as they are an alert, in the same words; data flows all the same', async () => {
    server.answer({ 'alerts:list': alertsNow(refusedSenders) });
    show();
    await screen.findByText('1 item needs your attention');
    await screen.findByText('Firewalls is turning senders away');
    expect(screen.getByRole('link', { name: 'See the cause' }).getAttribute('href')).toBe('/listeners/LI_1');
  });

  test('a tenant without alerts is not asked for them', async () => {
    session.features = ['engine-alerts'];
    show();
    await screen.findByText('Your data is flowing');
    expect(server.inputs('alerts:list')).toEqual([]);
  });

  test('a worker that is not heard of is the cause that is told, in Spanish too', async () => {
    switchLanguage('es');
    server.answer({ 'clusters:list': [fakeCluster(fakeWorker({ status: 'unknown' }))] });
    server.answer({ 'health:parts': [part({ state: 'retrying', reason: refused })] });
    show();
    await screen.findByText('El worker edge está sin conexión');
    expect(screen.queryByText('SIEM no acepta eventos')).toBeNull();
  });

  test('a tenant where nothing runs yet is told what comes next', async () => {
    server.answer({ 'health:parts': [] });
    show();
    await screen.findByText('Nothing is running yet');
    expect(screen.queryByText('Your data is flowing')).toBeNull();
  });
});

describe('the parts', () => {
  test('what waits for a datasink says how old it is, and once it goes out, when it will be gone', async () => {
    server.answer(lives(fakeLiveFrame()));
    server.answer({ 'health:parts': [part({ state: 'retrying', reason: refused, waitingEvents: 42, since: Date.now() - 5 * 60_000 })] });
    show();
    const sink = () => screen.getByRole('row', { name: /SIEM/ }).textContent;
    await screen.findByText('oldest 5 min');
    cleanup();
    server.answer({ 'health:parts': [part({ waitingEvents: 42_000 })] });
    const second = (thousands: number, at: number) =>
      fakeLiveFrame({
        atMs: at * 1000,
        deliveries: { PL_1: { DS_1: { delivered: rate(1000), queuedEvents: thousands * 1000, queuedBytes: 0 } } },
      });
    server.answer(lives(...[45, 44, 43, 42].map(second)));
    show();
    await screen.findByText('delivered in 42 s');
    expect(sink()).not.toContain('oldest');
  });

  test('of a little that passed in a day, the events are told and not a rate of 0; what passed none has 0', async () => {
    const counts = { redriven: 0, created: 0, filtered: 0, merged: 0, expired: 0, inFlight: 0, enteredBytes: 9, deliveredBytes: 9 };
    server.answer(lives(fakeLiveFrame()));
    server.answer({
      'metrics:totals': {
        at: 1,
        listeners: { LI_1: { received: 9, decoded: 7, rejected: 2, empty: 0, receivedBytes: 90 } },
        pipelines: { PL_1: { entered: 7, delivered: 6, rejected: 1, dropped: 0, ...counts } },
        datasinks: {},
        ways: [
          {
            pipelineId: 'PL_1',
            datasinkId: 'DS_1',
            entered: 7,
            enteredBytes: 9,
            delivered: 6,
            deliveredBytes: 9,
            underWayBytes: 0,
            sentBytesMin: 9,
            sentBytesMax: 9,
          },
        ],
      },
    });
    show();
    await screen.findByText('Firewalls');
    const cells = (name: string) =>
      [
        ...screen
          .getAllByRole('row')
          .find((row) => row.querySelector('a')?.textContent === name)!
          .querySelectorAll('td'),
      ]
        .slice(2, 6)
        .map(({ textContent }) => textContent.trim());
    await waitFor(() => expect(cells('Firewalls')).toEqual(['9 events in 24 h', '—', '2 events in 24 h', '—']));
    expect(cells('Reduction')).toEqual(['7 events in 24 h', '6 events in 24 h', '1 event in 24 h', '0']);
    expect(cells('SIEM')).toEqual(['—', '6 events in 24 h', '—', '—']);
  });

  test('what last went wrong stands with the state, also once it works again; nothing where nothing has', async () => {
    server.answer({
      'health:parts': [
        part({ lastError: refused, lastErrorAt: Date.now() - 5 * 60_000 }),
        part({ kind: 'pipeline', id: 'PL_1', node: '' }),
      ],
    });
    show();
    const state = async (name: RegExp) => (await screen.findByRole('row', { name })).querySelectorAll('td')[1]!.textContent;
    await waitFor(async () => expect(await state(/SIEM/)).toMatch(/^Running5 min\. ago: .*refuses connections/));
    expect((await screen.findByText('Reduction')).closest('tr')!.querySelectorAll('td')[1]!.textContent).toMatch(/^Running/);
    expect(
      screen
        .getAllByRole('columnheader')
        .slice(0, 7)
        .map(({ textContent }) => textContent),
    ).toEqual(['Name', 'State, last error', 'In, EPS', 'Out, EPS', 'Rejected, EPS', 'Dropped, EPS', 'Waiting']);
  });

  test('a worker that does not tell its figures has none, rather than zero', async () => {
    show();
    const row = (await screen.findByText('edge')).closest('tr')!;
    expect(row.textContent).toContain('1.2.3');
    expect(row.textContent).toContain('—');
  });

  test('who does not run the installation sees no columns of the whole machine, and the own journals', async () => {
    const { memoryBytes: _memory, cpuFraction: _cpu, deployment: _deployment, ...shared } = fakeWorker({ journalBytes: 5000 });
    server.answer({ 'clusters:list': [fakeCluster(shared)] });
    server.answer({ 'health:parts': [part({ kind: 'listener', id: 'LI_1', workerId: shared.id, undeliveredBytes: 2000 })] });
    show();
    const workers = within(await screen.findByRole('table', { name: 'Workers' }));
    expect(workers.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'State',
      'Version',
      'Journal',
      'Not processed',
    ]);
    const cells = [...workers.getByText('edge').closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent);
    expect(cells).toHaveLength(5);
    expect(cells.slice(3)).toEqual(['5 kB', '2 kB']);
  });

  test('who runs the installation sees in a worker’s row what the whole machine holds, and what of that is not processed', async () => {
    server.answer({ 'clusters:list': [fakeCluster(fakeWorker({ journalBytes: 5000, undeliveredBytes: 3000 }))] });
    server.answer({ 'health:parts': [part({ kind: 'listener', id: 'LI_1', undeliveredBytes: 2000 })] });
    show();
    const workers = within(await screen.findByRole('table', { name: 'Workers' }));
    const heads = workers.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const cells = [...workers.getByText('edge').closest('tr')!.querySelectorAll('td')].map(({ textContent }) => textContent);
    expect(['Journal', 'Not processed'].map((head) => cells[heads.indexOf(head)])).toEqual(['5 kB', '3 kB']);
  });

  test('each cluster says how many things are in which state there', async () => {
    server.answer({ 'health:parts': [part({ state: 'retrying', reason: refused }), part({ kind: 'listener', id: 'LI_1', quiet: true })] });
    show();
    const workers = within(await screen.findByRole('table', { name: 'Workers' }));
    expect(workers.getByRole('rowheader').textContent).toMatch(/Waiting 1Idle 1$/);
    expect((await screen.findByText('Firewalls')).closest('tr')!.textContent).toContain('Idle');
  });

  test('the steps of a pipeline open by the address', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Show steps' }));
    expect(searches.at(-1)).toMatchObject({ pipeline: 'PL_1' });
    cleanup();
    server.answer({
      'pipelines:find': fakePipeline('PL_1', 'Reduction', { runningVersion: '1.0.0' }),
      'pipelines:getVersion': fakeDocumentVersion('1.0.0', documentOf([action('p', { component: 'parser', name: 'Split lines' })])),
      'deadLetters:causes': letters([
        { pipelineId: 'PL_1', node: 'p', listenerId: '', code: 'CONNECT_REFUSED', count: 1, firstAt: 5, lastAt: 5 },
      ]),
    });
    show('PL_1');
    const step = (await screen.findByText('Split lines')).closest('tr')!;
    await within(step).findByText(/refuses connections/);
    expect(server.inputs('pipelines:getVersion')).toEqual([{ id: 'PL_1', version: '1.0.0' }]);
  });

  test('of a little that passed a step in a day, what came in and what ended is told as events', async () => {
    const end = { rejected: 0, dropped: 0 };
    const step = { in: rate(0), ports: {}, rejected: 0, filtered: 0, dropped: 0, reasons: {}, queuedEvents: 0, waiting: null };
    const steps = fakeLiveFrame({ nodes: { in: step, p: step, out: step } });
    server.answer({
      // A stream of its own for each who watches.
      'metrics:watchLive': (input: unknown, signal: AbortSignal) => openStream(steps).answer(input, signal),
      'pipelines:find': fakePipeline('PL_1', 'Reduction', { runningVersion: '1.0.0' }),
      'pipelines:getVersion': fakeDocumentVersion(
        '1.0.0',
        documentOf([
          label('in', { name: 'Entrance' }),
          action('p', { component: 'parser', name: 'Split lines' }),
          datasink('out', { name: 'Store' }),
        ]),
      ),
      'deadLetters:causes': letters([]),
      'metrics:totals': {
        at: 1,
        listeners: {},
        pipelines: {
          PL_1: {
            entered: 9,
            redriven: 0,
            created: 0,
            delivered: 6,
            filtered: 0,
            merged: 0,
            rejected: 2,
            dropped: 1,
            expired: 0,
            inFlight: 0,
            enteredBytes: 9,
            deliveredBytes: 9,
          },
        },
        datasinks: {},
        ways: [],
        nodes: { p: { ...end, delivered: 0, rejected: 2 }, out: { ...end, delivered: 6, dropped: 1 } },
      },
    });
    show('PL_1');
    const cells = (name: string) =>
      [...screen.getByText(name).closest('tr')!.querySelectorAll('td')].slice(3, 6).map(({ textContent }) => textContent.trim());
    await screen.findByText('Entrance');
    await waitFor(() => expect(cells('Entrance')).toEqual(['9 events in 24 h', '0', '0']));
    expect(cells('Split lines')).toEqual(['0', '2 events in 24 h', '0']);
    expect(cells('Store')).toEqual(['6 events in 24 h', '0', '1 event in 24 h']);
    expect(server.inputs('metrics:totals')).toContainEqual(expect.objectContaining({ pipelineId: 'PL_1' }));
  });
});
