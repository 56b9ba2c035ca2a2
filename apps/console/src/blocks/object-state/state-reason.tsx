import type { ReactNode } from 'react';
import { classNames } from '@acequia/ui';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { isTroubled, stateLooks } from './state-looks.ts';
import { objectStateTexts } from './texts.ts';
import { WithReason } from './with-reason.tsx';

interface StateReasonProps {
  readonly status: Pick<ObjectStatusView, 'state' | 'reason'>;
  /** In its place while all is well. */
  readonly children?: ReactNode;
  readonly className?: string;
}

/** Why a thing does not do all of its work, in its row or on its card: what happened, and what to do about it on hover. */
export function StateReason({ status: { state, reason }, children = null, className }: StateReasonProps) {
  const t = useTexts(objectStateTexts);
  if (!isTroubled(state) || (!reason && state !== 'offline')) return children;
  return (
    <WithReason status={{ reason, lastError: null }}>
      {(words = reason ? undefined : t('offlineWhy'), title = words) => (
        <p className={classNames('text-xs ui-ink', `ui-c-${stateLooks[state].tone}`, className)} title={words}>
          {title}
        </p>
      )}
    </WithReason>
  );
}
