import { act, cleanup, render } from '@testing-library/react';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { Datasink, LiveFrame } from '@acequia/contract';
import type { ListSearch } from '#lib/list-search/list-search.ts';

const drawn: string[] = [];
const live = { frame: undefined as LiveFrame | undefined, tell: () => undefined as void };
const settings = { settings: { order: [], hidden: [], pinned: [], widths: {} }, change: () => undefined };
const subscribe = (tell: () => void) => {
  const before = live.tell;
  live.tell = () => {
    before();
    tell();
  };
  return () => undefined;
};
vi.mock('@tanstack/react-router', () => ({ Link: ({ children }: { readonly children: string }) => <a href="#one">{children}</a> }));
vi.mock('#blocks/list/use-table-settings.ts', () => ({ useTableSettings: () => settings }));
vi.mock('#blocks/live/live-provider.tsx', () => ({ useLiveFrame: () => useSyncExternalStore(subscribe, () => live.frame) }));
vi.mock('#blocks/component-icon.tsx', () => ({ ComponentTile: () => null }));
vi.mock('./datasink-menu.tsx', () => ({
  DatasinkMenu: ({ datasink }: { readonly datasink: Datasink }) => {
    drawn.push(datasink.id);
    return null;
  },
}));
const { DatasinkTable } = await import('./datasink-table.tsx');

const sinks = Array.from(
  { length: 200 },
  (_, n) =>
    ({ id: `DS_${n}`, name: `Sink ${n}`, component: 'null', tags: [], usedBy: [], createdAt: 0, updatedAt: 0 }) as unknown as Datasink,
);
const series = {};
const table = (datasinks: readonly Datasink[], search: ListSearch) => (
  <TooltipProvider>
    <DatasinkTable datasinks={datasinks} series={series} search={search} onSearch={() => undefined} />
  </TooltipProvider>
);
afterEach(cleanup);

test('a key in the filter draws only the rows that it brings, new numbers none', () => {
  const { rerender, container } = render(table(sinks, {}));
  drawn.length = 0;
  rerender(table([...sinks], { q: 'sink' }));
  expect(drawn).toEqual([]);
  rerender(table([...sinks.slice(0, 10), sinks[190]!], { q: 'sink 1' }));
  expect(drawn).toEqual(['DS_190']);
  act(() => {
    live.frame = { datasinks: { DS_3: { delivered: { events: 77, bytes: 0 }, queuedEvents: 5 } } } as unknown as LiveFrame;
    live.tell();
  });
  expect(container.textContent).toContain('77');
  expect(drawn).toEqual(['DS_190']);
});
