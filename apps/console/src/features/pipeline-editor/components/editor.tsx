import type { DocumentVersion, Pipeline, Version } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { IconButton, toast } from '@acequia/ui';
import { ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useOperation, useStream } from '#lib/operations/index.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { createEditorActions } from '../model/editor-actions.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { createEditorStore } from '../model/editor-store.ts';
import { createViewer, type EditorView } from '../model/editor-view.ts';
import { createLatest } from '../model/latest.ts';
import { keepDraft, readKeptDraft, type KeptDraft } from '../model/kept-draft.ts';
import { createLiveStore } from '../model/live-store.ts';
import { createNewId } from '../model/new-id.ts';
import { runningVersion } from '../model/publish-plan.ts';
import { editorTexts } from '../texts.ts';
import { CanvasEmpty } from './canvas/canvas-empty.tsx';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import { NowCard } from './canvas/now-card.tsx';
import { reveal, revealAll } from './canvas/reveal.ts';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { PublishDialog } from './dialogs/publish-dialog.tsx';
import { StartDialog, StopDialog } from './dialogs/run-dialogs.tsx';
import { ShortcutsDialog } from './dialogs/shortcuts-dialog.tsx';
import { ServicesContext, ViewContext, type EditorServices } from './editor-context.ts';
import { EditorHeader } from './header/editor-header.tsx';
import { focusPalette } from './palette/focus-palette.ts';
import { PalettePanel } from './palette/palette-panel.tsx';
import { SidePanel } from './panel/side-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { ReadOnlyBar } from './read-only-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { useUrlState, useWantedNode } from './url-state.ts';
import { useAutosave } from './use-autosave.ts';
import { useNotices } from './use-notices.ts';

export interface EditorProps {
  readonly pipeline: Pipeline;
  readonly loaded: DocumentVersion;
  readonly versions: readonly Version[];
  readonly catalogue: Catalogue;
}

type OpenDialog = { readonly type: 'publish' | 'stop' | 'conflict' | 'shortcuts' } | { readonly type: 'start'; readonly version: Version };

const cryptoRandom = { bytes: (n: number) => crypto.getRandomValues(new Uint8Array(n)) };

/** One version of one pipeline on the screen. The draft may be edited; everything else is looked at. */
export function Editor({ pipeline, loaded, versions, catalogue }: EditorProps) {
  const t = useTexts(editorTexts);
  const language = useLanguage();
  const { preferences } = useSession();
  const mayUpdate = useMay('pipeline:update');
  const readOnly = !mayUpdate || loaded.version !== 'Main';
  const clusters = useOperation('clusters:list', {}, { enabled: useMay('cluster:read') }).data ?? [];
  const running = runningVersion(versions);

  const wanted = useWantedNode();
  const [store] = useState(() => createEditorStore(loaded.document, { readOnly, selected: wanted }));
  const [live] = useState(() => createLiveStore(pipeline.id));
  const [viewer] = useState(createViewer);
  const state = useSyncExternalStore(store.subscribe, store.get);
  const document = state.history.present;
  const view = useMemo(
    () => viewer(document, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    [viewer, document, catalogue, language, t],
  );
  const [latest] = useState(() =>
    createLatest<{ readonly view: EditorView; readonly read: (changed: PipelineDocument) => EditorView }>({ view, read: () => view }),
  );
  useEffect(() => {
    latest.set({
      view,
      read: (changed) => viewer(changed, catalogue, language, (id) => t(id === 'all' ? 'builtin.all' : 'builtin.unlabelled')),
    });
  }, [latest, view, viewer, catalogue, language, t]);
  const notices = useNotices(store.undo);
  const services = useMemo<EditorServices>(() => {
    const newId = createNewId(cryptoRandom);
    const currentView = () => {
      const { view: drawn, read } = latest.get();
      return drawn.document === store.document() ? drawn : read(store.document());
    };
    return { pipelineId: pipeline.id, readOnly, store, live, actions: createEditorActions({ store, newId, notices, view: currentView }) };
  }, [pipeline.id, readOnly, store, live, notices, latest]);
  const { actions } = services;

  const [kept] = useState(() => (readOnly ? undefined : unsavedDraft(pipeline.id, loaded)));
  const { autosave, saveState } = useAutosave(pipeline.id, store, kept?.revision ?? loaded.revision, loaded.updatedAt, !readOnly);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [paletteOpen, setPaletteOpen] = useState(true);
  const [problemsOpen, setProblemsOpen] = useState(false);
  const [strictNode, setStrictNode] = useState<string>();

  useRestoredDraft(kept, services);
  useRemoteDraft(loaded, services, autosave);
  const [conflictPutOff, setConflictPutOff] = useState(false);
  const conflictOpen = dialog?.type === 'conflict' || (saveState.type === 'conflict' && !conflictPutOff);

  const stream = useStream('metrics:watchLive', { pipelineId: pipeline.id }, live.receive, { enabled: running !== undefined });
  useEffect(() => {
    if (stream.state !== 'live' || !running) live.clear();
  }, [stream.state, running, live]);

  const [selectedId] = state.selection.nodes;
  const single = state.selection.nodes.size === 1 && selectedId !== undefined ? view.node(selectedId) : undefined;
  const revealNode = useCallback((node: string) => void requestAnimationFrame(() => requestAnimationFrame(() => reveal(node))), []);
  const { tab, setTab } = useUrlState(store, single?.id, revealNode);

  const panelOpen = single !== undefined;
  useEffect(() => {
    const [chosen] = store.get().selection.nodes;
    if (panelOpen && chosen !== undefined) revealNode(chosen);
  }, [panelOpen, store, revealNode]);

  const showProblem = (problem: EditorProblem) => {
    if (problem.node === undefined) return;
    actions.selectNode(problem.node);
    setStrictNode(problem.node);
    setTab(problem.port !== undefined || problem.code === 'unreachable' ? 'ports' : 'configuration');
  };
  const openPublish = () => (readOnly ? undefined : setDialog({ type: 'publish' }));
  useShortcuts(
    {
      undo: store.undo,
      redo: store.redo,
      remove: actions.removeSelected,
      duplicate: actions.duplicate,
      selectAll: actions.selectAll,
      deselect: () => actions.selectNode(undefined),
      layout: () => void actions.layout().then(revealAll),
      search: () => {
        // What is typed right after the key is for the search already.
        flushSync(() => setPaletteOpen(true));
        focusPalette();
      },
      publish: openPublish,
      help: () => setDialog({ type: 'shortcuts' }),
      copy: actions.copy,
      paste: actions.paste,
    },
    { letters: preferences.shortcuts, readOnly },
  );

  const close = () => setDialog(undefined);
  const shownVersion = versions.find((each) => each.version === loaded.version);
  return (
    <ServicesContext value={services}>
      <ViewContext value={view}>
        <main className="pe-editor">
          <EditorHeader
            pipeline={pipeline}
            versions={versions}
            clusters={clusters}
            shown={loaded.version}
            readOnly={readOnly}
            mayUpdate={mayUpdate}
            save={saveState}
            onResolve={() => setDialog({ type: 'conflict' })}
            onPublish={openPublish}
            onStop={() => setDialog({ type: 'stop' })}
            onStart={(version) => setDialog({ type: 'start', version })}
            onShortcuts={() => setDialog({ type: 'shortcuts' })}
          />
          {loaded.version !== 'Main' && shownVersion && (
            <ReadOnlyBar version={shownVersion} mayUpdate={mayUpdate} onStart={(version) => setDialog({ type: 'start', version })} />
          )}
          <div className="pe-body">
            {!readOnly && paletteOpen && <PalettePanel onHide={() => setPaletteOpen(false)} />}
            <ReactFlowProvider>
              <div className="pe-middle">
                <div className="pe-canvas">
                  <FlowCanvas />
                  <NowCard />
                  <CanvasEmpty />
                  {!readOnly && !paletteOpen && (
                    <div className="pe-show-palette">
                      <IconButton icon="plus" variant="secondary" label={t('showPalette')} onClick={() => setPaletteOpen(true)} />
                    </div>
                  )}
                </div>
                <ProblemList open={problemsOpen} onOpenChange={setProblemsOpen} onShow={showProblem} />
              </div>
            </ReactFlowProvider>
            {single && (
              <SidePanel node={single} tab={tab} onTabChange={setTab} strict={strictNode === single.id} running={running !== undefined} />
            )}
          </div>
        </main>
        {dialog?.type === 'publish' && (
          <PublishDialog
            pipeline={pipeline}
            versions={versions}
            clusters={clusters}
            flush={autosave.flush}
            onClose={close}
            onConflict={() => setDialog({ type: 'conflict' })}
            onShowProblems={() => {
              setProblemsOpen(true);
              close();
            }}
          />
        )}
        {dialog?.type === 'stop' && running && <StopDialog pipeline={pipeline} version={running} clusters={clusters} onClose={close} />}
        {dialog?.type === 'start' && (
          <StartDialog pipeline={pipeline} version={dialog.version} versions={versions} clusters={clusters} onClose={close} />
        )}
        {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        {conflictOpen && (
          <ConflictDialog
            savedBy={saveState.type === 'conflict' ? saveState.savedBy : undefined}
            onLater={() => {
              setConflictPutOff(true);
              close();
            }}
            onTakeTheirs={(revision, theirs) => {
              autosave.resolve(revision, theirs, true);
              actions.replace('theirs', theirs);
              autosave.resolve(revision, theirs, true);
              setConflictPutOff(false);
              close();
            }}
            onOverwrite={(revision) => {
              autosave.resolve(revision, store.document(), false);
              setConflictPutOff(false);
              close();
            }}
          />
        )}
      </ViewContext>
    </ServicesContext>
  );
}

/** What this tab has kept and the server has not; nothing when both are the same. */
function unsavedDraft(pipelineId: string, loaded: DocumentVersion): KeptDraft | undefined {
  const kept = readKeptDraft(sessionStorage, pipelineId);
  if (!kept || JSON.stringify(kept.document) !== JSON.stringify(loaded.document)) return kept;
  keepDraft(sessionStorage, pipelineId, undefined);
  return undefined;
}

/** Edits of this tab that were never saved come back as an undo step, and are saved on top of what they began with. */
function useRestoredDraft(kept: KeptDraft | undefined, { store, actions }: EditorServices): void {
  const t = useTexts(editorTexts);
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !kept) return;
    done.current = true;
    actions.replace('restore', kept.document);
    toast({
      id: 'editor-restored',
      tone: 'neutral',
      title: t('restored'),
      content: t('restoredWhy'),
      action: { text: t('undoIt'), run: store.undo },
      timeMs: 9000,
    });
  }, [kept, store, actions, t]);
}

/** The draft was saved elsewhere while nothing was unsaved here: it is shown, as an undo step. */
function useRemoteDraft(
  loaded: DocumentVersion,
  { store, actions, readOnly }: EditorServices,
  autosave: ReturnType<typeof useAutosave>['autosave'],
): void {
  const t = useTexts(editorTexts);
  useEffect(() => {
    if (readOnly || loaded.revision <= autosave.revision || autosave.unsaved) return;
    actions.replace('theirs', loaded.document);
    autosave.resolve(loaded.revision, loaded.document, true);
    toast({
      id: 'editor-theirs',
      tone: 'neutral',
      title: t('theirsLoaded'),
      content: t('theirsLoadedWhy'),
      action: { text: t('undoIt'), run: store.undo },
      timeMs: 9000,
    });
  }, [loaded, store, actions, readOnly, autosave, t]);
}
