import type { Sample } from '@acequia/contract';
import { actionDefinitions } from '@acequia/components/definitions';
import type { ActionNode } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { ParserProposal } from './parser-proposal.tsx';

const stream = vi.hoisted(() => ({ input: undefined as unknown, send: undefined as ((item: unknown) => void) | undefined }));
vi.mock('../preview/use-preview.ts', () => ({ usePreview: () => ({ busy: true }) }));
vi.mock('#lib/operations/index.ts', () => ({
  useStream: (_name: string, input: unknown, onItem: (item: unknown) => void) => {
    stream.input = input;
    stream.send = onItem;
    return { state: 'live', error: undefined };
  },
}));

const refused = () => {
  throw new Error('the edit was refused');
};
const notices = { refused, labelLeftOut: refused, copied: refused, linksLost: refused };
const withParser = { ...catalogue, actionDefinitions: [...catalogue.actionDefinitions, actionDefinitions.parser as never] };
const parser = action('p', { component: 'parser', config: { keepSource: false } });

function open({ running = false } = {}) {
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
        <ParserProposal node={node} running={running} />
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

const event = (raw: string, more: Partial<Sample> = {}): Sample => ({
  id: raw,
  receivedMs: 1,
  direction: 'out',
  port: 'default',
  fields: [{ name: '_raw', type: 'string', value: raw }],
  ...more,
});
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => row.textContent);

beforeEach(() => {
  stream.input = undefined;
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
    expect(screen.getByText('message holds JSON')).toBeTruthy();
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

describe('a format proposed from the events of the running version', () => {
  it('looks at what leaves the step before, by the linked port', async () => {
    open({ running: true });
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    expect(stream.input).toEqual({ id: 'PL_1', node: 'in' });
    expect(screen.getByText('Waiting for events of the running version…')).toBeTruthy();
    act(() => stream.send!({ samples: [event('{"a":1}'), event('not this', { port: 'error' }), event('nor this', { direction: 'in' })] }));
    expect(screen.getByText('Reads 1 of 1 line of _raw')).toBeTruthy();
    expect(rows()).toEqual([expect.stringMatching(/^a.*1$/)]);
  });

  it('may be left for pasted lines', async () => {
    open({ running: true });
    await userEvent.click(screen.getByRole('button', { name: 'Propose from samples' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Pasted lines' }));
    expect(screen.getByRole('textbox', { name: 'Lines' })).toBeTruthy();
  });
});
