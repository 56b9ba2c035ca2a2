import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { Button, IconButton } from '@acequia/ui';
import { StateChip } from '#blocks/object-state/state-chip.tsx';
import { useAssistantUrl } from '#blocks/assistant/assistant-url.ts';
import { useTexts } from '#i18n/index.ts';
import { useMay } from '#lib/session/index.ts';
import { runningVersion } from '../../model/publish-plan.ts';
import type { SaveStates } from '../../model/save-states.ts';
import { editorTexts } from '../../texts.ts';
import { HeaderStart } from './header-start.tsx';
import { MoreMenu } from './more-menu.tsx';
import { PipelineName } from './pipeline-name.tsx';
import { PresentEditors } from '../presence/present-editors.tsx';
import { TestButton } from '../testing/test-button.tsx';
import { RunningMenu } from './running-menu.tsx';
import { SaveMark } from './save-mark.tsx';
import { UndoButtons } from './undo-buttons.tsx';
import { VersionMenu } from './version-menu.tsx';
import { ViewSwitch } from './view-switch.tsx';

export interface EditorHeaderProps {
  readonly pipeline: Pipeline;
  readonly versions: readonly Version[];
  readonly clusters: readonly Cluster[];
  readonly shown: string;
  /** Published versions and viewers: nothing can be changed. */
  readonly readOnly: boolean;
  readonly mayUpdate: boolean;
  readonly saveStates: SaveStates;
  readonly onResolve: () => void;
  readonly onSaveAgain: () => void;
  readonly onPublish: () => void;
  /** In one cluster, or everywhere. */
  readonly onStop: (clusterId?: string) => void;
  readonly onStart: (version: Version) => void;
  readonly onShortcuts: () => void;
}

export function EditorHeader({
  pipeline,
  versions,
  clusters,
  shown,
  readOnly,
  mayUpdate,
  saveStates,
  onResolve,
  onSaveAgain,
  onPublish,
  onStop,
  onStart,
  onShortcuts,
}: EditorHeaderProps) {
  const t = useTexts(editorTexts);
  const running = runningVersion(versions);
  const assistant = useAssistantUrl();
  const mayReadContent = useMay('content:read');
  return (
    <header className="pe-header">
      <HeaderStart to="/pipelines" back={t('back')}>
        <PipelineName pipeline={pipeline} readOnly={!mayUpdate} />
        <div className="pe-header-state">
          <StateChip status={pipeline.status} />
          {readOnly ? (
            <span className="pe-save">{t(mayUpdate ? 'readOnlyVersionWhy' : 'readOnlyRole')}</span>
          ) : (
            <SaveMark states={saveStates} onResolve={onResolve} onSaveAgain={onSaveAgain} />
          )}
        </div>
      </HeaderStart>
      <span className="pe-gap" />
      <PresentEditors />
      {!readOnly && <UndoButtons />}
      <ViewSwitch />
      <IconButton icon="assistant" variant="secondary" label={t('assistant')} onClick={assistant.show} />
      <MoreMenu pipelineId={pipeline.id} version={shown === 'Main' ? undefined : shown} name={pipeline.name} onShortcuts={onShortcuts} />
      <VersionMenu pipelineId={pipeline.id} shown={shown} versions={versions} mayStart={mayUpdate} onStart={onStart} />
      <RunningMenu pipeline={pipeline} versions={versions} clusters={clusters} mayUpdate={mayUpdate} onStop={onStop} />
      {mayReadContent && <TestButton />}
      {mayUpdate && (
        <>
          <span className="pe-rule" />
          {running && <IconButton icon="stop" variant="secondary" label={t('stopRunning')} onClick={() => onStop()} />}
          {!readOnly && (
            <Button variant="primary" icon="publish" onClick={onPublish}>
              {t('publish')}
            </Button>
          )}
        </>
      )}
    </header>
  );
}
