import '../../pipeline-editor.css';
import { Icon } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { ReactFlowProvider } from '@xyflow/react';
import { useLetterCounts } from '#blocks/dead-letters/use-letter-counts.ts';
import { useTexts } from '#i18n/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { versionState } from '../../model/version-state.ts';
import { editorTexts } from '../../texts.ts';
import { HeaderStart } from '../header/header-start.tsx';
import { LettersContext, ServicesContext } from '../editor-context.ts';
import { StatesContext, useObjectStates } from '../step-states.ts';
import { EditorStage } from '../editor-stage.tsx';
import { ViewSwitch } from '../header/view-switch.tsx';
import { useVersionName } from '../history/version-look.tsx';
import { LoadedPipeline, type PipelineParts } from '../pipeline-editor-page.tsx';
import { useShownAs } from '../url-state.ts';
import { useEditorServices } from '../use-editor-services.ts';
import { useLiveStream } from '../use-live-stream.ts';
import { ViewProvider } from '../view-provider.tsx';

export interface PipelineFocusPageProps {
  readonly pipelineId: string;
  /** `Main`, the number of a version, or its id. */
  readonly versionId: string;
}

/** One version with its live numbers, to look at and not to change. */
export function PipelineFocusPage({ pipelineId, versionId }: PipelineFocusPageProps) {
  const versions = useOperation('pipelines:listVersions', { id: pipelineId });
  const version = versions.data?.find(({ id }) => id === versionId)?.version ?? versionId;
  return (
    <LoadedPipeline pipelineId={pipelineId} version={version} title="focusTitle">
      {(parts) => <FocusView key={`${pipelineId} ${version}`} {...parts} />}
    </LoadedPipeline>
  );
}

const nothing = () => undefined;
const commands = { openNote: nothing, findStep: nothing };

function FocusView({ pipeline, loaded, versions, catalogue }: PipelineParts) {
  const t = useTexts(editorTexts);
  const title = useVersionName();
  const { shownAs } = useShownAs();
  const { services, read } = useEditorServices(
    { pipelineId: pipeline.id, document: loaded.document, readOnly: true, catalogue, selected: undefined },
    commands,
  );
  const shown = versions.find((each) => each.version === loaded.version);
  useLiveStream(pipeline.id, services.live, shown?.status === 'running');
  return (
    <ServicesContext value={services}>
      <StatesContext value={useObjectStates()}>
        <LettersContext value={useLetterCounts(pipeline.id)}>
          <ViewProvider store={services.store} read={read}>
            <main className="pe-editor">
              <header className="pe-header">
                <HeaderStart to="/home" back={t('toHome')}>
                  <div className="pe-name">
                    <h1>{pipeline.name}</h1>
                  </div>
                  {shown && (
                    <span className="pe-save">
                      {t('readOnlyVersion', { version: title(shown), status: t(`version.${versionState(shown)}`) })}
                    </span>
                  )}
                </HeaderStart>
                <span className="pe-gap" />
                <ViewSwitch />
                <Link
                  to="/pipelines/$pipelineId/{-$version}"
                  params={{ pipelineId: pipeline.id, version: loaded.version }}
                  className="ui-btn"
                >
                  <Icon name="pipeline" />
                  {t('openInEditor')}
                </Link>
              </header>
              <div className="pe-body">
                <ReactFlowProvider>
                  <div className="pe-middle">
                    <EditorStage shownAs={shownAs} paletteHidden={false} onShowProblem={nothing} />
                  </div>
                </ReactFlowProvider>
              </div>
            </main>
          </ViewProvider>
        </LettersContext>
      </StatesContext>
    </ServicesContext>
  );
}
