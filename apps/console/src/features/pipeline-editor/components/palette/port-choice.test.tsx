import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { countPorts, type PreviewRow } from '../../model/preview-rows.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { previewedCounts } from '../preview/previewed-counts.ts';
import { PortChoice } from './port-choice.tsx';
import { useAdd } from './use-add.ts';

const tag = { kind: 'action', component: 'tag', version: '1.2.0' } as const;
const leaving = (key: string, port: string): PreviewRow => ({
  key,
  mark: 'unchanged',
  input: undefined,
  checked: undefined,
  values: undefined,
  born: undefined,
  outputs: [{ kind: 'left', port, event: undefined, reason: undefined, message: undefined, expected: undefined }],
});

function AddButton() {
  const add = useAdd();
  return (
    <button type="button" onClick={() => add(tag)}>
      Add
    </button>
  );
}

function open() {
  const split = action('s', { component: 'split', config: { ports: ['slow'] } });
  const store = createEditorStore(documentOf([label(), split, datasink('d')], ['in>s', 's>d']), { readOnly: false, selected: 's' });
  const viewer = createViewer();
  const view = () => viewer(store.document(), catalogue, 'en', (id) => id);
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const actions = createEditorActions({ store, newId: countingIds(), notices, view });
  const live = createLiveStore('PL_1');
  const services = { pipelineId: 'PL_1', readOnly: false, store, live, actions, openNote: vi.fn(), findStep: vi.fn() };
  render(
    <ServicesContext value={services}>
      <ViewContext value={view()}>
        <AddButton />
        <PortChoice />
      </ViewContext>
    </ServicesContext>,
  );
  return { store, flow: () => store.document().links.map(({ from, to }) => `${from.node}.${from.port}>${to.node}`) };
}
const offered = () => screen.getAllByRole('menuitem').map((item) => item.textContent);

afterEach(cleanup);

it('asks which port a step follows, with the events that the preview saw there, and adds nothing before', async () => {
  const { store, flow } = open();
  const hide = previewedCounts.show('s', countPorts([leaving('1', 'slow'), leaving('2', 'default'), leaving('3', 'slow')]));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(offered()).toEqual(['slow2 events', 'default1 event']);
  expect(store.document().nodes).toHaveLength(3);
  await userEvent.click(screen.getByRole('menuitem', { name: /^slow/ }));
  const added = store.document().nodes.at(-1)!.id;
  expect(flow()).toEqual(['in.default>s', 's.default>d', `s.slow>${added}`]);
  act(store.undo);
  expect(flow()).toEqual(['in.default>s', 's.default>d']);
  hide();
});

it('gives no count that the preview does not know', async () => {
  open();
  const hide = previewedCounts.show('another', countPorts([leaving('1', 'slow')]));
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(offered()).toEqual(['slow', 'default']);
  hide();
});

it('takes the first port with Enter', async () => {
  const { store, flow } = open();
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'slow' }));
  await userEvent.keyboard('{Enter}');
  expect(flow()).toContain(`s.slow>${store.document().nodes.at(-1)!.id}`);
});
