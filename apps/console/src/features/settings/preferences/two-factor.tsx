import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dialog, Status, toast } from '@acequia/ui';
import { MfaDialog } from '#blocks/mfa/mfa-dialog.tsx';
import { proofOf } from '#blocks/mfa/proof.ts';
import { ProofDialog } from '#blocks/mfa/proof-dialog.tsx';
import { RecoveryCodes } from '#blocks/mfa/recovery-codes.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { invalidateEntities, useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { twoFactorTexts } from './two-factor-texts.ts';

type Open = 'setup' | 'codes' | 'off';

/** The own second factor: setting it up, moving it to another authenticator, new recovery codes, turning it off. */
export function TwoFactor() {
  const t = useTexts(twoFactorTexts);
  const { user } = useSession();
  const client = useQueryClient();
  const { data: mfa } = useOperation('auth:getMfa', {});
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setOpen(undefined);
  const changed = (title: string) => {
    close();
    toast({ title, tone: 'success' });
    void invalidateEntities(client, ['session']);
  };
  const enabled = mfa?.enabled === true;
  return (
    <section className="flex flex-col gap-3" aria-label={t('title')}>
      <div className="flex items-center justify-between gap-4">
        <div>
          <div className="flex items-center gap-2">
            {t('title')}
            {mfa && (
              <Status tone={enabled ? 'success' : 'neutral'} shape={enabled ? 'dot' : 'ring'}>
                {t(enabled ? 'on' : 'offState')}
              </Status>
            )}
          </div>
          <p className="ui-hint">{enabled ? t('codesLeft', { count: mfa.recoveryCodesLeft }) : t('hint')}</p>
        </div>
        {!enabled && (
          <Button disabled={!mfa} onClick={() => setOpen('setup')}>
            {t('setUp')}
          </Button>
        )}
      </div>
      {enabled && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setOpen('setup')}>{t('move')}</Button>
          <Button onClick={() => setOpen('codes')}>{t('newCodes')}</Button>
          {!mfa.required && <Button onClick={() => setOpen('off')}>{t('turnOff')}</Button>}
        </div>
      )}
      {enabled && mfa.required && <p className="ui-hint">{t('required')}</p>}
      {open === 'setup' && (
        <MfaDialog
          variant="settings"
          email={user.Email}
          call={callOperation}
          onFail={(error) => failureToast(t('failed'), error)}
          onActivated={() => changed(t('enabled'))}
          onClose={close}
        />
      )}
      {open === 'codes' && (
        <ProofDialog
          title={t('newCodes')}
          text={t('newCodesText')}
          confirm={t('newCodes')}
          onClose={close}
          send={async (code) => {
            setCodes((await callOperation('auth:renewRecoveryCodes', { totpCode: Number(code) })).recoveryCodes);
            changed(t('codesMade'));
          }}
        />
      )}
      {open === 'off' && (
        <ProofDialog
          title={t('turnOff')}
          text={t('turnOffText')}
          confirm={t('turnOff')}
          recovery
          danger
          onClose={close}
          send={async (code) => {
            await callOperation('auth:deactivateTotpMfa', proofOf(code));
            changed(t('disabled'));
          }}
        />
      )}
      {codes && (
        <Dialog
          open
          onOpenChange={() => setCodes(undefined)}
          title={t('newCodes')}
          footer={
            <Button variant="primary" onClick={() => setCodes(undefined)}>
              {t('kept')}
            </Button>
          }
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </section>
  );
}
