import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import type { CardNode, LinkEdge } from '../../model/projection.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { useCanvasMenu } from './use-canvas-menu.tsx';

const begun = documentOf([label('in'), action('a'), datasink('d')], ['in>a', 'a>d']);

function open(readOnly = false) {
  const store = createEditorStore(begun, { readOnly });
  const viewer = createViewer();
  const view = () => viewer(store.document(), catalogue, 'en', (id) => id);
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const actions = createEditorActions({ store, view, newId: countingIds(), notices });
  const findStep = vi.fn();
  const services = { pipelineId: 'PL_1', readOnly, store, live: createLiveStore('PL_1'), actions, openNote: vi.fn(), findStep };
  function Canvas() {
    const { handlers, drawn } = useCanvasMenu();
    return (
      <>
        <button type="button" onContextMenu={(event) => handlers.onNodeContextMenu(event, { id: 'a' } as CardNode)}>
          step a
        </button>
        <button type="button" onContextMenu={(event) => handlers.onEdgeContextMenu(event, { id: begun.links[1]!.id } as LinkEdge)}>
          link
        </button>
        <button type="button" onContextMenu={handlers.onPaneContextMenu}>
          pane
        </button>
        {drawn}
      </>
    );
  }
  function Page() {
    useSyncExternalStore(store.subscribe, store.get);
    return (
      <ServicesContext value={services}>
        <ViewContext value={view()}>
          <Canvas />
        </ViewContext>
      </ServicesContext>
    );
  }
  render(<Page />);
  return { store, findStep };
}

const ask = (name: string) => {
  screen.getByText(name).focus();
  return fireEvent.contextMenu(screen.getByText(name), { clientX: 30, clientY: 40 });
};
const choose = async (name: RegExp | string) => userEvent.setup().click(await screen.findByRole('menuitem', { name }));

afterEach(cleanup);

describe('the menu of the canvas', () => {
  it('duplicates a step', async () => {
    const { store } = open();
    ask('step a');
    await choose('Duplicate');
    expect(store.document().nodes).toHaveLength(4);
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('adds after a step, or into a link, by selecting it and asking for the step', async () => {
    const { store, findStep } = open();
    ask('step a');
    await choose(/^Add a step after/);
    expect([...store.get().selection.nodes]).toEqual(['a']);
    ask('link');
    await choose('Add a step here');
    expect([...store.get().selection.links]).toEqual([begun.links[1]!.id]);
    expect(findStep).toHaveBeenCalledTimes(2);
  });

  it('removes a link, and all selected steps where the step is one of several', async () => {
    const { store } = open();
    ask('link');
    await choose('Remove the link');
    expect(store.document().links.map(({ id }) => id)).toEqual([begun.links[0]!.id]);
    ask('pane');
    await choose('Select all');
    ask('step a');
    await choose('Delete');
    expect(store.document().nodes).toEqual([]);
  });

  it('gives the focus back when it is closed by Escape', async () => {
    open();
    ask('step a');
    await screen.findByRole('menu');
    await userEvent.setup().keyboard('{Escape}');
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByText('step a')));
  });

  it('leaves the browser its own where nothing can be changed', () => {
    open(true);
    expect(ask('step a')).toBe(true);
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
