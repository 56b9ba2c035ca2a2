import '../pipeline-editor.css';
import { Button, CopyCode, Message, Skeleton } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { describeError, useOperation, type OperationError } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../texts.ts';
import { Editor } from './editor.tsx';
import { useCatalogue } from './use-catalogue.ts';

export interface PipelineEditorPageProps {
  /** `PL_…` */
  readonly pipelineId: string;
  /** `Main` (also when absent) for the draft, or the number of a published version. */
  readonly version?: string | undefined;
}

export function PipelineEditorPage({ pipelineId, version = 'Main' }: PipelineEditorPageProps) {
  const t = useTexts(editorTexts);
  const pipeline = useOperation('pipelines:find', { id: pipelineId });
  const versions = useOperation('pipelines:listVersions', { id: pipelineId });
  const loaded = useOperation('pipelines:getVersion', { id: pipelineId, version });
  const { catalogue, error, refetch } = useCatalogue();
  const name = pipeline.data?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${t('pageTitle', { name })} · Acequia`;
  }, [name, t]);
  const failure = pipeline.error ?? versions.error ?? loaded.error ?? error;
  if (pipeline.data && versions.data && loaded.data && catalogue) {
    return (
      <Editor
        key={`${pipelineId} ${version}`}
        pipeline={pipeline.data}
        versions={versions.data}
        loaded={loaded.data}
        catalogue={catalogue}
      />
    );
  }
  if (failure) {
    const retry = () => {
      for (const each of [pipeline, versions, loaded]) void each.refetch();
      refetch();
    };
    return <Failed failure={failure} onRetry={retry} />;
  }
  return <EditorSkeleton />;
}

const missing = new Set(['WEB-10008', 'WEB-00022', 'WEB-00017', 'ACQ-NOT-FOUND']);

function Failed({ failure, onRetry }: { readonly failure: OperationError; readonly onRetry: () => void }) {
  const t = useTexts(editorTexts);
  const gone = missing.has(failure.code);
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
