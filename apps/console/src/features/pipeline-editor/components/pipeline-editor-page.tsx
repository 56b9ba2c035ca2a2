import '../pipeline-editor.css';
import { Button, CopyCode, Message, Skeleton } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useAssistantUrl } from '#blocks/assistant/assistant-url.ts';
import { describeError, useOperation, type OperationError } from '#lib/operations/index.ts';
import { usePatternEngine } from '#blocks/definition-form/model/use-pattern-engine.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../texts.ts';
import { Editor, type EditorProps } from './editor.tsx';
import { useCatalogue } from './use-catalogue.ts';
import { useUnpiled } from './use-unpiled.ts';

const AssistantDrawer = lazy(() =>
  import('#blocks/assistant/assistant-drawer.tsx').then((module) => ({ default: module.AssistantDrawer })),
);

export interface PipelineEditorPageProps {
  /** `PL_…` */
  readonly pipelineId: string;
  /** `Main` (also when absent) for the draft, or the number of a published version. */
  readonly version?: string | undefined;
  /** What the address opens over the editor. */
  readonly children?: ReactNode;
}

export function PipelineEditorPage({ pipelineId, version = 'Main', children }: PipelineEditorPageProps) {
  return (
    <LoadedPipeline pipelineId={pipelineId} version={version} title="pageTitle" besideFailure={<PageAssistant />}>
      {(parts) => (
        <Editor key={`${pipelineId} ${version}`} {...parts}>
          {children}
        </Editor>
      )}
    </LoadedPipeline>
  );
}

/** Where there is no editor that the assistant could stand beside. */
function PageAssistant() {
  const { open } = useAssistantUrl();
  return <Suspense>{open && <AssistantDrawer />}</Suspense>;
}

export type PipelineParts = Omit<EditorProps, 'children'>;

export interface LoadedPipelineProps {
  readonly pipelineId: string;
  readonly version: string;
  /** Words of the tab. */
  readonly title: 'pageTitle' | 'focusTitle';
  /** With why it is not there. */
  readonly besideFailure?: ReactNode;
  readonly children: (parts: PipelineParts) => ReactNode;
}

/** Reads a version and everything it refers to; until then its shape, or why it is not there. */
export function LoadedPipeline({ pipelineId, version, title, besideFailure, children }: LoadedPipelineProps) {
  const t = useTexts(editorTexts);
  const pipeline = useOperation('pipelines:find', { id: pipelineId });
  const versions = useOperation('pipelines:listVersions', { id: pipelineId });
  const loaded = useOperation('pipelines:getVersion', { id: pipelineId, version });
  const { catalogue, error, refetch } = useCatalogue(pipelineId);
  const drawn = useUnpiled(`${pipelineId} ${version}`, loaded.data, catalogue);
  const patternsRead = usePatternEngine();
  const name = pipeline.data?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${t(title, { name })} · Acequia`;
  }, [name, title, t]);
  const failure = pipeline.error ?? versions.error ?? loaded.error ?? error;
  if (pipeline.data && versions.data && drawn && catalogue && patternsRead) {
    return children({ pipeline: pipeline.data, versions: versions.data, loaded: drawn, catalogue });
  }
  if (failure) {
    const retry = () => {
      for (const each of [pipeline, versions, loaded]) void each.refetch();
      refetch();
    };
    return (
      <>
        <Failed
          failure={failure}
          onRetry={retry}
          without={pipeline.data && loaded.error ? { name: pipeline.data.name, pipelineId, version } : undefined}
        />
        {besideFailure}
      </>
    );
  }
  return <EditorSkeleton />;
}

const missing = new Set(['WEB-10008', 'WEB-00022', 'WEB-00017', 'ACQ-NOT-FOUND']);

interface FailedProps {
  readonly failure: OperationError;
  readonly onRetry: () => void;
  /** The pipeline is there, and does not have this version. */
  readonly without?: { readonly pipelineId: string; readonly name: string; readonly version: string } | undefined;
}

function Failed({ failure, onRetry, without }: FailedProps) {
  const t = useTexts(editorTexts);
  const gone = missing.has(failure.code);
  if (gone && without) return <NoVersion {...without} />;
  return (
    <main className="pe-failed">
      <Message
        as="h1"
        drawing={gone ? 'lost' : 'error'}
        title={t(gone ? 'notFound' : 'loadFailed')}
        actions={
          <>
            {!gone && (
              <Button variant="primary" onClick={onRetry}>
                {t('tryAgain')}
              </Button>
            )}
            <Button asChild>
              <Link to="/pipelines">{t('toPipelines')}</Link>
            </Button>
          </>
        }
      >
        {gone ? t('notFoundWhy') : describeError(failure).text} <CopyCode text={failure.code} />
      </Message>
    </main>
  );
}

function NoVersion({ pipelineId, name, version }: { readonly pipelineId: string; readonly name: string; readonly version: string }) {
  const t = useTexts(editorTexts);
  return (
    <main className="pe-failed">
      <Message
        as="h1"
        drawing="lost"
        title={t('noVersion', { name, version })}
        actions={
          <>
            <Button variant="primary" asChild>
              <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId, version: 'Main' }}>
                {t('toDraft')}
              </Link>
            </Button>
            <Button asChild>
              <Link to="/pipelines">{t('toPipelines')}</Link>
            </Button>
          </>
        }
      >
        {t('noVersionWhy')}
      </Message>
    </main>
  );
}

function EditorSkeleton() {
  const t = useTexts(editorTexts);
  return (
    <main className="pe-editor" aria-busy="true" aria-label={t('loading')}>
      <div className="pe-header">
        <Skeleton width={28} height={28} />
        <Skeleton width={28} height={28} />
        <Skeleton width={180} height={20} />
        <span className="pe-gap" />
        <Skeleton width={110} height={32} />
        <Skeleton width={150} height={32} />
        <Skeleton width={100} height={32} />
      </div>
      <div className="pe-body">
        <div className="pe-palette">
          {Array.from({ length: 12 }, (_, index) => (
            <Skeleton key={index} height={20} className="mx-2.5 my-1 w-auto!" />
          ))}
        </div>
        <div className="pe-middle">
          <div className="pe-canvas" />
        </div>
      </div>
    </main>
  );
}
