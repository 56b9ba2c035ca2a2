import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, expect, it } from 'vitest';
import { createEditorActions } from '../../model/editor-actions.ts';
import { onlySelected } from '../../model/editor-state.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext, type EditorServices } from '../editor-context.ts';
import { StepPicker } from './step-picker.tsx';

const document = documentOf(
  [datasink('d', { name: 'Archive' }), action('b', { name: 'Second' }), action('a', { name: 'First' }), label('in', { name: 'Start' })],
  ['in>a', 'a>b', 'b>d'],
);

function open(selected?: string) {
  const store = createEditorStore(document, { readOnly: false, selected });
  const view = createViewer()(document, catalogue, 'en', (id) => id);
  const said = () => {
    throw new Error('nothing is said');
  };
  const notices = { refused: said, labelLeftOut: said, copied: said, linksLost: said };
  const actions = createEditorActions({ store, view: () => view, newId: countingIds(), notices });
  function Dock() {
    const node = useSyncExternalStore(store.subscribe, () => onlySelected(store.get()));
    return <StepPicker node={node} />;
  }
  render(
    <TooltipProvider>
      <ServicesContext value={{ store, actions } as unknown as EditorServices}>
        <ViewContext value={view}>
          <Dock />
        </ViewContext>
      </ServicesContext>
    </TooltipProvider>,
  );
  return store;
}

afterEach(cleanup);

it('names the steps in the order events take, and selects the chosen one', async () => {
  const store = open();
  await userEvent.click(screen.getByRole('button', { name: 'Choose a step' }));
  const names = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(names.slice(1)).toEqual(['First', 'Second', 'Archive']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Second' }));
  expect([...store.get().selection.nodes]).toEqual(['b']);
  expect(screen.getByRole('button').textContent).toBe('Step: Second');
});
