import { useState } from 'react';
import { Button, Checkbox, Field, FieldNote, Icon, Input, Pairs } from '@acequia/ui';
import { brokenPasswordRules } from '@acequia/domain';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { EntryHead, Refusal } from './entry-head.tsx';
import { InviteLayout } from './invite-layout.tsx';
import { linkTexts } from './link-texts.ts';
import { dropToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';
import { PersonNames } from './person-names.tsx';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';
import type { InviteFacts } from './use-invite.ts';

/** The account of somebody who was invited and has none. */
export function WelcomePage() {
  const t = useTexts(linkTexts);
  useTitle(t('welcomeTitle'));
  return <InviteLayout>{(facts, token) => <WelcomeForm facts={facts} token={token} />}</InviteLayout>;
}

function WelcomeForm({ facts, token }: { readonly facts: InviteFacts; readonly token: string }) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  const language = useLanguage();
  const [entered, setEntered] = useState({ name: '', surname: '', company: '', password: '' });
  const [agreed, setAgreed] = useState(false);
  const weak = brokenPasswordRules(entered.password).length > 0;
  const empty = (text: string) => (text.trim() === '' ? words('required') : undefined);
  const { form, tell, pending, refused, submit, edited } = useEntry(
    weak || !agreed || entered.name.trim() === '' || entered.surname.trim() === '',
    async () => {
      await callEntrance('auth:welcome', { token, ...entered, language, agreed: true });
      dropToken('join');
      window.location.assign('/home');
    },
  );
  const set = (part: Partial<typeof entered>) => {
    edited();
    setEntered((now) => ({ ...now, ...part }));
  };
  const code = refused?.code;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('welcomeTitle')} lead={t('welcomeLead', { tenant: facts.tenantName, role: t(facts.role) })} />
      <div className="flex flex-col gap-4">
        {refused && code !== 'AUTH.PASSWORD_COMMON' && <Refusal error={refused} />}
        <Pairs pairs={[[t('email'), facts.email]]} />
        <PersonNames
          value={entered}
          onChange={set}
          told={{ name: tell('name', empty(entered.name)), surname: tell('surname', empty(entered.surname)) }}
          surnameRequired
          autoFocus
        />
        <Field label={t('company')} optional={t('optional')}>
          {(control) => (
            <Input
              {...control}
              autoComplete="organization"
              maxLength={100}
              value={entered.company}
              onChange={(event) => set({ company: event.target.value })}
            />
          )}
        </Field>
        <NewPassword
          label={t('password')}
          value={entered.password}
          onChange={(password) => set({ password })}
          told={tell('password', code === 'AUTH.PASSWORD_COMMON' ? words('passwordCommon') : weak ? words('required') : undefined)}
        />
        <Agreement agreed={agreed} onChange={setAgreed} {...tell('agreed', agreed ? undefined : t('agreeFault'))} />
        <Button variant="primary" size="lg" type="submit" className="w-full" loading={pending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}

function Agreement({
  agreed,
  onChange,
  path,
  error,
}: {
  readonly agreed: boolean;
  readonly onChange: (agreed: boolean) => void;
  readonly path: string;
  readonly error?: string;
}) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  return (
    <div data-path={path}>
      <div className="flex items-center gap-2">
        <Checkbox
          id="agree"
          checked={agreed}
          onChange={onChange}
          {...(error ? { 'aria-describedby': 'agree-note', 'aria-invalid': true } : {})}
        />
        <label htmlFor="agree">{t('agree')}</label>
        <a href="/terms.html" target="_blank" rel="noopener" className="ui-link inline-flex items-center gap-1 ml-auto">
          {t('readLicense')}
          <Icon name="external" size={12} label={words('newTab')} />
        </a>
      </div>
      {error && <FieldNote id="agree-note" error={error} />}
    </div>
  );
}
