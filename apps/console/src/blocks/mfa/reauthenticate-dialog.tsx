import { useId, useState } from 'react';
import { Button, Dialog } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { useSession } from '#lib/session/index.ts';
import { ProviderProof } from './provider-proof.tsx';
import { ReauthenticateForm } from './reauthenticate-form.tsx';
import { mfaTexts } from './texts.ts';

/** For a change that was refused with WEB-11011: the login is proven again, first in the way it was proven, then the change is tried once more. */
export function ReauthenticateDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTexts(mfaTexts);
  const { user, via, hasPassword } = useSession();
  const bySso = via !== 'password';
  const formId = useId();
  const [pending, setPending] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('reauthenticate')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          {hasPassword && (
            <Button variant={bySso ? 'secondary' : 'primary'} type="submit" form={formId} loading={pending}>
              {t('confirm')}
            </Button>
          )}
        </>
      }
    >
      {bySso && <ProviderProof onDone={onDone} />}
      {hasPassword && (
        <ReauthenticateForm
          id={formId}
          email={user.Email}
          {...(bySso ? { lead: t('passwordInstead') } : {})}
          focused={!bySso}
          call={callOperation}
          onPending={setPending}
          onDone={onDone}
        />
      )}
      {!bySso && <ProviderProof onDone={onDone} />}
    </Dialog>
  );
}
