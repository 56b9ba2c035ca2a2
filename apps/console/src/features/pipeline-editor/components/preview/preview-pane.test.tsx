import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ErrorCode, OperationInput, OperationName, OperationOutput, TraceResult } from '@acequia/contract';
import { actionDefinitions } from '@acequia/components/definitions';
import type { ActionNode } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { PreviewPane } from './preview-pane.tsx';

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ version: 'Main' }) }));
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
    return (
      <ViewContext value={view()}>
        <PreviewPane node={node} />
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

const marks = () => screen.getAllByRole('button', { pressed: false }).concat(screen.queryAllByRole('button', { pressed: true }));
const fields = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent);

beforeEach(() => {
  trials = byHand();
  samples = byHand();
  server.answer({ 'internalPipelines:create': trials.answer, 'internalPipelines:getLogSamples': samples.answer });
});
afterEach(() => {
  cleanup();
  startI18n('en');
});

describe('the preview of a step', () => {
  it('marks each event with a word, counts them, and shows only those that are asked for', async () => {
    open();
    await answered(0, result);
    await screen.findByRole('list', { name: 'Events of the preview' });
    const list = () => within(screen.getByRole('list', { name: 'Events of the preview' })).getAllByRole('listitem');
    expect(list().map((row) => row.textContent!.replace('a=1', ''))).toEqual(['Changed', 'Error', 'Unchanged', 'Dropped']);
    expect(marks().map((button) => button.textContent)).toContain('1 Dropped');
    await userEvent.click(screen.getByRole('button', { name: '1 Dropped' }));
    expect(list()).toHaveLength(1);
    expect(screen.getByText('Ends here: Seen before')).toBeTruthy();
  });

  it('never says that no condition matched where one did and its port is not linked', async () => {
    const condition = { form: 'visual', ast: { field: 'big', op: 'gt', value: 1 } };
    const conditions = [
      { name: 'noise', condition },
      { name: 'kept', condition },
    ];
    open(action('p', { component: 'conditional', config: { conditions } }), 'kept');
    const ended = (at: number, port?: string) => ({
      event: at,
      steps: [step({ kind: 'ended', reason: 'filtered:condition', ...(port === undefined ? {} : { port, event: input }) })],
    });
    await answered(0, { ...result, traces: [ended(0, 'noise'), ended(1, 'default'), ended(2)] });
    const list = await screen.findByRole('list', { name: 'Events of the preview' });
    const told: (string | null)[] = [];
    for (const row of within(list).getAllByRole('button').toReversed()) {
      await userEvent.click(row);
      told.push(screen.getByText(/^Ends here/).textContent);
    }
    expect(told).toEqual([
      'Ends here: Matched noise; its port is not linked',
      'Ends here: No condition matched; port default is not linked',
      'Ends here: At a port without a link',
    ]);
  });

  it('shows what was added, removed and left, with exact digits, null and empty told apart', async () => {
    open();
    await answered(0, result);
    await screen.findByRole('table');
    expect(fields()).toEqual([
      'message "a=1"String',
      'big 9223372036854775807Integer',
      '−gone"x"String ',
      '+none null',
      '+empty "" · empty textString',
    ]);
  });

  it('runs what is typed and not what is saved, and throws older answers away', async () => {
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
    await screen.findByRole('button', { name: '1 Changed' });
    await server.settled();
    expect(server.inputs('internalPipelines:delete')).toEqual([{ id: 'IP_2' }]);
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
    await screen.findByRole('button', { name: '1 Unchanged' });
    expect(screen.queryByRole('button', { name: '1 Changed' })).toBeNull();
  });

  it('says that no worker is there, and keeps what it showed', async () => {
    open();
    await answered(0, result);
    await screen.findByRole('button', { name: '1 Changed' });
    await userEvent.click(screen.getByRole('button', { name: 'Run again' }));
    (await nthOf(trials, 1)).answer({ id: 'IP_1', endsAt: 1 });
    (await nthOf(samples, 1)).refuse('ACQ-WORKER-AWAY');
    await screen.findByText('No worker can try it now');
    expect(screen.getByRole('button', { name: '1 Changed' })).toBeTruthy();
  });

  it('says where it cannot run, and when there is nothing to try it on', async () => {
    const { actions } = open();
    await answered(0, { ...result, traces: [], nodes: {} });
    await screen.findByText('No events to try it on');
    act(() => actions.configure('p', {}));
    await answered(1, { traces: [], nodes: {}, faults: [{ node: 'p', code: 'CONFIG_INVALID', message: 'mode' }], cut: false });
    await screen.findByText('Parser cannot run yet');
  });

  it('sets a step below that does what a value asks for, as one edit', async () => {
    const { store } = open();
    await answered(0, result);
    await userEvent.click(await screen.findByRole('button', { name: 'What to do with empty' }));
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
