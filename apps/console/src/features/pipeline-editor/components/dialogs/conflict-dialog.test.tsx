import { systemClock } from '@acequia/base';
import type { DocumentVersion } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { toastStore, TooltipProvider } from '@acequia/ui';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, NoAnswer } from '#lib/operations/testing/fake-server.ts';
import { layoutInput } from '../../model/arrange.ts';
import { createAutosave, type SaveAnswer, type SaveState } from '../../model/autosave.ts';
import { createEditorActions } from '../../model/editor-actions.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { layout } from '../../model/layout.ts';
import { isPile } from '../../model/pile.ts';
import { catalogue, countingIds } from '../../model/test-catalogue.ts';
import { unpiled } from '../../model/unpiled.ts';
import { ViewContext, type EditorServices } from '../editor-context.ts';
import { useDraftConflict } from '../use-draft-sync.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

const at = (y: number) => ({ position: { x: 0, y } });
const base = documentOf([label('in', at(0)), action('a', at(120)), datasink('d', at(240))], ['in>a', 'a>d']);
const withAction = (more: object, document = base): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) => (node.id === 'a' ? ({ ...node, ...more } as typeof node) : node)),
});

/** The draft that the server keeps. */
let stored: PipelineDocument;
let away = false;
let saves: [number, PipelineDocument][] = [];
fakeServer({
  'pipelines:getVersion': () => {
    if (away) throw new NoAnswer();
    return {
      id: 'PV_1',
      version: 'Main',
      versionName: '',
      status: 'draft',
      kind: null,
      clusters: [],
      reason: null,
      start: null,
      createdAt: 0,
      updatedAt: 0,
      createdBy: 'Ana',
      updatedBy: 'Berta',
      document: stored,
      revision: 9,
    };
  },
});

/** An editor of `mine` whose first save meets a draft that Berta has saved as revision 9. */
async function open(mine: PipelineDocument, theirs: PipelineDocument) {
  stored = theirs;
  const store = createEditorStore(base, { readOnly: false });
  const viewer = createViewer();
  const view = () => viewer(store.document(), catalogue, 'en', (id) => id);
  const notices = { refused: vi.fn(), labelLeftOut: vi.fn(), copied: vi.fn(), linksLost: vi.fn() };
  const actions = createEditorActions({ store, view, newId: countingIds(), notices });
  const services = { pipelineId: 'PL_1', readOnly: false, store, actions } as unknown as EditorServices;
  let setState: (state: SaveState) => void = () => undefined;
  const autosave = createAutosave({
    clock: { monotonic: systemClock.monotonic, after: () => () => undefined },
    revision: 4,
    base,
    keep: () => undefined,
    onState: (state) => setState(state),
    save: (revision, document) => {
      saves.push([revision, document]);
      return Promise.resolve<SaveAnswer>(
        revision === 4 ? { type: 'conflict', savedBy: 'Berta' } : { type: 'saved', revision: revision + 1, atMs: 1 },
      );
    },
  });
  store.subscribe(() => autosave.edited(store.document()));
  function Page() {
    const [state, set] = useState<SaveState>({ type: 'saved', atMs: 0 });
    setState = set;
    useSyncExternalStore(store.subscribe, store.document);
    const conflict = useDraftConflict(state.type === 'conflict' ? state : undefined, services, autosave, asDrawn);
    return (
      <ViewContext value={view()}>
        <output>{state.type}</output>
        {conflict && <ConflictDialog savedBy="Berta" conflict={conflict} onLater={() => undefined} />}
      </ViewContext>
    );
  }
  render(
    <TooltipProvider>
      <Page />
    </TooltipProvider>,
  );
  await act(async () => {
    actions.replace('import', mine);
    await autosave.flush();
  });
  return { store, autosave };
}

const asDrawn = (draft: DocumentVersion) =>
  unpiled(draft, catalogue, 'en', (document, shapeOf) => Promise.resolve(layout(layoutInput(document, shapeOf))));

const nodeA = (document: PipelineDocument) => document.nodes.find((node) => node.id === 'a');
const isSaved = () => waitFor(() => expect(screen.getByRole('status', { hidden: true }).textContent).toBe('saved'));

beforeEach(() => {
  for (const { id } of toastStore.toasts()) toastStore.remove(id);
  saves = [];
  away = false;
});
afterEach(cleanup);

describe('somebody else saved the draft first', () => {
  it('keeps both without a question when they did not change the same, as one undo step', async () => {
    const { store, autosave } = await open(withAction({ name: 'Mine' }), withAction({ comment: 'theirs' }));
    await isSaved();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(nodeA(store.document())).toMatchObject({ name: 'Mine', comment: 'theirs' });
    expect(saves.at(-1)).toEqual([9, store.document()]);
    expect(autosave.revision).toBe(10);
    store.undo();
    expect(nodeA(store.document())).toMatchObject({ name: 'Mine', comment: '' });
  });

  it('a save of this browser, whose answer came to a page that was gone, is taken without a word or another save', async () => {
    const mine = withAction({ name: 'Mine' });
    const { store, autosave } = await open(mine, structuredClone(mine));
    await isSaved();
    expect(saves).toEqual([[4, mine]]);
    expect([autosave.revision, autosave.unsaved]).toEqual([9, false]);
    expect(toastStore.toasts()).toEqual([]);
    store.undo();
    expect(store.document()).toEqual(base);
  });

  it('leaves the steps where they are drawn when the other draft has them in a pile', async () => {
    const theirs = withAction({ comment: 'theirs' });
    const piled = { ...theirs, nodes: theirs.nodes.map((node) => ({ ...node, ...at(0) })) };
    const { store } = await open(withAction({ name: 'Mine' }), piled);
    await isSaved();
    expect(nodeA(store.document())).toMatchObject({ name: 'Mine', comment: 'theirs' });
    expect(isPile(store.document())).toBe(false);
  });

  it('asks where both changed the same, and keeps the rest of both', async () => {
    const { store } = await open(
      withAction({ name: 'Mine', config: { name: 'red' } }),
      withAction({ comment: 'theirs', config: { name: 'blue' } }),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this draft' });
    expect(dialog.textContent).toContain('Berta saved this draft while you were editing.');
    expect(screen.getAllByRole('radiogroup').map((each) => each.getAttribute('aria-label'))).toEqual(['Mine · Name']);
    expect(saves).toHaveLength(1);
    await userEvent.click(screen.getByRole('radio', { name: /^Berta/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
    await isSaved();
    expect(nodeA(store.document())).toMatchObject({ name: 'Mine', comment: 'theirs', config: { name: 'blue' } });
  });

  it('shows both values as a whole, however long, and those of their other changes', async () => {
    const long = (word: string) => Array.from({ length: 60 }, (_, n) => `${word}${n}`).join(' ');
    const [mine, theirs, needs] = [long('red'), long('blue'), long('field')];
    await open(withAction({ config: { name: mine } }), withAction({ config: { name: theirs, needs } }));
    const dialog = await screen.findByRole('dialog');
    const [own, other] = screen.getAllByRole('radio').map((option) => option.closest('.ui-option')!.textContent);
    expect(own).toContain(mine);
    expect(other).toContain(theirs);
    expect(dialog.textContent).toContain(needs);
    expect(dialog.textContent).not.toContain('…');
  });

  it('asks whether a step that one deleted and the other changed stays', async () => {
    const gone = documentOf([label(), datasink('d')]);
    const { store } = await open(gone, withAction({ name: 'Kept' }));
    await screen.findByText('Kept, with changes');
    await userEvent.click(screen.getByRole('radio', { name: /^Berta/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }));
    await isSaved();
    expect(store.document().links).toHaveLength(2);
    expect(nodeA(store.document())).toMatchObject({ name: 'Kept' });
  });

  it('takes theirs alone when it is told to, and saves nothing over it', async () => {
    const theirs = withAction({ config: { name: 'blue' } });
    const { store, autosave } = await open(withAction({ config: { name: 'red' } }), theirs);
    await userEvent.click(await screen.findByRole('button', { name: 'Discard mine' }));
    await isSaved();
    expect(store.document()).toEqual(theirs);
    expect([saves.length, autosave.revision]).toEqual([1, 9]);
  });

  it('does not choose for anyone while the stored draft cannot be read', async () => {
    away = true;
    const { store } = await open(withAction({ name: 'Mine' }), withAction({ comment: 'theirs' }));
    await screen.findByText('The server does not answer');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
    away = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await isSaved();
    expect(nodeA(store.document())).toMatchObject({ name: 'Mine', comment: 'theirs' });
  });
});
