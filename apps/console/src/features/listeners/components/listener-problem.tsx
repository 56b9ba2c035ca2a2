import { Button, CopyCode, Note } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';

/** Why the port is not open, with another try. */
export function ListenerProblem({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const reasonText = useReasonText();
  const retry = useCommand('listeners:retry');
  const mayRetry = useMay('listener:update');
  if (listener.state !== 'error') return null;
  return (
    <div role="alert">
      <Note tone="danger" title={listener.reason ? reasonText(listener.reason) : t('errorText')}>
        <div className="flex items-center gap-2 mt-1">
          {listener.reason && <CopyCode text={listener.reason.code} />}
          <span className="flex-1" />
          {mayRetry && (
            <Button size="sm" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate({ id: listener.id })}>
              {t('retry')}
            </Button>
          )}
        </div>
      </Note>
    </div>
  );
}
