import { useEffect, useRef } from 'react';
import { toast } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { errorToast } from '#lib/operations/error-toast.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { saveFile } from '#lib/save-file/save-file.ts';
import { downloadVersion, fileNameOf } from '../model/download-version.ts';
import { enrichmentTexts } from '../texts.ts';

/** What can be done with a version of a table; each says when it is done. */
export function useVersionCommands(lookup: Lookup, number: number) {
  const t = useTexts(enrichmentTexts);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const activate = useCommand('lookups:activateVersion', {
    onSuccess: () => toast({ title: t('uploaded', { number }), tone: 'success' }),
  });
  const remove = useCommand('lookups:deleteVersion', {
    onSuccess: () => toast({ title: t('versionDeleted', { number }), tone: 'success' }),
  });
  const download = async () => {
    ending.current?.abort();
    const own = new AbortController();
    ending.current = own;
    const id = `download ${lookup.id} ${number}`;
    const name = fileNameOf(lookup, number);
    try {
      const pieces = await downloadVersion(lookup.id, number, {
        signal: own.signal,
        onProgress: (part, total) => toast({ id, channel: 'live', title: name, content: t('downloading', { part, total }) }),
      });
      saveFile(pieces, name, lookup.format === 'csv' ? 'text/csv' : 'application/x-ndjson');
      toast({ id, channel: 'live', title: name, content: t('downloaded') });
    } catch (error) {
      if (!own.signal.aborted) errorToast(toOperationError(error));
    }
  };
  return {
    activate: () => activate.mutate({ id: lookup.id, number }),
    download: () => void download(),
    remove: (done: () => void) => remove.mutate({ id: lookup.id, number }, { onSuccess: done }),
    activating: activate.isPending,
    removing: remove.isPending,
  };
}
