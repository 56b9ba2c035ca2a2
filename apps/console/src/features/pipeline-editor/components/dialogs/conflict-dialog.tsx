import type { DocumentVersion } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { Button, Dialog, Note, Skeleton } from '@acequia/ui';
import { useEffect, useState } from 'react';
import { callOperation, describeError, toOperationError, type OperationError } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';
import { DiffView } from './diff-view.tsx';

export interface ConflictDialogProps {
  readonly savedBy: string | undefined;
  readonly onTakeTheirs: (revision: number, document: PipelineDocument) => void;
  readonly onOverwrite: (revision: number) => void;
  readonly onLater: () => void;
}

/** Both drafts stay until a person has seen the difference and chosen. */
export function ConflictDialog({ savedBy, onTakeTheirs, onOverwrite, onLater }: ConflictDialogProps) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const { document: mine } = useView();
  const [theirs, setTheirs] = useState<DocumentVersion>();
  const [failure, setFailure] = useState<OperationError>();
  useEffect(() => {
    const left = new AbortController();
    callOperation('pipelines:getVersion', { id: pipelineId, version: 'Main' }, { signal: left.signal }).then(
      setTheirs,
      (error: unknown) => left.signal.aborted || setFailure(toOperationError(error)),
    );
    return () => left.abort();
  }, [pipelineId]);
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => open || onLater()}
      title={t('conflictTitle')}
      description={`${savedBy === undefined ? '' : `${t('conflictBy', { who: savedBy })} `}${t('conflictWhy')}`}
      footer={
        <>
          <Button variant="ghost" onClick={onLater}>
            {t('decideLater')}
          </Button>
          <Button disabled={!theirs} onClick={() => theirs && onTakeTheirs(theirs.revision, theirs.document)}>
            {t('takeTheirs')}
          </Button>
          <Button variant="danger" disabled={!theirs} onClick={() => theirs && onOverwrite(theirs.revision)}>
            {t('overwrite')}
          </Button>
        </>
      }
    >
      {failure && (
        <Note tone="danger" title={describeError(failure).title}>
          {describeError(failure).text}
        </Note>
      )}
      {!theirs && !failure && <Skeleton height={60} />}
      {theirs && <DiffView before={theirs.document} after={mine} same={t('conflictSame')} />}
    </Dialog>
  );
}
