import { Button, Note } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { StateNote } from '#blocks/object-state/state-note.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';
import { useListenerRetry } from './use-listener-retry.ts';

/** Why it does not do all of its work; with another try where it could not start. */
export function ListenerProblem({ listener: { id, state, status } }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const reasonText = useReasonText();
  const retry = useListenerRetry();
  const mayRetry = useMay('listener:update');
  const action = mayRetry && state === 'error' && (
    <Button size="sm" icon="refresh" loading={retry.isPending} onClick={() => retry.mutate({ id })}>
      {t('retry')}
    </Button>
  );
  if ((status.state === 'running' || status.state === 'idle') && status.reason)
    return (
      <div role="status">
        <Note tone="accent">{reasonText(status.reason)}</Note>
      </div>
    );
  return <StateNote status={status} action={action} />;
}
