import { Button, CopyCode, Note } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { troubleOf } from '../model/listener-state.ts';
import { listenerTexts } from '../texts.ts';

/** Why it does not run, with another try; or what a person should look after while it runs. */
export function ListenerProblem({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const reasonText = useReasonText();
  const retry = useCommand('listeners:retry');
  const mayRetry = useMay('listener:update');
  const trouble = troubleOf(listener);
  if (!trouble) return null;
  return (
    <div role={trouble === 'error' ? 'alert' : 'status'}>
      <Note tone={trouble === 'error' ? 'danger' : 'warning'} title={listener.reason ? reasonText(listener.reason) : t('errorText')}>
        <div className="flex items-center gap-2 mt-1">
          {listener.reason && <CopyCode text={listener.reason.code} />}
          <span className="flex-1" />
          {mayRetry && trouble === 'error' && (
            <Button size="sm" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate({ id: listener.id })}>
              {t('retry')}
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}
