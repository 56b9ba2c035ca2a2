import type { DocumentVersion, Pipeline, Version } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { ConfirmDialog, IconButton } from '@acequia/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { invalidateEntities, useOperation, useStream } from '#lib/operations/index.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { createEditorActions } from '../model/editor-actions.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { createEditorStore } from '../model/editor-store.ts';
import { createViewer, type EditorView } from '../model/editor-view.ts';
import type { SaveState } from '../model/autosave.ts';
import { createLatest } from '../model/latest.ts';
import { createLiveStore } from '../model/live-store.ts';
import { createNewId } from '../model/new-id.ts';
import { runningVersion } from '../model/publish-plan.ts';
import { editorTexts } from '../texts.ts';
import { CanvasEmpty } from './canvas/canvas-empty.tsx';
import { FlowCanvas } from './canvas/flow-canvas.tsx';
import { NowCard } from './canvas/now-card.tsx';
import { reveal, revealAll } from './canvas/reveal.ts';
import { PublishDialog } from './dialogs/publish-dialog.tsx';
import { StartDialog, StopDialog } from './dialogs/run-dialogs.tsx';
import { ShortcutsDialog } from './dialogs/shortcuts-dialog.tsx';
import { ServicesContext, ViewContext, type EditorServices } from './editor-context.ts';
import { EditorHeader } from './header/editor-header.tsx';
import { useHistoryUrl } from './history/use-history-url.ts';
import { useRestore } from './history/use-restore.ts';
import { useVersionName } from './history/version-look.tsx';
import { focusPalette } from './palette/focus-palette.ts';
import { PalettePanel } from './palette/palette-panel.tsx';
import { SidePanel } from './panel/side-panel.tsx';
import { ProblemList } from './problem-list.tsx';
import { ReadOnlyBar } from './read-only-bar.tsx';
import { useShortcuts } from './shortcuts.ts';
import { useUrlState, useWantedNode } from './url-state.ts';
import { useAutosave } from './use-autosave.ts';
import { unsavedDraft, useDraftConflict, useRemoteDraft, useRestoredDraft } from './use-draft-sync.ts';
import { useNotices } from './use-notices.ts';

export interface EditorProps {
  readonly pipeline: Pipeline;
  readonly loaded: DocumentVersion;
  readonly versions: readonly Version[];
  readonly catalogue: Catalogue;
}

const ConflictDialog = lazy(() => import('./dialogs/conflict-dialog.tsx').then((module) => ({ default: module.ConflictDialog })));
const HistoryDialog = lazy(() => import('./history/history-dialog.tsx').then((module) => ({ default: module.HistoryDialog })));

type OpenDialog =
  | { readonly type: 'publish' | 'conflict' | 'shortcuts' }
  | { readonly type: 'stop'; readonly clusterId: string | undefined }
  | { readonly type: 'start' | 'restore'; readonly version: Version };

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
  const { autosave, saveState } = useAutosave(
    pipeline.id,
    store,
    kept ? { revision: kept.revision, document: kept.base, updatedAt: loaded.updatedAt } : loaded,
    !readOnly,
  );
  const [dialog, setDialog] = useState<OpenDialog>();
  const [paletteOpen, setPaletteOpen] = useState(true);
  const [problemsOpen, setProblemsOpen] = useState(false);
  const [strictNode, setStrictNode] = useState<string>();

  useRestoredDraft(kept, services);
  useRemoteDraft(loaded, services, autosave);
  const conflict = useDraftConflict(saveState, services, autosave);
  const [putOff, setPutOff] = useState<SaveState>();
  const conflictOpen = conflict !== undefined && (dialog?.type === 'conflict' || putOff !== saveState);
  const history = useHistoryUrl();
  const versionName = useVersionName();
  const restore = useRestore(services, autosave);
  const askRestore = (version: Version) =>
    versions.some(({ status }) => status === 'draft') ? setDialog({ type: 'restore', version }) : void restore.run(version);
  const client = useQueryClient();

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
            onStop={(clusterId) => setDialog({ type: 'stop', clusterId })}
            onStart={(version) => setDialog({ type: 'start', version })}
            onShortcuts={() => setDialog({ type: 'shortcuts' })}
          />
          {loaded.version !== 'Main' && shownVersion && (
            <ReadOnlyBar
              version={shownVersion}
              mayUpdate={mayUpdate}
              onStart={(version) => setDialog({ type: 'start', version })}
              onRestore={askRestore}
            />
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
            onConflict={() => {
              void invalidateEntities(client, ['version']);
              close();
            }}
            onShowProblems={() => {
              setProblemsOpen(true);
              close();
            }}
          />
        )}
        {dialog?.type === 'stop' && running && (
          <StopDialog pipeline={pipeline} versions={versions} clusters={clusters} only={dialog.clusterId} onClose={close} />
        )}
        {dialog?.type === 'start' && (
          <StartDialog pipeline={pipeline} version={dialog.version} versions={versions} clusters={clusters} onClose={close} />
        )}
        {dialog?.type === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        <Suspense>
          {history.version !== undefined && (
            <HistoryDialog
              pipeline={pipeline}
              versions={versions}
              clusters={clusters}
              mayUpdate={mayUpdate}
              onStart={(version) => setDialog({ type: 'start', version })}
              onRestore={askRestore}
            />
          )}
          {dialog?.type === 'restore' && (
            <ConfirmDialog
              open
              onOpenChange={(open) => open || close()}
              title={t('editFromHereTitle', { version: versionName(dialog.version) })}
              description={t('editFromHereWhy')}
              cancel={t('cancel')}
              confirm={t('editFromHere')}
              loading={restore.pending}
              onConfirm={() => void restore.run(dialog.version).then((done) => done && close())}
            />
          )}
          {conflictOpen && (
            <ConflictDialog
              savedBy={saveState.type === 'conflict' ? saveState.savedBy : undefined}
              conflict={conflict}
              onLater={() => {
                setPutOff(saveState);
                close();
              }}
            />
          )}
        </Suspense>
      </ViewContext>
    </ServicesContext>
  );
}
