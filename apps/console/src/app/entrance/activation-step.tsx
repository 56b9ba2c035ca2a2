import { useEffect, useState } from 'react';
import { Button, provideStyleNonce, toast, ToastArea, TooltipProvider } from '@acequia/ui';
import { MfaDialog } from '#blocks/mfa/mfa-dialog.tsx';
import { mfaTexts } from '#blocks/mfa/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { EntryHead } from './entry-head.tsx';
import { mfaStepTexts } from './mfa-step-texts.ts';

/** The tenant requires a second factor and the user has none: it is set up before anything else. */
export function ActivationStep({ onDone, onLeave }: { readonly onDone: () => void; readonly onLeave: () => void }) {
  const t = useTexts(mfaStepTexts);
  const words = useTexts(mfaTexts);
  const [open, setOpen] = useState(true);
  useEffect(provideStyleNonce, []);
  const tell = ({ code }: OperationError) =>
    toast({ id: 'mfa', level: 'alert', title: words('failed'), content: words('unhandled', { code }), code });
  return (
    <TooltipProvider>
      <EntryHead title={t('setupTitle')} lead={t('setupLead')} />
      <Button variant="primary" size="lg" className="w-full" onClick={() => setOpen(true)}>
        {t('setUp')}
      </Button>
      <button type="button" className="ui-link mt-4" onClick={onLeave}>
        {t('back')}
      </button>
      {open && <MfaDialog variant="login" email="" call={callEntrance} onActivated={onDone} onFail={tell} onClose={() => setOpen(false)} />}
      <ToastArea />
    </TooltipProvider>
  );
}
