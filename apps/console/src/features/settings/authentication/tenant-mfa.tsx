import { useState } from 'react';
import { ConfirmDialog, SwitchRow, Tooltip } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { MfaDialog } from '#blocks/mfa/mfa-dialog.tsx';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { authenticationTexts } from './texts.ts';
import { isMfaRequired, isSsoOn, useTenantMfa } from './use-tenant-mfa.ts';

/** Whether everybody needs a second factor. Who turns it on has one: without, the set-up comes first. */
export function TenantMfa({ tenant }: { readonly tenant: Tenant }) {
  const t = useTexts(authenticationTexts);
  const { user } = useSession();
  const { data: own } = useOperation('auth:getMfa', {});
  const [asking, setAsking] = useState(false);
  const { change, waiting, giveUp } = useTenantMfa(tenant);
  const blocked = isSsoOn(tenant);
  const turnOn = () => {
    setAsking(false);
    change(true);
  };
  return (
    <section aria-label={t('mfa')} className="rounded-md border p-4 flex flex-col gap-3">
      <h3 className="font-medium">{t('mfa')}</h3>
      <Tooltip text={blocked ? t('blockedBySso') : undefined} side="bottom">
        {/* A blocked switch takes no focus; the line around it does, and tells why. */}
        <div {...(blocked ? { tabIndex: 0, 'aria-label': t('blockedBySso') } : {})} role={blocked ? 'group' : undefined}>
          <SwitchRow
            label={t('mfaSwitch')}
            hint={t('mfaHint')}
            checked={isMfaRequired(tenant)}
            disabled={blocked || own === undefined}
            onChange={(on) => (on ? setAsking(true) : change(false))}
          />
        </div>
      </Tooltip>
      {asking && own?.enabled === false && (
        <MfaDialog
          variant="settings"
          email={user.Email}
          call={callOperation}
          onActivated={turnOn}
          onFail={(error) => failureToast(t('changeFailed'), error)}
          onClose={() => setAsking(false)}
        />
      )}
      {asking && own?.enabled === true && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={t('requireTitle')}
          description={t('requireText')}
          confirm={t('require')}
          cancel={t('cancel')}
          onConfirm={turnOn}
        />
      )}
      {waiting !== undefined && <ReauthenticateDialog onDone={() => change(waiting)} onClose={giveUp} />}
    </section>
  );
}
