import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import type { HistoryPage } from '@acequia/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { switchLanguage } from '#i18n/index.ts';
import { DataHistoryPage } from './data-history-page.tsx';

const server = vi.hoisted(() => ({
  answers: {} as Record<string, unknown>,
  search: {} as Record<string, unknown>,
  asked: [] as Record<string, unknown>[],
  pages: [] as unknown[],
  refused: undefined as unknown,
}));
vi.mock('#lib/operations/use-operation.ts', () => ({
  useOperation: (name: string) => ({ data: server.answers[name], error: null, refetch: () => undefined }),
}));
vi.mock('#lib/operations/call.ts', () => ({
  callOperation: (_name: string, input: Record<string, unknown>) => {
    server.asked.push(input);
    if (server.refused) return Promise.reject(server.refused as Error);
    return Promise.resolve(server.pages.shift() ?? new Promise(() => undefined));
  },
}));
vi.mock('#lib/operations/describe-error.ts', () => ({ describeError: ({ code }: { code: string }) => ({ title: code, text: code }) }));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));
vi.mock('#blocks/charts/metrics-tab.tsx', () => ({ MetricsTab: ({ title }: { title: string }) => <p>chart: {title}</p> }));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => () => undefined,
  useSearch: () => server.search,
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

beforeEach(() => {
  server.asked = [];
  server.pages = [];
  server.refused = undefined;
  server.search = {};
  server.answers = {
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
    'listeners:list': [
      { id: 'LI_1', name: 'Firewall', component: 'tcp', config: {} },
      { id: 'LI_2', name: 'Proxy', component: 'tcp', config: {} },
    ],
    'datasinks:list': [{ id: 'DS_1', name: 'Store' }],
    'labels:list': [{ id: 'all', name: 'all', builtIn: true }],
    'pipelines:list': [
      { id: 'PL_1', name: 'To the store', listenerIds: ['LI_1'], runningVersion: '1.0.0' },
      { id: 'PL_2', name: 'Elsewhere', listenerIds: ['LI_2'], runningVersion: null },
    ],
  };
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

const show = (chosen?: string) =>
  render(
    <TooltipProvider>
      <DataHistoryPage chosen={chosen} />
    </TooltipProvider>,
  );
const search = () => userEvent.click(screen.getByRole('button', { name: 'Search' }));

describe('what is kept', () => {
  test('does not say that nothing is kept beside its skeleton, whichever answer comes first', () => {
    const { 'listeners:list': listeners } = server.answers;
    const held = { journals: [], destinations: [] };
    for (const answers of [{}, { 'dataHistory:held': held }, { 'listeners:list': listeners }]) {
      server.answers = answers;
      show();
      expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy();
      expect(screen.queryByText('Nothing is kept yet')).toBeNull();
      cleanup();
    }
    server.answers = { 'dataHistory:held': held, 'listeners:list': listeners };
    show();
    expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull();
    expect(screen.getByText('Nothing is kept yet')).toBeTruthy();
  });

  test('each listener and destination with its figures; one without events says so rather than zero', () => {
    show();
    expect(screen.getByText('Store').closest('tr')!.textContent).toContain('1 hour');
    expect(screen.getByText('DS_2').closest('tr')!.textContent).toContain('Nothing came in');
    expect(screen.getByRole('button', { name: 'Firewall' }).closest('tr')!.textContent).toContain('10% of the limit');
    expect(screen.getByRole('button', { name: 'Proxy' }).closest('tr')!.textContent).toContain('None yet');
    expect(screen.getByText('chart: Volume of Firewall')).toBeTruthy();
  });

  test('without listeners the page says what to do, in Spanish too', () => {
    switchLanguage('es');
    server.answers['dataHistory:held'] = { journals: [], destinations: [] };
    server.answers['listeners:list'] = [];
    show();
    expect(screen.getByText('Todavía no se guarda nada')).toBeTruthy();
    expect(screen.getByText('Crear un listener')).toBeTruthy();
  });
});

describe('a search', () => {
  test('goes on through pages to the end, and says how far it came', async () => {
    const next = { WK_1: { block: 3, taken: 0 } };
    server.pages = [page({ events: [event(9)], next }), page({ events: [event(4)] })];
    show();
    await userEvent.type(screen.getByRole('textbox', { name: 'Text in the event' }), 'line');
    await search();
    await screen.findByText(/to the end of the range/);
    expect(screen.getByText('2 events found')).toBeTruthy();
    expect(server.asked).toMatchObject([
      { listenerId: 'LI_1', labelId: 'all', text: 'line' },
      { text: 'line', next },
    ]);
  });

  test('stops when it is told to, keeps what it found, and goes on from there', async () => {
    const next = { WK_1: { block: 3, taken: 0 } };
    server.pages = [page({ events: [event(9)], next })];
    show();
    await search();
    await screen.findByText('line 9');
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    expect(screen.getByText(/Stopped after/)).toBeTruthy();
    server.pages = [page({ events: [event(4)] })];
    await userEvent.click(screen.getByRole('button', { name: 'Search on' }));
    await screen.findByText('line 4');
    expect(screen.getByText('line 9')).toBeTruthy();
    expect(server.asked.at(-1)).toMatchObject({ next });
  });

  test('does not say that nothing was found when a worker is missing or the question failed', async () => {
    server.pages = [page({ faults: [{ code: 'WORKER_AWAY' }] })];
    show();
    await search();
    await screen.findByText('Not everything could be searched');
    expect(screen.queryByText('No event found')).toBeNull();
    server.refused = { code: 'ACQ-WORKER-AWAY' };
    await search();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('ACQ-WORKER-AWAY'));
    expect(screen.queryByText('No event found')).toBeNull();
  });

  test('an event opens with its fields, its text, and its way through the pipelines that take it', async () => {
    server.pages = [page({ events: [event(9)] })];
    show();
    await search();
    await userEvent.click(await screen.findByRole('button', { name: 'line 9' }));
    const drawer = await screen.findByRole('dialog');
    expect(drawer.textContent).toContain('line 9');
    const way = screen.getByText('X-ray in To the store');
    expect(JSON.parse(way.dataset['search']!)).toEqual({ xray: 'LI_1.1-1-9.0', xrayAt: '9', xrayVersion: '1.0.0' });
    expect(screen.queryByText('X-ray in Elsewhere')).toBeNull();
  });

  test('is in the range of the address', async () => {
    const ends = { from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) };
    server.search = { range: 'custom', ...ends };
    server.pages = [page({})];
    show();
    await search();
    await screen.findByText('No event found');
    expect(server.asked).toMatchObject([ends]);
  });

  test('the range goes with the listener into a replay', () => {
    show('LI_2');
    const asked = JSON.parse(screen.getByText('Replay this range').dataset['search']!) as Record<string, string>;
    expect(asked).toMatchObject({ replay: 'new', replayListener: 'LI_2' });
    expect(Number(asked['replayTo']) - Number(asked['replayFrom'])).toBeGreaterThan(86_000_000);
  });
});
