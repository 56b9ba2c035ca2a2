import type { DocumentVersion, Pipeline, Version } from '@acequia/contract';
import { ReactFlowProvider } from '@xyflow/react';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useAssistantUrl } from '#blocks/assistant/assistant-url.ts';
import { useLetterCounts } from '#blocks/dead-letters/use-letter-counts.ts';
import { useOperation } from '#lib/operations/index.ts';
import { withReasonTexts } from '#lib/operations/reason-texts.ts';
import { useLanguage, useTexts } from '#i18n/index.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import type { Catalogue } from '../model/catalogue.ts';
import type { EditorProblem } from '../model/editor-problems.ts';
import { onlySelected } from '../model/editor-state.ts';
import { isNarrow } from '../model/pane-sizes.ts';
import { runningVersion } from '../model/publish-plan.ts';
import { unpiled } from '../model/unpiled.ts';
import { stepBeside, type WalkDirection } from '../model/walk.ts';
import { editorTexts } from '../texts.ts';
import { Announcer } from './announcer.tsx';
import { revealAll, revealDrawn } from './canvas/reveal.ts';
import { LettersContext, ServicesContext } from './editor-context.ts';
import { StatesContext, useObjectStates } from './step-states.ts';
import { Dock } from './dock/dock.tsx';
import { EditorDialogs, type OpenDialog } from './dialogs/editor-dialogs.tsx';
import { EditorHeader } from './header/editor-header.tsx';
import { useRestore } from './history/use-restore.ts';
import { focusPalette } from './palette/focus-palette.ts';
import { PalettePanel } from './palette/palette-panel.tsx';
import { PanelPane } from './panes/panel-pane.tsx';
import { StagePane } from './panes/stage-pane.tsx';
import { OthersContext } from './presence/editors-context.ts';
import { usePresentEditors } from './presence/use-present-editors.ts';
import { useReportedPlace } from './presence/use-reported-place.ts';
import { ProblemList } from './problem-list.tsx';
import { ReadOnlyBar } from './read-only-bar.tsx';
import { TestResultsContext, useKeptResults } from './testing/test-results.ts';
import { useShortcuts } from './shortcuts.ts';
import { useShownAs, useUrlState, useWantedNode } from './url-state.ts';
import { useAutosave } from './use-autosave.ts';
import { useChosenInSight } from './use-chosen-in-sight.ts';
import { unsavedDraft, useDraftConflict, useRemoteDraft, useRestoredDraft } from './use-draft-sync.ts';
import { useEditorServices } from './use-editor-services.ts';
import { useLiveStream, useRunningVersion } from './use-live-stream.ts';
import { usePanelFocus } from './use-panel-focus.ts';
import { ViewProvider } from './view-provider.tsx';

const panel = withReasonTexts(() => import('./panel/side-panel.tsx').then((module) => ({ default: module.SidePanel })));
const SidePanel = lazy(panel);
const EditorAssistant = lazy(() => import('./assistant/editor-assistant.tsx').then((module) => ({ default: module.EditorAssistant })));
const FindStep = lazy(() => import('./find/find-step.tsx').then((module) => ({ default: module.FindStep })));
const ReplayOffer = lazy(() => import('./replay-offer.tsx').then((module) => ({ default: module.ReplayOffer })));

export interface EditorProps {
  readonly pipeline: Pipeline;
  readonly loaded: DocumentVersion;
  readonly versions: readonly Version[];
  readonly catalogue: Catalogue;
  /** What the address opens over the editor: the form of a listener or a datasink. */
  readonly children?: ReactNode;
}

/** One version of one pipeline on the screen. The draft may be edited; everything else is looked at. An edit draws only what reads the view. */
export function Editor({ pipeline, loaded, versions, catalogue, children }: EditorProps) {
  const t = useTexts(editorTexts);
  const { preferences } = useSession();
  const mayUpdate = useMay('pipeline:update');
  const readOnly = !mayUpdate || loaded.version !== 'Main';
  const clusters = useOperation('clusters:list', {}, { enabled: useMay('cluster:read') }).data ?? [];
  const running = runningVersion(versions);

  const [dialog, setDialog] = useState<OpenDialog>();
  const [finding, setFinding] = useState(false);
  const assistant = useAssistantUrl();
  const [paletteOpen, setPaletteOpen] = useState(() => !isNarrow({ width: window.innerWidth }) || loaded.document.nodes.length === 0);
  const [problemsOpen, setProblemsOpen] = useState(false);
  const [strictNode, setStrictNode] = useState<string>();
  const wanted = useWantedNode();
  const { shownAs, focused, show, focus } = useShownAs();
  const { services, read } = useEditorServices(
    { pipelineId: pipeline.id, document: loaded.document, readOnly, catalogue, selected: wanted },
    {
      openNote: (node) => {
        services.actions.selectNode(node);
        setTab('notes');
      },
      findStep: () => {
        // What is typed right after the key is for the search already.
        flushSync(() => setPaletteOpen(true));
        if (focused) focus(false);
        focusPalette();
      },
    },
  );
  const { store, live, actions } = services;
  const letters = useLetterCounts(pipeline.id);
  const testResults = useKeptResults();
  const states = useObjectStates();
  useLiveStream(pipeline.id, live, running !== undefined);
  useRunningVersion(pipeline.id, live, running, loaded);

  const [kept] = useState(() => (readOnly ? undefined : unsavedDraft(pipeline.id, loaded)));
  const { autosave, saveStates } = useAutosave(
    pipeline.id,
    store,
    kept ? { revision: kept.revision, document: kept.base, updatedAt: loaded.updatedAt } : loaded,
    !readOnly,
  );
  useRestoredDraft(kept, services);
  useRemoteDraft(loaded, services, autosave);
  const saveConflict = useSyncExternalStore(saveStates.subscribe, () => {
    const state = saveStates.get();
    return state.type === 'conflict' ? state : undefined;
  });
  const language = useLanguage();
  const asDrawn = useCallback((stored: DocumentVersion) => unpiled(stored, catalogue, language), [catalogue, language]);
  const conflict = useDraftConflict(saveConflict, services, autosave, asDrawn);
  const restore = useRestore(services, autosave);
  const askRestore = (version: Version) =>
    versions.some(({ status }) => status === 'draft') ? setDialog({ type: 'restore', version }) : void restore.run(version);

  const single = useSyncExternalStore(store.subscribe, () => onlySelected(store.get()));
  useReportedPlace(pipeline.id, loaded.version, single?.id ?? null);
  const editors = usePresentEditors(pipeline.id);
  const others = useMemo(() => ({ editors, shown: loaded.version }), [editors, loaded.version]);
  const hidePalette = useCallback(() => setPaletteOpen(false), []);
  const { tab, setTab } = useUrlState(store, single, revealDrawn);
  usePanelFocus(single?.id);
  useChosenInSight(pipeline.id, single?.id);
  useEffect(() => void panel().catch(() => undefined), []);

  const showProblem = useCallback(
    (problem: Pick<EditorProblem, 'node' | 'port' | 'code'>) => {
      if (problem.node === undefined) {
        services.findStep();
        return;
      }
      actions.selectNode(problem.node);
      setStrictNode(problem.node);
      setTab(problem.port !== undefined || problem.code === 'unreachable' ? 'ports' : 'configuration');
    },
    [actions, services, setTab],
  );
  const walk = (direction: WalkDirection) => {
    const [selected] = store.get().selection.nodes;
    const next = stepBeside(store.document(), selected, direction);
    if (next === undefined) return;
    actions.selectNode(next);
    revealDrawn(next, true);
  };
  const openPublish = () => (readOnly ? undefined : setDialog({ type: 'publish' }));
  useShortcuts(
    {
      undo: store.undo,
      redo: store.redo,
      remove: actions.removeSelected,
      duplicate: actions.duplicate,
      selectAll: actions.selectAll,
      deselect: () => (focused && !single ? focus(false) : actions.selectNode(undefined)),
      layout: () => void actions.layout().then(revealAll),
      list: () => show(shownAs === 'list' ? 'canvas' : 'list'),
      focus: () => focus(!focused),
      link: () => {
        if (!single) return;
        setTab('ports');
        requestAnimationFrame(() => requestAnimationFrame(focusLinkChoice));
      },
      walk,
      search: services.findStep,
      find: () => setFinding(true),
      publish: openPublish,
      assistant: assistant.show,
      help: () => setDialog({ type: 'shortcuts' }),
      copy: actions.copy,
      paste: actions.paste,
    },
    { letters: preferences.shortcuts, readOnly },
  );

  const shownVersion = versions.find((each) => each.version === loaded.version);
  return (
    <ServicesContext value={services}>
      <StatesContext value={states}>
        <LettersContext value={letters}>
          <OthersContext value={others}>
            <TestResultsContext value={testResults}>
              <ViewProvider store={store} read={read}>
                <Announcer />
                <main className="pe-editor" data-focused={focused || undefined}>
                  <button type="button" className="ui-btn frame-skip" onClick={focusFirstStep}>
                    {t('skipToSteps')}
                  </button>
                  {!focused && (
                    <EditorHeader
                      pipeline={pipeline}
                      versions={versions}
                      clusters={clusters}
                      shown={loaded.version}
                      readOnly={readOnly}
                      mayUpdate={mayUpdate}
                      saveStates={saveStates}
                      onResolve={() => setDialog({ type: 'conflict' })}
                      onSaveAgain={autosave.wake}
                      onPublish={openPublish}
                      onStop={(clusterId) => setDialog({ type: 'stop', clusterId })}
                      onStart={(version) => setDialog({ type: 'start', version })}
                      onShortcuts={() => setDialog({ type: 'shortcuts' })}
                    />
                  )}
                  {!focused && loaded.version !== 'Main' && shownVersion && (
                    <ReadOnlyBar
                      version={shownVersion}
                      mayUpdate={mayUpdate}
                      onStart={(version) => setDialog({ type: 'start', version })}
                      onRestore={askRestore}
                    />
                  )}
                  <Suspense>{running && mayUpdate && !focused && <ReplayOffer pipeline={pipeline} versions={versions} />}</Suspense>
                  <div className="pe-body">
                    {!readOnly && !focused && paletteOpen && <PalettePanel catalogue={catalogue} onHide={hidePalette} />}
                    <ReactFlowProvider>
                      <div className="pe-middle">
                        <StagePane shownAs={shownAs} paletteHidden={!paletteOpen && !focused} onShowProblem={showProblem} />
                        {finding && (
                          <Suspense>
                            <FindStep onClose={() => setFinding(false)} />
                          </Suspense>
                        )}
                        {!focused && <ProblemList open={problemsOpen} onOpenChange={setProblemsOpen} onShow={showProblem} />}
                      </div>
                    </ReactFlowProvider>
                    {single && (
                      <PanelPane>
                        <Suspense fallback={<aside className="pe-panel" aria-busy="true" />}>
                          <SidePanel
                            node={single}
                            tab={tab}
                            onTabChange={setTab}
                            strict={strictNode === single.id}
                            running={running !== undefined}
                          />
                        </Suspense>
                      </PanelPane>
                    )}
                    <Dock
                      node={single}
                      focused={focused}
                      pipeline={pipeline}
                      versions={versions}
                      shown={loaded.version}
                      readOnly={readOnly}
                      flush={autosave.flush}
                    />
                  </div>
                </main>
                {children}
                {assistant.open && (
                  <Suspense>
                    <EditorAssistant name={pipeline.name} version={loaded.version} />
                  </Suspense>
                )}
                <EditorDialogs
                  pipeline={pipeline}
                  versions={versions}
                  clusters={clusters}
                  mayUpdate={mayUpdate}
                  running={running !== undefined}
                  open={dialog}
                  onOpen={setDialog}
                  onShowProblem={showProblem}
                  flush={autosave.flush}
                  restore={restore}
                  onRestore={askRestore}
                  saveConflict={saveConflict}
                  conflict={conflict}
                />
              </ViewProvider>
            </TestResultsContext>
          </OthersContext>
        </LettersContext>
      </StatesContext>
    </ServicesContext>
  );
}

/** The keys go to the choice of what a port is linked to. */
function focusLinkChoice(): void {
  document.querySelector<HTMLElement>('.pe-panel [role=tabpanel]:not([hidden]) [role=combobox]:not(:disabled)')?.focus();
}

/** Past the header and the steps to add. */
function focusFirstStep(): void {
  document.querySelector<HTMLElement>('.pe-middle :is(.react-flow__node, [data-row] button)')?.focus();
}
