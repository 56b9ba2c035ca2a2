import { useState, type FormEvent } from 'react';
import { Field, PasswordInput } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import type { MfaCall } from './calls.ts';
import { mfaTexts } from './texts.ts';

/** Asks for the password again, because the login was a while ago. Its button stands in the dialog around it, by `id`. */
export function ReauthenticateForm({
  id,
  email,
  call,
  onPending,
  onDone,
}: {
  readonly id: string;
  readonly email: string;
  readonly call: MfaCall;
  readonly onPending: (pending: boolean) => void;
  readonly onDone: () => void;
}) {
  const t = useTexts(mfaTexts);
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string>();
  const send = async () => {
    onPending(true);
    try {
      await call('auth:reauthenticateWithCredential', { email, password });
      onDone();
    } catch (caught) {
      const { code } = toOperationError(caught);
      setFault(code === 'WEB-11012' ? t('wrongPassword') : t('unhandled', { code }));
    } finally {
      onPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') setFault(t('emptyPassword'));
    else void send();
  };
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">{t('reauthenticateText')}</p>
      <Field label={t('password')} required {...(fault ? { error: fault } : {})}>
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setFault(undefined);
              setPassword(event.target.value);
            }}
          />
        )}
      </Field>
    </form>
  );
}
