import { useRef, type ReactNode } from 'react';
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { leaveTexts } from './texts.ts';

/** Asks once before a page with unsaved edits is left for another one; draw what it returns. A reload needs no question: the draft outlives it. */
export function useLeaveWarning(unsaved: () => boolean): ReactNode {
  const t = useTexts(leaveTexts);
  const asked = useRef(false);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !asked.current && current.pathname !== next.pathname && unsaved(),
    withResolver: true,
    enableBeforeUnload: false,
  });
  if (blocker.status !== 'blocked') return null;
  const stay = () => {
    asked.current = true;
    blocker.reset();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || stay()}
      title={t('title')}
      description={t('text')}
      cancel={t('stay')}
      confirm={t('leave')}
      onConfirm={blocker.proceed}
    />
  );
}
