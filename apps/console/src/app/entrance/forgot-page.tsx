import { useEffect, useState } from 'react';
import { Button, Field, Input, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { EntranceLayout } from './layout.tsx';
import { linkTexts } from './link-texts.ts';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

/** Asks for a link to set a new password; says the same for every address. */
export function ForgotPage() {
  const t = useTexts(linkTexts);
  const [mail, setMail] = useState<boolean>();
  const [sentTo, setSentTo] = useState('');
  useTitle(t('forgotTitle'));
  useEffect(() => {
    const gone = new AbortController();
    callEntrance('auth:status', {}, gone.signal).then(
      (status) => setMail(status.mail),
      () => !gone.signal.aborted && setMail(true),
    );
    return () => gone.abort();
  }, []);
  return (
    <EntranceLayout>
      {mail === undefined && <Waiting />}
      {mail === false && (
        <>
          <EntryHead title={t('noMailTitle')} lead={t('noMailText')} />
          <div className="ui-command">
            <pre>{'acequia user reset-link <email>'}</pre>
          </div>
        </>
      )}
      {mail && sentTo === '' && <ForgotForm onSent={setSentTo} />}
      {sentTo !== '' && <EntryHead title={t('sentTitle')} lead={t('sentText', { email: sentTo })} />}
      {mail !== undefined && (
        <a href="/login" className="ui-link inline-block mt-6">
          {t('toLogin')}
        </a>
      )}
    </EntranceLayout>
  );
}

function Waiting() {
  const t = useTexts(entranceTexts);
  return (
    <div className="flex flex-col gap-4" aria-busy aria-label={t('checking')}>
      <Skeleton width={220} height={28} />
      <Skeleton height={40} className="mt-6" />
      <Skeleton height={40} />
    </div>
  );
}

function ForgotForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  const [email, setEmail] = useState('');
  const fault = email.trim() === '' ? words('emailEmpty') : looksLikeEmail(email.trim()) ? undefined : words('emailWrong');
  const { form, submitted, pending, refused, submit } = useEntry(fault !== undefined, async () => {
    await callEntrance('auth:forgotPassword', { email: email.trim() });
    onSent(email.trim());
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('forgotTitle')} lead={t('forgotLead')} />
      <div className="flex flex-col gap-4">
        {refused && <Refusal error={refused} />}
        <Field label={words('email')} required {...(submitted && fault ? { error: fault } : {})}>
          {(control) => (
            <Input
              {...control}
              inputSize="lg"
              type="email"
              autoComplete="username"
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Button variant="primary" size="lg" type="submit" className="w-full" loading={pending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}
