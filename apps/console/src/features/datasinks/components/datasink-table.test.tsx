import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { Datasink, LiveFrame } from '@acequia/contract';
import { LiveProvider } from '#blocks/live/live-provider.tsx';
import type { ListSearch } from '#lib/list-search/list-search.ts';
import { fakeServer, openStream } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { fakeDatasink, fakeLiveFrame } from '#lib/operations/testing/fake-things.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { DatasinkTable } from './datasink-table.tsx';

const drawn = vi.hoisted((): string[] => []);
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { readonly children: string }) => <a href="#one">{children}</a> }));
vi.mock('#blocks/component-icon.tsx', () => ({ ComponentTile: () => null }));
vi.mock('./datasink-menu.tsx', () => ({
  DatasinkMenu: ({ datasink }: { readonly datasink: Datasink }) => {
    drawn.push(datasink.id);
    return null;
  },
}));

const delivering = (id: string, events: number) =>
  fakeLiveFrame({ datasinks: { [id]: { delivered: { events, bytes: 0 }, queuedEvents: 5, queuedBytes: 0 } } });
const live = openStream<LiveFrame>(delivering('DS_1', 333));
fakeServer({ 'auth:session': fakeSession(), 'metrics:watchLive': live.answer });

const sinks = Array.from({ length: 200 }, (_, n) => fakeDatasink(`DS_${n}`, `Sink ${n}`));
const series = {};
let client: QueryClient;
const table = (datasinks: readonly Datasink[], search: ListSearch) => (
  <QueryClientProvider client={client}>
    <TooltipProvider>
      <LiveProvider enabled sharedBy="ana">
        <DatasinkTable datasinks={datasinks} series={series} search={search} onSearch={() => undefined} />
      </LiveProvider>
    </TooltipProvider>
  </QueryClientProvider>
);
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, fakeSession());
});
afterEach(cleanup);

test('a key in the filter draws only the rows that it brings, new numbers none', async () => {
  const { rerender, container } = render(table(sinks, {}));
  await waitFor(() => expect(container.textContent).toContain('333'));
  drawn.length = 0;
  rerender(table([...sinks], { q: 'sink' }));
  expect(drawn).toEqual([]);
  rerender(table([...sinks.slice(0, 10), sinks[190]!], { q: 'sink 1' }));
  expect(drawn).toEqual(['DS_190']);
  live.send(delivering('DS_3', 77));
  await waitFor(() => expect(container.textContent).toContain('77'));
  expect(drawn).toEqual(['DS_190']);
});
