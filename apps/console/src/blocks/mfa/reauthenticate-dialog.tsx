import { useId, useState } from 'react';
import { Button, Dialog } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { useSession } from '#lib/session/index.ts';
import { ProviderProof } from './provider-proof.tsx';
import { ReauthenticateForm } from './reauthenticate-form.tsx';
import { mfaTexts } from './texts.ts';

/** For a change that was refused with WEB-11011: the password again, then the change is tried once more. */
export function ReauthenticateDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTexts(mfaTexts);
  const { user } = useSession();
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
          <Button variant="primary" type="submit" form={formId} loading={pending}>
            {t('confirm')}
          </Button>
        </>
      }
    >
      <ReauthenticateForm id={formId} email={user.Email} call={callOperation} onPending={setPending} onDone={onDone} />
      <ProviderProof onDone={onDone} />
    </Dialog>
  );
}
