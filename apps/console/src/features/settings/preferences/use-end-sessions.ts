import { useState } from 'react';
import { toast } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { sessionsTexts } from './sessions-texts.ts';

/** The id of a session, or all but the present one. */
export type Ending = { readonly id: string } | 'others';

export interface EndSessions {
  readonly end: (ending: Ending) => void;
  /** What is being ended. */
  readonly pending: Ending | undefined;
  /** What waits for a re-authentication (WEB-11011). */
  readonly waiting: Ending | undefined;
  readonly giveUp: () => void;
}

export function useEndSessions(): EndSessions {
  const t = useTexts(sessionsTexts);
  const [waiting, setWaiting] = useState<Ending>();
  const one = useCommand('auth:endSession', { inlineErrors: true });
  const others = useCommand('auth:endOtherSessions', { inlineErrors: true });
  const end = (ending: Ending) => {
    setWaiting(undefined);
    const then = {
      onSuccess: () => toast({ title: t(ending === 'others' ? 'othersEnded' : 'ended'), tone: 'success' as const }),
      onError: (error: OperationError) => {
        if (error.code === 'WEB-11011') setWaiting(ending);
        else failureToast(t('failed'), error);
      },
    };
    if (ending === 'others') others.mutate({}, then);
    else one.mutate(ending, then);
  };
  const pending = others.isPending ? 'others' : one.isPending ? one.variables : undefined;
  return { end, pending, waiting, giveUp: () => setWaiting(undefined) };
}
