import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { action, datasink } from '@acequia/pipeline/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeDatasink, fakeListener, fakeLookup, fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { StatesContext, useObjectStates, useStepState, useStepStatus } from './step-states.ts';
import { useCatalogue } from './use-catalogue.ts';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));
const listener = fakeListener('LI_1', 'Web servers');
const sinkThat = (state: 'running' | 'waiting', waitingEvents: number) =>
  fakeDatasink('DS_1', 'Archive', { status: { ...fakeStatus(state), waitingEvents } });
const server = fakeServer({
  'listeners:list': [listener],
  'labels:list': [],
  'datasinks:list': [sinkThat('running', 0)],
  'secrets:list': [],
  'lookups:list': [],
  'pipelines:listRemoved': [],
});
afterEach(cleanup);

function open<T>(read: () => T) {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  return { client, ...renderHook(read, { wrapper }) };
}

it('a data sink that begins to wait changes its own state, and nothing that is drawn from the catalogue', async () => {
  const { client, result } = open(() => ({ states: useObjectStates(), catalogue: useCatalogue('PL_1').catalogue }));
  await waitFor(() => expect(result.current.catalogue).toBeDefined());
  const before = result.current;
  expect([...before.states]).toEqual([
    ['LI_1', 'running'],
    ['DS_1', 'running'],
  ]);

  server.answer({ 'datasinks:list': [sinkThat('waiting', 7)] });
  await act(() => client.refetchQueries({ queryKey: ['datasinks:list'] }));
  await waitFor(() => expect(result.current.states.get('DS_1')).toBe('waiting'));
  expect(result.current.catalogue).toBe(before.catalogue);

  const waiting = result.current;
  server.answer({ 'datasinks:list': [sinkThat('waiting', 900)] });
  await act(() => client.refetchQueries({ queryKey: ['datasinks:list'] }));
  expect(result.current.states).toBe(waiting.states);
});

it('a step has the state of its data sink, and none where the document is only drawn', () => {
  const node = datasink('out');
  if (node.kind !== 'datasink') throw new Error('not a data sink');
  expect(renderHook(() => useStepState(node)).result.current).toBeUndefined();
  const states = new Map([[node.datasinkId, 'waiting' as const]]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => <StatesContext value={states}>{children}</StatesContext>;
  expect(renderHook(() => useStepState(node), { wrapper }).result.current).toBe('waiting');
});

it('a Lookup step has the state of its enrichment, and any other action has none', async () => {
  const sites = (state: 'running' | 'action-required') => ({ ...fakeLookup('LK_1', 'Sites'), status: fakeStatus(state) });
  server.answer({ 'lookups:list': [sites('running')] });
  const step = action('site', { component: 'lookup', config: { lookup: 'LK_1' } });
  const { client, result } = open(() => ({
    states: useObjectStates(),
    catalogue: useCatalogue('PL_1').catalogue,
    step: useStepStatus(step),
    parser: useStepStatus(action('parser', { component: 'parser', config: {} })),
    empty: useStepStatus(action('empty', { component: 'lookup', config: {} })),
  }));
  await waitFor(() => expect(result.current.states.get('LK_1')).toBe('running'));
  await waitFor(() => expect(result.current.catalogue?.lookups?.get('LK_1')).toBe('Sites'));
  const { catalogue } = result.current;
  server.answer({ 'lookups:list': [sites('action-required')] });
  await act(() => client.refetchQueries({ queryKey: ['lookups:list'] }));
  await waitFor(() => expect(result.current.states.get('LK_1')).toBe('action-required'));
  expect(result.current.step?.state).toBe('action-required');
  expect([result.current.parser, result.current.empty]).toEqual([undefined, undefined]);
  expect(result.current.catalogue).toBe(catalogue);

  const states = new Map([['LK_1', 'waiting' as const]]);
  const wrapper = ({ children }: { readonly children: ReactNode }) => <StatesContext value={states}>{children}</StatesContext>;
  expect(renderHook(() => useStepState(step), { wrapper }).result.current).toBe('waiting');
});
