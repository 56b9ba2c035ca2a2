import { classNames } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { troubleOf } from '../model/listener-state.ts';
import { listenerTexts } from '../texts.ts';

/** Why a listener does not run, or what a person should look after while it does; nothing when all is well. */
export function ListenerReason({ listener, className }: { readonly listener: Listener; readonly className?: string }) {
  const t = useTexts(listenerTexts);
  const reasonText = useReasonText();
  const trouble = troubleOf(listener);
  if (!trouble) return null;
  const text = listener.reason ? reasonText(listener.reason) : t('errorText');
  return (
    <p className={classNames('text-xs ui-ink', trouble === 'error' ? 'ui-c-danger' : 'ui-c-warning', className)} title={text}>
      {text}
    </p>
  );
}
