import type { Version } from '@acequia/contract';
import { Button, ConfirmDialog, Icon, toast } from '@acequia/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callOperation, errorToast, toOperationError, useCommand } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { versionState } from '../model/version-state.ts';
import { editorTexts } from '../texts.ts';
import { useServices, useView } from './editor-context.ts';

/** Above a published version: what it is, and the two ways on. */
export function ReadOnlyBar({
  version,
  mayUpdate,
  onStart,
}: {
  readonly version: Version;
  readonly mayUpdate: boolean;
  readonly onStart: (version: Version) => void;
}) {
  const t = useTexts(editorTexts);
  const { pipelineId } = useServices();
  const { document } = useView();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = useCommand('pipelines:saveDraft');
  const overwrite = async () => {
    setBusy(true);
    try {
      const draft = await callOperation('pipelines:getVersion', { id: pipelineId, version: 'Main' });
      await save.mutateAsync({ id: pipelineId, revision: draft.revision, document });
      toast({ title: t('draftOverwritten', { version: version.version }) });
      await navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId, version: 'Main' } });
    } catch (error) {
      if (!save.isError) errorToast(toOperationError(error));
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <div className="pe-read-only">
      <Icon name="lock" size={14} />
      <b>{t('readOnlyVersion', { version: version.version, status: t(`version.${versionState(version)}`) })}</b>
      <span className="pe-quiet">{version.versionName || t('readOnlyVersionWhy')}</span>
      <span className="pe-gap" />
      {mayUpdate && (
        <>
          <Button size="sm" icon="copy" onClick={() => setAsking(true)}>
            {t('editFromHere')}
          </Button>
          {version.status !== 'running' && (
            <Button size="sm" icon="play" onClick={() => onStart(version)}>
              {t('startAgain')}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('editFromHereTitle', { version: version.version })}
        description={t('editFromHereWhy')}
        cancel={t('cancel')}
        confirm={t('editFromHere')}
        loading={busy}
        onConfirm={() => void overwrite()}
      />
    </div>
  );
}
