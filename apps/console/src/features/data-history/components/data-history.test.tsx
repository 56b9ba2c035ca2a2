import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import type { HistoryPage, OperationInput, OperationOutput } from '@acequia/contract';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/index.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { fakeServer, inTurn, never, refusing, type Answers } from '#lib/operations/testing/fake-server.ts';
import { fakeDatasink, fakeListener, fakePipeline } from '#lib/operations/testing/fake-things.ts';
import { DataHistoryPage } from './data-history-page.tsx';
import { newestCount } from './newest-events.tsx';

const address = vi.hoisted(() => ({ search: {} as Record<string, unknown> }));
const rights = vi.hoisted(() => ({ readContent: true }));
vi.mock('#lib/session/index.ts', () => ({ useMay: (permission: string) => permission !== 'content:read' || rights.readContent }));
vi.mock('#blocks/charts/metrics-tab.tsx', () => ({ MetricsTab: ({ title }: { title: string }) => <p>chart: {title}</p> }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => () => undefined,
  useSearch: () => address.search,
  Link: ({ children, to, search }: { children: React.ReactNode; to: string; search?: unknown }) => (
    <a href={to} data-search={JSON.stringify(typeof search === 'function' ? (search as (now: object) => object)({}) : search)}>
      {children}
    </a>
  ),
}));

const event = (n: number) => ({ id: `LI_1.1-1-${n}.0`, receivedAt: n, json: `{"n":${n}}`, types: { n: 'integer' }, raw: `line ${n}` });
const page = (part: Partial<HistoryPage>): HistoryPage => ({
  events: [],
  searchedBytes: 1000,
  searchedBlocks: 1,
  reachedAt: 5,
  next: null,
  faults: [],
  ...part,
});
const journal = { keptBytes: 5e6, undeliveredBytes: 1e6, limitBytes: 1e7, oldestAt: 1, newestAt: 2, bytesPerSecond: 10 };

const nothingHeld = { journals: [], destinations: [] };
const all: OperationOutput<'labels:list'>[number] = {
  id: 'all',
  listenerId: '',
  name: 'all',
  description: '',
  condition: null,
  builtIn: true,
  usedBy: [],
};
const server = fakeServer({
  'dataHistory:held': {
    journals: [
      { ...journal, listenerId: 'LI_1' },
      { ...journal, listenerId: 'LI_2', oldestAt: null, newestAt: null },
    ],
    destinations: [
      { datasinkId: 'DS_1', listenerId: 'LI_1', awayMs: 3_600_000 },
      { datasinkId: 'DS_2', listenerId: 'LI_2', awayMs: null },
    ],
  },
  'listeners:list': [fakeListener('LI_1', 'Firewall'), fakeListener('LI_2', 'Proxy')],
  'datasinks:list': [fakeDatasink('DS_1', 'Store')],
  'labels:list': [all],
  'dataHistory:search': page({}),
  'pipelines:list': [
    fakePipeline('PL_1', 'To the store', { listenerIds: ['LI_1'], runningVersion: '1.0.0' }),
    fakePipeline('PL_2', 'Elsewhere', { listenerIds: ['LI_2'] }),
  ],
});
type Input = OperationInput<'dataHistory:search'>;
const isNewest = ({ count }: Input) => count === newestCount;
/** These pages for a search, and then none any more; `newest` for what is shown before it. */
const pages = (...some: readonly HistoryPage[]) => answers(page({}), ...some);
const answers = (newest: HistoryPage, ...some: readonly HistoryPage[]) => {
  const turn = inTurn<Input, HistoryPage | Promise<never>>(...some.map((each) => () => each), never);
  server.answer({ 'dataHistory:search': (input: Input) => (isNewest(input) ? newest : turn(input)) });
};
const asked = () => server.inputs('dataHistory:search').filter((input) => !isNewest(input as Input));

beforeAll(() => loadErrorWords());
beforeEach(() => {
  address.search = {};
  rights.readContent = true;
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

const show = (chosen?: string) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <DataHistoryPage chosen={chosen} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return client;
};
const search = async () => userEvent.click(await screen.findByRole('button', { name: 'Search' }));

describe('what is kept', () => {
  test.each([
    ['neither answer', {}, 2],
    ['what is held', { 'dataHistory:held': nothingHeld }, 1],
    ['the listeners', { 'listeners:list': [fakeListener('LI_1', 'Firewall')] }, 1],
  ] satisfies [string, Answers, number][])(
    'does not say that nothing is kept beside its skeleton, with %s there',
    async (_what, answers, open) => {
      server.answer({ 'dataHistory:held': never, 'listeners:list': never, ...answers });
      const client = show();
      await waitFor(() => expect([server.calls.length, client.isFetching()]).toEqual([3, open]));
      expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
      expect(screen.queryByText('No kept events yet')).toBeNull();
    },
  );

  test('says that nothing is kept once both answers are there', async () => {
    server.answer({ 'dataHistory:held': nothingHeld });
    show();
    await screen.findByText('No kept events yet');
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  test('each listener and destination with its figures; one without events says so rather than zero', async () => {
    show();
    expect((await screen.findByText('Store')).closest('tr')!.textContent).toContain('1 hour');
    expect(screen.getByText('DS_2').closest('tr')!.textContent).toContain('No events in the last hour');
    expect(screen.getByRole('button', { name: 'Firewall' }).closest('tr')!.textContent).toContain('10% of the limit');
    expect(screen.getByRole('button', { name: 'Proxy' }).closest('tr')!.textContent).toContain('None yet');
    expect(screen.getByText('chart: Volume of Firewall')).toBeTruthy();
  });

  test('without listeners the page says what to do, in Spanish too', async () => {
    switchLanguage('es');
    server.answer({ 'dataHistory:held': nothingHeld, 'listeners:list': [] });
    show();
    await screen.findByText('Aún no hay eventos guardados');
    expect(screen.getByText('Crear un listener')).toBeTruthy();
  });
});

describe('without content:read', () => {
  test('what is kept is shown with its figures, and in the place of the events why they are not', async () => {
    rights.readContent = false;
    show();
    await screen.findByText('Event contents are hidden from viewers');
    expect(screen.getByRole('button', { name: 'Firewall' }).closest('tr')!.textContent).toContain('10% of the limit');
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
    expect(server.inputs('dataHistory:search')).toEqual([]);
  });
});

describe('before a search', () => {
  test('the newest events are there, and one opens', async () => {
    answers(page({ events: [event(9), event(4)] }));
    show();
    const table = await screen.findByRole('table', { name: 'Newest events' });
    expect([...table.querySelectorAll('tbody button')].map((each) => each.textContent)).toEqual(['line 9', 'line 4']);
    expect(screen.getByText('Live')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'line 4' }));
    expect((await screen.findByRole('dialog')).textContent).toContain('line 4');
  });

  test('the table above knows of the newest of them, not of the minute it came in', async () => {
    const receivedAt = Date.UTC(2026, 10, 28, 19, 0, 41);
    answers(page({ events: [{ ...event(9), receivedAt }] }));
    show();
    await screen.findByRole('table', { name: 'Newest events' });
    const row = screen.getByRole('button', { name: 'Firewall' }).closest('tr')!;
    expect([...row.querySelectorAll('time')].at(-1)!.dateTime).toBe('2026-11-28T19:00:41.000Z');
  });

  test('two of one second show which came first', async () => {
    const second = Date.UTC(2026, 10, 28, 19, 0, 41);
    answers(
      page({
        events: [
          { ...event(9), receivedAt: second + 870 },
          { ...event(4), receivedAt: second + 42 },
        ],
      }),
    );
    show();
    const table = await screen.findByRole('table', { name: 'Newest events' });
    const times = [...table.querySelectorAll('tbody td:first-child')].map(({ textContent }) => textContent);
    expect(times.map((time) => time.match(/41\.\d+/)?.[0])).toEqual(['41.870', '41.042']);
  });

  test('they go when a search begins', async () => {
    answers(page({ events: [event(9)] }), page({}));
    show();
    await screen.findByRole('table', { name: 'Newest events' });
    await search();
    await screen.findByText('No events found');
    expect(screen.queryByRole('table', { name: 'Newest events' })).toBeNull();
  });

  test('a listener without events says so, and a question that failed says why', async () => {
    answers(page({}));
    show();
    await screen.findByText('This listener has no events yet.');
    cleanup();
    server.answer({ 'dataHistory:search': refusing('ACQ-WORKER-AWAY') });
    show();
    await waitFor(() => expect(document.body.textContent).toContain(describeError({ code: 'ACQ-WORKER-AWAY', fields: {} } as never).title));
    expect(screen.queryByText('This listener has no events yet.')).toBeNull();
  });
});

describe('a search', () => {
  test('goes on through pages to the end, and says how far it came', async () => {
    const next = { WK_1: { block: 3, taken: 0 } };
    pages(page({ events: [event(9)], next }), page({ events: [event(4)] }));
    show();
    await userEvent.type(await screen.findByRole('textbox', { name: 'Text in the event' }), 'line');
    await search();
    await screen.findByText(/to the end of the range/);
    expect(screen.getByText('2 events found')).toBeTruthy();
    expect(asked()).toMatchObject([
      { listenerId: 'LI_1', labelId: 'all', text: 'line' },
      { text: 'line', next },
    ]);
  });

  test('stops when it is told to, keeps what it found, and goes on from there', async () => {
    const next = { WK_1: { block: 3, taken: 0 } };
    pages(page({ events: [event(9)], next }));
    show();
    await search();
    await screen.findByText('line 9');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText(/Searched/)).toBeTruthy();
    pages(page({ events: [event(4)] }));
    await userEvent.click(screen.getByRole('button', { name: 'Continue searching' }));
    await screen.findByText('line 4');
    expect(screen.getByText('line 9')).toBeTruthy();
    expect(asked().at(-1)).toMatchObject({ next });
  });

  test('does not say that nothing was found when a worker is missing or the question failed', async () => {
    pages(page({ faults: [{ code: 'WORKER_AWAY' }] }));
    show();
    await search();
    await screen.findByText('Not everything could be searched');
    expect(screen.queryByText('No events found')).toBeNull();
    server.answer({ 'dataHistory:search': refusing('ACQ-WORKER-AWAY') });
    await search();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ACQ-WORKER-AWAY'));
    expect(screen.queryByText('No events found')).toBeNull();
  });

  test('an event opens with its fields, its text, and its way through the pipelines that take it', async () => {
    pages(page({ events: [event(9)] }));
    show();
    await search();
    await userEvent.click(await screen.findByRole('button', { name: 'line 9' }));
    const drawer = await screen.findByRole('dialog');
    expect(drawer.textContent).toContain('line 9');
    const way = await screen.findByText('X-ray in To the store');
    expect(JSON.parse(way.dataset['search']!)).toEqual({ xray: 'LI_1.1-1-9.0', xrayAt: '9', xrayVersion: '1.0.0' });
    expect(screen.queryByText('X-ray in Elsewhere')).toBeNull();
  });

  test('is in the range of the address', async () => {
    const ends = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) };
    address.search = { range: 'custom', ...ends };
    pages(page({}));
    show();
    await search();
    await screen.findByText('No events found');
    expect(asked()).toMatchObject([ends]);
  });

  test('the range goes with the listener into a replay', async () => {
    show('LI_2');
    const asked = JSON.parse((await screen.findByText('Replay this range')).dataset['search']!) as Record<string, string>;
    expect(asked).toMatchObject({ replay: 'new', replayListener: 'LI_2' });
    expect(Number(asked['replayTo']) - Number(asked['replayFrom'])).toBeGreaterThan(86_000_000);
  });
});
