import { Status } from '@acequia/ui';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { stateLooks } from './state-looks.ts';
import { objectStateTexts } from './texts.ts';
import { WithReason } from './with-reason.tsx';

/** The state of a thing by color, shape and word; since when, and why or what last went wrong, on hover. */
export function StateChip({ status }: { readonly status: Pick<ObjectStatusView, 'state' | 'since' | 'reason' | 'lastError'> }) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const { state, since } = status;
  const sinceText = since === null ? undefined : t('since', { when: format.exactly(since) });
  return (
    <WithReason status={status}>
      {(words) => (
        <span title={[sinceText, words].filter(Boolean).join('\n') || undefined}>
          <Status {...stateLooks[state]}>{t(state)}</Status>
        </span>
      )}
    </WithReason>
  );
}
