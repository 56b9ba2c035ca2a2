import { useState } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { leaveAsked, leaveRefused, tenantChanged } from '#lib/operations/session-over.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { tenantTexts } from './tenant-texts.ts';

export interface ChangeTenant {
  readonly change: (tenantId: string) => void;
  readonly pending: boolean;
  /** The tenant that cannot be entered before the user has a second factor. */
  readonly needed: string | undefined;
  readonly giveUp: () => void;
}

/** Goes on in another tenant of the user. */
export function useChangeTenant(): ChangeTenant {
  const t = useTexts(tenantTexts);
  const [needed, setNeeded] = useState<string>();
  const command = useCommand('auth:changeTenant', {
    inlineErrors: true,
    onSuccess: tenantChanged,
    onError: (error, { tenantId }) => {
      leaveRefused();
      if (error.code === 'AUTH.MFA_NEEDED') setNeeded(tenantId);
      else failureToast(t('changeFailed'), error);
    },
  });
  return {
    change: (tenantId) => {
      setNeeded(undefined);
      leaveAsked();
      command.mutate({ tenantId });
    },
    pending: command.isPending,
    needed,
    giveUp: () => setNeeded(undefined),
  };
}
