import { useState } from 'react';
import { Button, Field, Input } from '@acequia/ui';
import type { Session } from '@acequia/contract';
import { brokenPasswordRules } from '@acequia/domain';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { looksLikeEmail } from '#lib/email/email.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { NewPassword } from './new-password.tsx';
import { PersonNames } from './person-names.tsx';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

interface Entered {
  readonly setupCode: string;
  readonly tenantName: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly password: string;
}

/** The first run: whoever knows the code of the terminal becomes the owner. */
export function OwnerForm({ setupCode, onSession }: { readonly setupCode: string; readonly onSession: (session: Session) => void }) {
  const t = useTexts(entranceTexts);
  const language = useLanguage();
  const [entered, setEntered] = useState<Entered>({ setupCode, tenantName: '', name: '', surname: '', email: '', password: '' });
  const broken = brokenPasswordRules(entered.password);
  const blocked =
    broken.length > 0 ||
    [entered.setupCode, entered.tenantName, entered.name].some((text) => text.trim() === '') ||
    !looksLikeEmail(entered.email.trim());
  const { form, tell, pending, refused, submit, edited } = useEntry(blocked, async () => {
    const { setupCode: code, email } = entered;
    onSession(await callEntrance('auth:createOwner', { ...entered, setupCode: code.trim(), email: email.trim(), language }));
  });
  const empty = (text: string) => (text.trim() === '' ? t('required') : undefined);
  const faults: Partial<Record<keyof Entered, string | undefined>> = {
    setupCode: refused?.code === 'AUTH.SETUP_CODE' ? t('setupWrong') : empty(entered.setupCode),
    tenantName: empty(entered.tenantName),
    name: empty(entered.name),
    email: empty(entered.email) ?? (looksLikeEmail(entered.email.trim()) ? undefined : t('emailWrong')),
    password: refused?.code === 'AUTH.PASSWORD_COMMON' ? t('passwordCommon') : broken.length > 0 ? t('required') : undefined,
  };
  const set = (part: Partial<Entered>) => {
    edited();
    setEntered((now) => ({ ...now, ...part }));
  };
  const show = (name: keyof Entered) => tell(name, faults[name]);
  const shownAtField = refused && (refused.code === 'AUTH.SETUP_CODE' || refused.code === 'AUTH.PASSWORD_COMMON');
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('ownerTitle')} lead={t('ownerLead')} />
      <div className="flex flex-col gap-4">
        {refused && !shownAtField && <Refusal error={refused} />}
        <Field label={t('setupCode')} hint={t('setupHint')} required {...show('setupCode')}>
          {(control) => (
            <Input
              {...control}
              mono
              autoComplete="one-time-code"
              value={entered.setupCode}
              onChange={(event) => set({ setupCode: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('tenant')} hint={t('tenantHint')} required {...show('tenantName')}>
          {(control) => (
            <Input
              {...control}
              autoComplete="organization"
              autoFocus={setupCode !== ''}
              maxLength={100}
              value={entered.tenantName}
              onChange={(event) => set({ tenantName: event.target.value })}
            />
          )}
        </Field>
        <PersonNames value={entered} onChange={set} told={{ name: show('name') }} />
        <Field label={t('email')} required {...show('email')}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              value={entered.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          )}
        </Field>
        <NewPassword label={t('password')} value={entered.password} onChange={(password) => set({ password })} told={show('password')} />
        <Button variant="primary" size="lg" type="submit" className="w-full mt-1" loading={pending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
