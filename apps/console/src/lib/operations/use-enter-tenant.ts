import { leaveAsked, leaveRefused, tenantChanged } from './session-over.ts';
import { useCommand } from './use-command.ts';

/** Goes on in another tenant of the user, from its home page on; a refusal is shown. */
export function useEnterTenant(): { readonly enter: (tenantId: string) => void; readonly isPending: boolean } {
  const { mutate, isPending } = useCommand('auth:changeTenant', { onSuccess: tenantChanged, onError: leaveRefused });
  const enter = (tenantId: string) => {
    leaveAsked();
    mutate({ tenantId });
  };
  return { enter, isPending };
}
