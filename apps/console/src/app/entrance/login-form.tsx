import { useRef, useState, type FormEvent } from 'react';
import { Button, Field, Input, Note, PasswordInput } from '@acequia/ui';
import type { Session } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';
import { useLeftFields } from '#lib/forms/use-left-fields.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import type { LoginNotice } from './login-notice.ts';
import { entranceTexts } from './texts.ts';

export function LoginForm({
  notice,
  onSession,
  onSso,
}: {
  /** Why the session before is over; undefined when nobody needs to be told. */
  readonly notice: LoginNotice | undefined;
  readonly onSession: (session: Session) => void;
  /** To the identity provider of an organization instead. */
  readonly onSso: () => void;
}) {
  const t = useTexts(entranceTexts);
  const form = useRef<HTMLFormElement>(null);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const wasLeft = useLeftFields(form);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<OperationError>();
  const emailFault = email.trim() === '' ? t('emailEmpty') : looksLikeEmail(email.trim()) ? undefined : t('emailWrong');
  const passwordFault = password === '' ? t('passwordEmpty') : undefined;
  const login = async () => {
    setPending(true);
    try {
      onSession(await callEntrance('auth:login', { email: email.trim(), password }));
    } catch (caught) {
      const error = toOperationError(caught);
      setRefused(error);
      setPending(false);
      if (error.code === 'AUTH.CREDENTIALS') setPassword('');
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type=password]')?.focus());
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setRefused(undefined);
    if (emailFault || passwordFault) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    void login();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('title')} lead={t('lead')} />
      <div className="flex flex-col gap-4">
        {refused && <Refusal error={refused} />}
        {!refused && notice !== undefined && notice !== 'failed' && (
          <Note icon="lock">
            {t(notice)} {notice !== 'left' && t('kept')}
          </Note>
        )}
        {!refused && notice === 'failed' && <Note tone="danger">{t('unexpected')}</Note>}
        <Field
          label={t('email')}
          required
          path="email"
          {...((submitted || (wasLeft('email') && email.trim() !== '')) && emailFault ? { error: emailFault } : {})}
        >
          {(control) => (
            <Input
              {...control}
              inputSize="lg"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('password')}
          required
          end={
            <a href="/forgot" className="ui-link">
              {t('forgot')}
            </a>
          }
          {...(submitted && !refused && passwordFault ? { error: passwordFault } : {})}
        >
          {(control) => (
            <PasswordInput
              {...control}
              inputSize="lg"
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button variant="primary" size="lg" type="submit" className="w-full mt-2" loading={pending}>
          {t('submit')}
        </Button>
        <Button variant="ghost" size="lg" className="w-full" onClick={onSso}>
          {t('sso')}
        </Button>
      </div>
    </form>
  );
}
