import { useState } from 'react';
import { Button, Field, Input } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { linkTexts } from './link-texts.ts';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

/** Asks for the address a link is to be sent to. */
export function EmailForm({
  title,
  lead,
  send,
  onSent,
}: {
  readonly title: string;
  readonly lead: string;
  /** Rejects with an `OperationError`. */
  readonly send: (email: string) => Promise<unknown>;
  readonly onSent: (email: string) => void;
}) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  const [email, setEmail] = useState('');
  const fault = email.trim() === '' ? words('emailEmpty') : looksLikeEmail(email.trim()) ? undefined : words('emailWrong');
  const { form, tell, pending, refused, submit } = useEntry(fault !== undefined, async () => {
    await send(email.trim());
    onSent(email.trim());
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={title} lead={lead} />
      <div className="flex flex-col gap-4">
        {refused && <Refusal error={refused} />}
        <Field label={words('email')} required {...tell('email', fault)}>
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
