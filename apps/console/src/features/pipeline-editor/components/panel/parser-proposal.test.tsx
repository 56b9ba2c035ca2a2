import type { TraceResult } from '@acequia/contract';
import { actionDefinitions } from '@acequia/components/definitions';
import type { ActionNode } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { ParserProposal } from './parser-proposal.tsx';

vi.mock('@tanstack/react-router', () => ({ useParams: () => ({ version: 'Main' }) }));
const server = fakeServer({ 'internalPipelines:delete': {} });
const refused = () => {
  throw new Error('the edit was refused');
};
const notices = { refused, labelLeftOut: refused, copied: refused, linksLost: refused };
const withParser = { ...catalogue, actionDefinitions: [...catalogue.actionDefinitions, actionDefinitions.parser as never] };
const parser = action('p', { component: 'parser', config: { keepSource: false } });

function open() {
  const store = createEditorStore(documentOf([label(), parser, datasink('d')], ['in>p', 'p>d']), { readOnly: false });
  const viewer = createViewer();
  const view = () => viewer(store.document(), withParser, 'en', (id) => id);
  const actions = createEditorActions({ store, newId: countingIds(), notices, view });
  const unasked = () => undefined;
  const services = {
    pipelineId: 'PL_1',
    readOnly: false,
    store,
    live: createLiveStore('PL_1'),
    actions,
    openNote: unasked,
    findStep: unasked,
  };
  function Panel() {
    const { history } = useSyncExternalStore(store.subscribe, store.get);
    const node = history.present.nodes.find((each) => each.id === 'p') as ActionNode;
    return (
      <ViewContext value={view()}>
        <ParserProposal node={node} />
      </ViewContext>
    );
  }
  render(
    <TooltipProvider>
      <ServicesContext value={services}>
        <Panel />
      </ServicesContext>
    </TooltipProvider>,
  );
  const configOf = (id: string) => (store.document().nodes.find((node) => node.id === id) as ActionNode).config;
  const flow = () => store.document().links.map((each) => `${each.from.node}.${each.from.port}>${each.to.node}`);
  return { store, configOf, flow };
}

/** The worker answers once this is called; gives what was asked. */
let answered: (value?: Partial<TraceResult>) => Promise<Record<string, unknown>>;

const traceOf = (raw: string, port = 'default', node = 'in'): TraceResult['traces'][number] => {
  const event = { json: JSON.stringify({ message: raw }), types: { message: 'string' }, raw };
  return { event: 0, steps: [{ node, input: event, outcomes: [{ kind: 'left', port, event }], tookUs: 1 }] };
};
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent);

/** Of this test: the trial of an earlier one may still be on its way out. */
let trial = '';
let trials = 0;
const isEnded = () => waitFor(() => expect(server.inputs('internalPipelines:delete').filter(({ id }) => id === trial)).toHaveLength(1));

beforeEach(() => {
  trial = `IP_${++trials}`;
  const samples = Promise.withResolvers<TraceResult>();
  server.answer({ 'internalPipelines:create': { id: trial, endsAt: 1 }, 'internalPipelines:getLogSamples': () => samples.promise });
  answered = async (value) => {
    await waitFor(() => expect(server.inputs('internalPipelines:getLogSamples')).toHaveLength(1));
    samples.resolve({ traces: [], nodes: {}, faults: [], cut: false, ...value });
    return { ...server.inputs('internalPipelines:create').at(-1), ...server.inputs('internalPipelines:getLogSamples').at(-1) };
  };
});
afterEach(() => {
  cleanup();
  startI18n('en');
});

describe('a format proposed from pasted lines', () => {
  it('is shown with its fields, taken by keyboard, and taken back by one undo', async () => {
    const { store, configOf } = open();
    const before = configOf('p');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(screen.getByRole('radio', { name: 'Pasted lines' }));
    await userEvent.click(screen.getByRole('textbox', { name: 'Lines' }));
    await userEvent.paste('user=ana age=30 ok=true\nuser=bo age=31 ok=false');
    expect(screen.getByText('Key–value')).toBeTruthy();
    expect(screen.getByText('Reads 2 of 2 lines of _raw')).toBeTruthy();
    expect(rows()).toEqual([expect.stringMatching(/^user.*ana$/), expect.stringMatching(/^age.*30$/), expect.stringMatching(/^ok.*true$/)]);
    screen.getByRole('button', { name: 'Use Key–value' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(configOf('p')).toMatchObject({
      mode: 'kv',
      field: '_raw',
      keepSource: false,
      outputs: [{ name: 'age', type: 'integer' }, { name: 'ok' }],
    });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Propose from samples' }));
    act(store.undo);
    expect(configOf('p')).toEqual(before);
  });

  it('says when there is none', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Pasted lines' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Lines' }), 'hello there');
    expect(screen.getByText('No known format')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('goes on inside a text, with a step for each, and gives what followed to the last', async () => {
    const { store, flow, configOf } = open();
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Pasted lines' }));
    await userEvent.click(screen.getByRole('textbox', { name: 'Lines' }));
    await userEvent.paste('<34>1 2024-05-17T14:30:00Z web app - - - {"user":"ana","n":1}');
    expect(screen.getByText('message contains JSON')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Use with 1 more step' }));
    const added = store.document().nodes.find((node) => node.id.startsWith('parser-'))!;
    expect(flow()).toEqual(['in.default>p', `p.default>${added.id}`, `${added.id}.default>d`]);
    expect(configOf('p')).toMatchObject({ mode: 'syslog' });
    expect(configOf(added.id)).toMatchObject({ mode: 'json', field: 'message', prefix: 'message.' });
    act(store.undo);
    expect(flow()).toEqual(['in.default>p', 'p.default>d']);
  });

  it('speaks Spanish', async () => {
    startI18n('es');
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Proponer con muestras' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Líneas pegadas' }));
    await userEvent.click(screen.getByRole('textbox', { name: 'Líneas' }));
    await userEvent.paste('user=ana age=30 ok=true');
    expect(screen.getByRole('button', { name: 'Usar Clave–valor' })).toBeTruthy();
    expect(screen.getByText('Lee 1 de 1 línea de _raw')).toBeTruthy();
  });
});

describe('a format proposed from recent events', () => {
  it('reads those that are there, without waiting for new ones, by the linked port', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    expect(screen.getByText('Looking for recent events…')).toBeTruthy();
    const question = await answered({ traces: [traceOf('{"a":1}'), traceOf('not this', 'error'), traceOf('nor this', 'default', 'p')] });
    expect(question).toMatchObject({ pipelineId: 'PL_1', source: { kind: 'live', count: 100 }, node: 'in' });
    await screen.findByText('Reads 1 of 1 line of _raw');
    expect(rows()).toEqual([expect.stringMatching(/^a.*1$/)]);
    await isEnded();
  });

  it.each([
    [{}, /^No events with this label have arrived yet/],
    [{ traces: [traceOf('x', 'default', 'p')] }, /^None of the recent events reach this step/],
    [{ traces: [traceOf('x', 'error')] }, /^The recent events have no text in _raw/],
  ])('says what it waits for when there are none (%#)', async (result, words) => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    await answered(result);
    await screen.findByText(words);
  });

  it('may be left for pasted lines, which ends the trial', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    await waitFor(() => expect(server.inputs('internalPipelines:getLogSamples')).toHaveLength(1));
    await userEvent.click(screen.getByRole('radio', { name: 'Pasted lines' }));
    expect(screen.getByRole('textbox', { name: 'Lines' })).toBeTruthy();
    await isEnded();
  });
});
