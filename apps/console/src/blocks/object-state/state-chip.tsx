import { Status } from '@acequia/ui';
import type { ObjectStatusView } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { stateLooks } from './state-looks.ts';
import { objectStateTexts } from './texts.ts';

/** The state of a thing by color, shape and word; since when, and why or what last went wrong, on hover. */
export function StateChip({
  status: { state, since, reason, lastError },
}: {
  readonly status: Pick<ObjectStatusView, 'state' | 'since' | 'reason' | 'lastError'>;
}) {
  const t = useTexts(objectStateTexts);
  const format = useFormat();
  const reasonText = useReasonText();
  const more = [
    ...(since === null ? [] : [t('since', { when: format.exactly(since) })]),
    ...(reason ? [reasonText(reason)] : lastError ? [t('lastError', { error: reasonText(lastError) })] : []),
  ];
  return (
    <span title={more.length > 0 ? more.join('\n') : undefined}>
      <Status {...stateLooks[state]}>{t(state)}</Status>
    </span>
  );
}
