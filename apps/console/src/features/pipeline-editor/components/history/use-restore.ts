import type { Version } from '@acequia/contract';
import { toast } from '@acequia/ui';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callOperation, errorToast, toOperationError, useCommand } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import type { Autosave } from '../../model/autosave.ts';
import { editorTexts } from '../../texts.ts';
import type { EditorServices } from '../editor-context.ts';
import { useVersionName } from './version-look.tsx';

/**
 * Makes a version the draft. In the draft's own editor it becomes an undo step; from elsewhere the draft is opened. Tells whether
 * it was done.
 */
export function useRestore({ pipelineId, readOnly, store, actions }: EditorServices, autosave: Autosave) {
  const t = useTexts(editorTexts);
  const title = useVersionName();
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const restore = useCommand('pipelines:restoreVersion', { inlineErrors: true });
  const inPlace = async (version: Version): Promise<boolean> => {
    const { document } = await callOperation('pipelines:getVersion', { id: pipelineId, version: version.version });
    const revision = await autosave.flush();
    if (revision === undefined) {
      toast({ level: 'alert', title: t('publishNotSaved'), content: t('restoreNotSaved') });
      return false;
    }
    const saved = await restore.mutateAsync({ id: pipelineId, version: version.version, revision });
    actions.replace('version', document);
    autosave.resolve({ revision: saved.revision, document: store.document() });
    return true;
  };
  const elsewhere = async (version: Version): Promise<boolean> => {
    const { revision } = await callOperation('pipelines:getVersion', { id: pipelineId, version: 'Main' });
    await restore.mutateAsync({ id: pipelineId, version: version.version, revision });
    await navigate({ to: '/pipelines/$pipelineId/{-$version}', params: { pipelineId, version: 'Main' } });
    return true;
  };
  return {
    pending,
    run: async (version: Version): Promise<boolean> => {
      setPending(true);
      try {
        const done = await (readOnly ? elsewhere : inPlace)(version);
        if (done)
          toast({
            title: t('draftOverwritten', { version: title(version) }),
            ...(readOnly ? {} : { action: { text: t('undoIt'), command: store.undo } }),
          });
        return done;
      } catch (error) {
        errorToast(toOperationError(error));
        return false;
      } finally {
        setPending(false);
      }
    },
  };
}
