import { useRef, useState, type FormEvent } from 'react';
import { Field, PasswordInput } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import type { MfaCall } from './calls.ts';
import { mfaTexts } from './texts.ts';

/** Asks for the password again, because the login was a while ago. Its button stands in the dialog around it, by `id`. */
export function ReauthenticateForm({
  id,
  email,
  lead,
  focused = true,
  call,
  onPending,
  onDone,
}: {
  readonly id: string;
  readonly email: string;
  /** What asks for it; unless given, that the login was a while ago. */
  readonly lead?: string;
  /** The field has the focus at once. */
  readonly focused?: boolean;
  readonly call: MfaCall;
  readonly onPending: (pending: boolean) => void;
  readonly onDone: () => void;
}) {
  const t = useTexts(mfaTexts);
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  const [refused, setRefused] = useState<string>();
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const send = async () => {
    onPending(true);
    try {
      await call('auth:reauthenticateWithCredential', { email, password });
      onDone();
    } catch (caught) {
      const { code } = toOperationError(caught);
      setRefused(code === 'WEB-11012' ? t('wrongPassword') : t('unhandled', { code }));
      focusFirstFault(form.current);
    } finally {
      onPending(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (password === '') focusFirstFault(form.current);
    else void send();
  };
  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4">
      <p className="text-muted">{lead ?? t('reauthenticateText')}</p>
      <Field label={t('password')} required {...tell('password', refused ?? (password === '' ? t('emptyPassword') : undefined))}>
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus={focused}
            autoComplete="current-password"
            value={password}
            onChange={(event) => {
              setRefused(undefined);
              setPassword(event.target.value);
            }}
          />
        )}
      </Field>
    </form>
  );
}
