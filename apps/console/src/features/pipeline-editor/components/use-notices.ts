import { toast } from '@acequia/ui';
import { useMemo } from 'react';
import { useTexts } from '#i18n/index.ts';
import type { EditorNotices } from '../model/editor-actions.ts';
import { editorTexts } from '../texts.ts';

/** What is said beside the canvas, as toasts. `undo` takes the last step back. */
export function useNotices(undo: () => void): EditorNotices {
  const t = useTexts(editorTexts);
  return useMemo(
    () => ({
      refused: (fault) =>
        void toast({
          id: 'editor-refused',
          tone: 'warning',
          title: t('cannotDo'),
          content: t(fault === 'not-nodes' ? 'paste.not-nodes' : `fault.${fault === 'nothing-left' ? 'second-label' : fault}`),
          time: 9000,
        }),
      labelLeftOut: () => void toast({ id: 'editor-label', tone: 'neutral', title: t('labelLeftOut') }),
      copied: (count) => void toast({ id: 'editor-copied', tone: 'neutral', title: t('copied', { count }), time: 2500 }),
      linksLost: (count) =>
        void toast({
          id: 'editor-links',
          tone: 'warning',
          title: t('linksLost', { count }),
          time: 9000,
          action: { text: t('undoIt'), command: undo },
        }),
    }),
    [t, undo],
  );
}
