import { useId, useRef, useState, type FormEvent } from 'react';
import { Button, Dialog, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import type { MfaCall } from './calls.ts';
import { CodeField, isWholeCode, useCodeFault } from './code-field.tsx';
import { ReauthenticateForm } from './reauthenticate-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecretView } from './secret-view.tsx';
import { mfaTexts } from './texts.ts';
import { useMfaSetup } from './use-mfa-setup.ts';

/** Where it is opened from: the login of a tenant that requires it, the settings, or the change to such a tenant. */
export type MfaVariant = 'login' | 'settings' | 'changeTenant';

const needs = { login: 'needLogin', settings: 'needSettings', changeTenant: 'needTenant' } as const;

/** Sets up a second factor: key, first code, recovery codes. Any failure but a wrong code or an old login closes it with an alert. */
export function MfaDialog({
  variant,
  email,
  call,
  onActivated,
  onFail,
  onClose,
}: {
  readonly variant: MfaVariant;
  readonly email: string;
  readonly call: MfaCall;
  /** The factor is on, and the recovery codes were seen. */
  readonly onActivated: () => void;
  /** Called before it closes by itself. */
  readonly onFail: (error: OperationError) => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(mfaTexts);
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [code, setCode] = useState('');
  const codeFault = useCodeFault(code);
  const [confirming, setConfirming] = useState(false);
  const setup = useMfaSetup(call, variant !== 'login', (error) => {
    onFail(error);
    onClose();
  });
  const { step, pending, error } = setup;
  const tell = useToldFaults(form, error !== undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isWholeCode(code)) {
      void setup.activate(code).then(() => {
        setCode('');
        focusFirstFault(form.current);
      });
    }
  };
  const close = step.kind === 'codes' ? onActivated : onClose;
  const cancel = (
    <Button variant="ghost" onClick={onClose}>
      {t('cancel')}
    </Button>
  );
  const footers = {
    loading: cancel,
    reauthenticate: (
      <>
        {cancel}
        <Button variant="primary" type="submit" form={formId} loading={confirming}>
          {t('confirm')}
        </Button>
      </>
    ),
    code: (
      <>
        {cancel}
        <Button variant="primary" type="submit" form={formId} disabled={!isWholeCode(code)} loading={pending}>
          {t('activate')}
        </Button>
      </>
    ),
    codes: (
      <Button variant="primary" onClick={onActivated}>
        {t('done')}
      </Button>
    ),
  };
  const titles = { loading: 'title', reauthenticate: 'reauthenticate', code: 'title', codes: 'codesTitle' } as const;
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={t(titles[step.kind])} footer={footers[step.kind]}>
      {step.kind === 'loading' && (
        <div className="flex gap-4" role="status" aria-busy aria-label={t('loading')}>
          <Skeleton width={110} height={110} />
          <div className="flex-1 flex flex-col gap-3 pt-2">
            <Skeleton height={16} />
            <Skeleton height={16} />
          </div>
        </div>
      )}
      {step.kind === 'reauthenticate' && (
        <ReauthenticateForm id={formId} email={email} call={call} onPending={setConfirming} onDone={setup.refetch} />
      )}
      {step.kind === 'code' && (
        <form ref={form} id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
          <p className="text-muted">{t(needs[variant])}</p>
          <SecretView secretKey={step.secret.key} url={step.secret.url} />
          <CodeField
            code={code}
            onChange={setCode}
            {...tell(
              'code',
              error && code === '' ? t(error.code === 'WEB-11009' ? 'wrongCode' : 'unhandled', { code: error.code }) : codeFault,
            )}
          />
        </form>
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.activated.recoveryCodes} />}
    </Dialog>
  );
}
