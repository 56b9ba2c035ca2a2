import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ErrorCode, OperationInput, OperationName, OperationOutput, TraceResult } from '@acequia/contract';
import { actionDefinitions } from '@acequia/components/definitions';
import type { ActionNode } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { PreviewTab } from './preview-tab.tsx';

const address = vi.hoisted(() => ({ search: {} as Record<string, unknown>, changed: new Set<() => void>() }));
vi.mock('@tanstack/react-router', async () => {
  const { useSyncExternalStore: useStore } = await import('react');
  const subscribe = (changed: () => void) => {
    address.changed.add(changed);
    return () => address.changed.delete(changed);
  };
  return {
    Link: ({ children }: { readonly children: unknown }) => children,
    useParams: () => ({ version: 'Main' }),
    useSearch: () => useStore(subscribe, () => address.search),
    useNavigate: () => (to: { readonly search: (known: object) => Record<string, unknown> }) => {
      address.search = to.search(address.search);
      for (const changed of address.changed) changed();
    },
  };
});
interface Asked<O extends OperationName> {
  readonly input: OperationInput<O>;
  readonly answer: (output: OperationOutput<O>) => void;
  readonly refuse: (code: ErrorCode) => void;
}
/** Questions that the test answers when it likes. */
function byHand<O extends OperationName>() {
  const asked: Asked<O>[] = [];
  const answer = async (input: OperationInput<O>): Promise<OperationOutput<O>> =>
    new Promise((resolve, reject) => asked.push({ input, answer: resolve, refuse: (code) => reject(new Refusal(code)) }));
  return { asked, answer };
}
let trials: ReturnType<typeof byHand<'internalPipelines:create'>>;
let samples: ReturnType<typeof byHand<'internalPipelines:getLogSamples'>>;
const server = fakeServer({ 'internalPipelines:delete': {}, 'internalPipelines:listSamples': [] });

const event = (json: string, types: Record<string, string>) => ({ json, types });
const input = event('{"message":"a=1","big":9223372036854775807,"gone":"x"}', { message: 'string', big: 'integer', gone: 'string' });
const output = event('{"message":"a=1","big":9223372036854775807,"none":null,"empty":""}', {
  message: 'string',
  big: 'integer',
  none: 'null',
  empty: 'string',
});
const step = (outcome: TraceResult['traces'][number]['steps'][number]['outcomes'][number]) => ({
  node: 'p',
  input,
  outcomes: [outcome],
  tookUs: 5,
});
const result: TraceResult = {
  traces: [
    { event: 0, steps: [step({ kind: 'ended', reason: 'filtered:duplicate' })] },
    { event: 1, steps: [step({ kind: 'left', port: 'default', event: input })] },
    { event: 2, steps: [step({ kind: 'refused', code: 'PARSE_NO_MATCH', event: input })] },
    { event: 3, steps: [step({ kind: 'left', port: 'default', event: output })] },
  ],
  nodes: { p: { in: 4, ports: {}, ended: {}, refused: {}, tookUs: 20 } },
  faults: [],
  cut: false,
};

const kv = action('p', { component: 'parser', config: { mode: 'kv' } });

function open(subject: ActionNode = kv, port = 'default') {
  const known = [actionDefinitions.parser, actionDefinitions['field-transformation'], actionDefinitions.conditional] as never[];
  const withActions = { ...catalogue, actionDefinitions: [...catalogue.actionDefinitions, ...known] };
  const store = createEditorStore(documentOf([label(), subject, datasink('d')], ['in>p', `p.${port}>d`]), { readOnly: false });
  const viewer = createViewer();
  const view = () => viewer(store.document(), withActions, 'en', (id) => id);
  const refused = () => {
    throw new Error('the edit was refused');
  };
  const notices = { refused, labelLeftOut: refused, copied: refused, linksLost: refused };
  const actions = createEditorActions({ store, newId: countingIds(), notices, view });
  const unasked = () => undefined;
  const live = createLiveStore('PL_1');
  const services = { pipelineId: 'PL_1', readOnly: false, store, live, actions, openNote: unasked, findStep: unasked };
  function Panel() {
    const { history } = useSyncExternalStore(store.subscribe, store.get);
    const node = history.present.nodes.find((each) => each.id === 'p') as ActionNode;
    const [tools, setTools] = useState<HTMLElement | null>(null);
    return (
      <ViewContext value={view()}>
        <div ref={setTools} />
        <PreviewTab node={node} tools={tools} />
      </ViewContext>
    );
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <ServicesContext value={services}>
          <Panel />
        </ServicesContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return { store, actions };
}

/** The nth question of this kind, once it is asked. */
const nthOf = async <O extends OperationName>({ asked }: { readonly asked: readonly Asked<O>[] }, nth = 0) => {
  await waitFor(() => expect(asked.length).toBeGreaterThan(nth));
  return asked[nth]!;
};

async function answered(nth: number, value: TraceResult): Promise<void> {
  (await nthOf(trials, nth)).answer({ id: `IP_${nth}`, endsAt: 1 });
  (await nthOf(samples, nth)).answer(value);
}

const table = () => screen.findByRole('table', { name: 'Events of the preview' });
/** The last column of each event. */
const reasons = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)!.textContent);
const openRow = async (nth: number) => {
  await userEvent.click(within(await table()).getAllByRole('button')[nth]!);
  return screen.findByRole('table', { name: 'Field diff' });
};

beforeEach(() => {
  address.search = {};
  trials = byHand();
  samples = byHand();
  server.answer({ 'internalPipelines:create': trials.answer, 'internalPipelines:getLogSamples': samples.answer });
});
afterEach(() => {
  cleanup();
  startI18n('en');
});

describe('the preview of a step', () => {
  it('says of each event why it went where it went, and shows only those that are asked for', async () => {
    open();
    await answered(0, result);
    expect(await reasons()).toEqual([
      '2 fields added, 1 field removed',
      expect.stringMatching(/pattern|read|match/i),
      'Passes unchanged',
      'Filtered: Seen before',
    ]);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find in events' }), 'NONE');
    expect(await reasons()).toEqual(['2 fields added, 1 field removed']);
    await userEvent.clear(screen.getByRole('searchbox'));
    await userEvent.click(screen.getByRole('button', { name: 'default 2' }));
    expect(await reasons()).toEqual(['2 fields added, 1 field removed', 'Passes unchanged']);
    await userEvent.type(screen.getByRole('searchbox'), 'nowhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    expect(await reasons()).toHaveLength(4);
  });

  it.each([
    ['en', 'cannot be read as that type, in the field age: expected integer, found string.'],
    ['es', 'no se puede leer como ese tipo, en el campo age: se esperaba integer y hay string.'],
  ] as const)('says in %s what a rejected event should have been', async (language, sentence) => {
    startI18n(language);
    open();
    const expected = { code: 'EXPECTED_TYPE_FROM', fields: { type: 'integer', from: 'string', field: 'age' } };
    await answered(0, {
      ...result,
      traces: [{ event: 0, steps: [step({ kind: 'refused', code: 'PARSE_TYPE', expected, event: input })] }],
    });
    const [reason] = within(await screen.findByRole('table')).getAllByText(/age:/);
    expect(reason!.textContent).toContain(sentence);
  });

  it('says of an event that does not meet the condition of a filter what is true of it', async () => {
    const condition = { form: 'visual', ast: { field: 'big', op: 'eq', value: 7 } };
    open(action('p', { component: 'filter', config: { mode: 'drop', condition } }));
    const left = step({ kind: 'left', port: 'default', event: input });
    const kept = { event: 0, steps: [{ ...left, checked: [{ port: 'default', holds: false, tests: [false] }], values: { big: '5' } }] };
    await answered(0, { ...result, traces: [kept] });
    expect(await reasons()).toEqual(['big does not equal 7 (5)']);
  });

  it('offers the outcomes there are with how many events each has, and shows only those of the chosen one', async () => {
    open();
    await answered(0, result);
    await table();
    const outcome = () => screen.getByRole('combobox', { name: 'Outcome' });
    const choose = (name: string) => {
      fireEvent.keyDown(outcome(), { key: 'Enter' });
      const offered = screen.getAllByRole('option');
      const names = offered.map((option) => option.textContent);
      fireEvent.keyDown(offered[names.indexOf(name)]!, { key: 'Enter' });
      return names;
    };
    expect(choose('Filtered · 1')).toEqual(['Any outcome', 'Changed · 1', 'Unchanged · 1', 'Filtered · 1', 'Error · 1']);
    expect(await reasons()).toEqual(['Filtered: Seen before']);
    choose('Changed · 1');
    expect(await reasons()).toEqual(['2 fields added, 1 field removed']);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find in events' }), 'nowhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    expect(outcome().textContent).toBe('Any outcome');
    expect(await reasons()).toHaveLength(4);
  });

  it('shows fields while Pretty is pressed, and each event as it was received while Raw is', async () => {
    open();
    const line = '<34>1 host app: a=1  "quoted"';
    const received = { ...step({ kind: 'left', port: 'default', event: output }), input: { ...input, raw: line } };
    await answered(0, { ...result, traces: [{ event: 0, steps: [received] }] });
    const shownNow = async () =>
      within(await table())
        .getAllByRole('row')
        .map((row) => [...row.children].map((cell) => cell.textContent.trim()));
    const pretty = await shownNow();
    expect(pretty).toEqual([
      ['Time', 'gone', 'Port', 'Why'],
      ['Sample', 'x', 'default', '2 fields added, 1 field removed'],
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Raw' }));
    expect(await shownNow()).toEqual([
      ['Time', 'Event', 'Port', 'Why'],
      ['Sample', line, 'default', '2 fields added, 1 field removed'],
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Pretty' }));
    expect(await shownNow()).toEqual(pretty);
  });

  it('names the condition that decided with the value it read, and never says that none matched where one did', async () => {
    const at = (value: number) => ({ form: 'visual', ast: { field: 'big', op: 'gt', value } });
    const conditions = [
      { name: 'noise', condition: at(7) },
      { name: 'kept', condition: at(1) },
    ];
    open(action('p', { component: 'conditional', config: { conditions } }), 'kept');
    const ran = (event_: number, outcome: Parameters<typeof step>[0], verdicts: readonly boolean[], big: string) => ({
      event: event_,
      steps: [
        {
          ...step(outcome),
          checked: verdicts.map((holds, place) => ({ port: conditions[place]!.name, holds, tests: [holds] })),
          values: { big },
        },
      ],
    });
    const unlinked = (port: string) => ({ kind: 'ended', reason: 'filtered:condition', port, event: input }) as const;
    await answered(0, {
      ...result,
      traces: [
        ran(0, unlinked('noise'), [true], '9'),
        ran(1, unlinked('default'), [false, false], '0'),
        ran(2, { kind: 'left', port: 'kept', event: input }, [false, true], '5'),
      ],
    });
    expect(await reasons()).toEqual([
      'big is greater than 1 (5)',
      'Filtered: No condition matched; default is not linked',
      'Filtered: big is greater than 7 (9); noise is not linked',
    ]);
    await userEvent.click(within(await table()).getAllByRole('button')[0]!);
    const list = within(await screen.findByRole('region', { name: 'Conditions, in the order checked' })).getAllByRole('listitem');
    expect(list.map((each) => each.textContent)).toEqual(['1noisebig is greater than 7 (5)', '2keptbig is greater than 1 (5)']);
  });

  it('shows what was added, removed and left, changes first, with exact digits, null and empty told apart', async () => {
    open();
    await answered(0, result);
    const fields = within(await openRow(0)).getAllByRole('row');
    expect(fields.map((row) => row.textContent)).toEqual([
      '−gone"x"String ',
      '+none null',
      '+empty "" · empty textString',
      'message "a=1"String',
      'big 9223372036854775807Integer',
    ]);
  });

  it('shows an event before and after the step side by side, each value on the side that has it', async () => {
    open();
    const before = event('{"kept":true,"size":7,"gone":"x"}', { kept: 'boolean', size: 'integer', gone: 'string' });
    const after = event('{"kept":true,"size":"7","none":null}', { kept: 'boolean', size: 'string', none: 'null' });
    const steps = [{ ...step({ kind: 'left', port: 'default', event: after }), input: before }];
    await answered(0, { ...result, traces: [{ event: 0, steps }] });
    await openRow(0);
    await userEvent.click(screen.getByRole('radio', { name: 'Side by side' }));
    const [head, ...rows] = within(screen.getByRole('table', { name: 'Field diff' })).getAllByRole('row');
    expect([head!.children[1]!.textContent, head!.children[2]!.textContent]).toEqual(['In', 'Out']);
    expect(rows.map((row) => [...row.children].slice(1, 4).map((cell) => cell.textContent))).toEqual([
      ['size', '7Integer', '"7"String'],
      ['gone', '"x"String', ''],
      ['none', '', 'null'],
      ['kept', 'trueBoolean', 'trueBoolean'],
    ]);
    await userEvent.click(screen.getByRole('radio', { name: 'Diff' }));
    expect(screen.queryByRole('columnheader', { name: 'Out' })).toBeNull();
  });

  it('keeps the list still while an event is looked at, and names both in the address', async () => {
    open();
    const traces = result.traces.map((trace, at) => ({ ...trace, born: { id: `LI_1.1-1-${at}.0`, receivedMs: 1000 + at } }));
    await answered(0, { ...result, traces });
    await userEvent.click(within(await table()).getAllByRole('button')[2]!);
    expect(address.search).toEqual({ event: 'LI_1.1-1-1.0', until: 1004 });
    expect((await nthOf(trials, 1)).input.source).toEqual({ kind: 'retained', count: 100, until: 1004 });
    await userEvent.click(screen.getByRole('button', { name: /^Paused at/ }));
    expect((await nthOf(trials, 2)).input.source).toEqual({ kind: 'live', count: 100 });
    expect(address.search).toEqual({});
  });

  it('holds the list still without an event, and says so in the address', async () => {
    open();
    const traces = result.traces.map((trace, at) => ({ ...trace, born: { id: `LI_1.1-1-${at}.0`, receivedMs: 1000 + at } }));
    await answered(0, { ...result, traces });
    expect(await screen.findByText('Newest 100 events, every 5 s')).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(screen.getByText(/^Newest 100 events until /)).toBeDefined();
    expect(address.search).toEqual({ until: 1004 });
    expect((await nthOf(trials, 1)).input.source).toEqual({ kind: 'retained', count: 100, until: 1004 });
    await userEvent.click(screen.getByRole('button', { name: /^Paused at/ }));
    expect(address.search).toEqual({});
  });

  it('draws of many events only those in view, says how many there are, and the one that is looked at wherever it is', async () => {
    address.search = { event: 'LI_1.1-1-2.0' };
    open();
    const many = Array.from({ length: 300 }, (_, at) => ({
      ...result.traces[1]!,
      event: at,
      born: { id: `LI_1.1-1-${at}.0`, receivedMs: 1000 + at },
    }));
    await answered(0, { ...result, traces: many });
    const drawn = within(await table())
      .getAllByRole('row')
      .filter((row) => row.hasAttribute('aria-rowindex'));
    expect((await table()).getAttribute('aria-rowcount')).toBe('301');
    expect(drawn.length).toBeLessThan(40);
    expect(drawn.map((row) => row.getAttribute('aria-rowindex')).slice(0, 3)).toEqual(['2', '3', '4']);
    expect(drawn.at(-1)!.getAttribute('aria-rowindex')).toBe('299');
    await screen.findByRole('table', { name: 'Field diff' });
  });

  it('leaves the row of an event alone that comes again as it was', async () => {
    open();
    const born = (at: number) => ({ id: `LI_1.1-1-${at}.0`, receivedMs: 1000 + at });
    const traces = result.traces.map((trace, at) => ({ ...trace, born: born(at) }));
    await answered(0, { ...result, traces });
    const cells = within(await table())
      .getAllByRole('cell')
      .slice(0, 4);
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    await answered(1, { ...result, traces: [...traces, { ...traces[1]!, event: 4, born: born(4) }] });
    await waitFor(async () => expect(await reasons()).toHaveLength(5));
    expect(within(await table()).getAllByRole('row')[2]).toBe(cells[0]!.closest('tr'));
  });

  it('runs what is typed and not what is saved, and ends older runs without looking at them', async () => {
    const { actions } = open();
    const first = await nthOf(trials);
    expect(first.input).toMatchObject({ pipelineId: 'PL_1', source: { kind: 'live' } });
    act(() => actions.configure('p', { mode: 'json' }));
    const second = await nthOf(trials, 1);
    expect(second.input.document?.nodes.find(({ id }) => id === 'p')).toMatchObject({ config: { mode: 'json' } });
    second.answer({ id: 'IP_2', endsAt: 1 });
    const answer = await nthOf(samples);
    expect(answer.input).toEqual({ id: 'IP_2', node: 'p' });
    answer.answer(result);
    first.answer({ id: 'IP_1', endsAt: 1 });
    await table();
    const ended = () => server.inputs('internalPipelines:delete').map(({ id }) => id);
    await waitFor(() => expect(ended().toSorted()).toEqual(['IP_1', 'IP_2']));
    expect(samples.asked).toHaveLength(1);
  });

  it('throws an answer away that comes after the next edit', async () => {
    const { actions } = open();
    (await nthOf(trials)).answer({ id: 'IP_1', endsAt: 1 });
    const late = await nthOf(samples);
    act(() => actions.configure('p', { mode: 'json' }));
    late.answer(result);
    await waitFor(() => expect(server.inputs('internalPipelines:delete')).toEqual([{ id: 'IP_1' }]));
    (await nthOf(trials, 1)).answer({ id: 'IP_2', endsAt: 1 });
    (await nthOf(samples, 1)).answer({ ...result, traces: result.traces.slice(1, 2) });
    expect(await reasons()).toEqual(['Passes unchanged']);
  });

  it('says that no worker is there, and keeps what it showed', async () => {
    open();
    await answered(0, result);
    await table();
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    (await nthOf(trials, 1)).answer({ id: 'IP_1', endsAt: 1 });
    (await nthOf(samples, 1)).refuse('ACQ-WORKER-AWAY');
    await screen.findByText('No worker can run the preview');
    expect(await reasons()).toHaveLength(4);
  });

  it('says where it cannot run, and when there is nothing to try it on', async () => {
    const { actions } = open();
    await answered(0, { ...result, traces: [], nodes: {} });
    await screen.findByText('No events to preview');
    act(() => actions.configure('p', { mode: 'pattern' }));
    await answered(1, { traces: [], nodes: {}, faults: [{ node: 'p', code: 'CONFIG_INVALID', message: 'mode' }], cut: false });
    await screen.findByText('Parser cannot run yet');
    expect(screen.getByText('Pattern: Fill this in.')).toBeDefined();
  });

  it('says nothing of a setting that is right again while the next answer is on its way', async () => {
    const { actions } = open();
    await answered(0, { ...result, traces: [], nodes: {} });
    act(() => actions.configure('p', { mode: 'pattern' }));
    await answered(1, { traces: [], nodes: {}, faults: [{ node: 'p', code: 'CONFIG_INVALID', message: 'pattern' }], cut: false });
    await screen.findByText('Parser cannot run yet');
    act(() => actions.configure('p', { mode: 'kv' }));
    expect(screen.queryByText('Parser cannot run yet')).toBeNull();
    expect(screen.getByLabelText('Running…')).toBeDefined();
    await answered(2, result);
    expect(await reasons()).toHaveLength(4);
  });

  it('sets a step below that does what a value asks for, as one edit', async () => {
    const { store } = open();
    await answered(0, result);
    await openRow(0);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for empty' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Drop it' }));
    const added = store.document().nodes.find(({ kind, id }) => kind === 'action' && id !== 'p') as ActionNode;
    expect(added).toMatchObject({
      component: 'field-transformation',
      config: { steps: [{ field: 'empty', operation: 'remove', parameters: { names: ['empty'] } }] },
    });
    const flow = () => store.document().links.map(({ from, to }) => `${from.node}>${to.node}`);
    expect(flow().sort()).toEqual(['in>p', `p>${added.id}`, `${added.id}>d`].sort());
    act(store.undo);
    expect(flow().sort()).toEqual(['in>p', 'p>d']);
  });
});
