import { useState } from 'react';
import { Button, Field, Note, PasswordInput } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { moment } from '#lib/format/times.ts';
import { currentZone } from '#lib/format/zone.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { pageLanguage } from '../boot.ts';
import { AskForLink } from './ask-for-link.tsx';
import { DeadLink } from './dead-link.tsx';
import { EntryHead, Refusal } from './entry-head.tsx';
import { EntranceLayout } from './layout.tsx';
import { linkTexts } from './link-texts.ts';
import { dropToken, takeToken } from './link-token.ts';
import { mfaStepTexts } from './mfa-step-texts.ts';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

/** Asks for a link that takes the second factor off; opened with such a link, does it. */
export function ResetMfaPage() {
  const t = useTexts(mfaStepTexts);
  const words = useTexts(linkTexts);
  const [token] = useState(() => takeToken('reset-mfa'));
  const [state, setState] = useState<'ask' | 'open' | 'dead' | 'done'>(token === '' ? 'ask' : 'open');
  useTitle(t('resetTitle'));
  const end = (next: 'dead' | 'done') => {
    dropToken('reset-mfa');
    setState(next);
  };
  return (
    <EntranceLayout>
      {state === 'ask' && (
        <AskForLink
          title={t('resetTitle')}
          lead={t('resetLead')}
          noMailText={t('noMailText')}
          command="acequia user reset-mfa-link <email>"
          send={(email) => callEntrance('auth:forgotMfa', { email })}
          sentText={(email) => t('sentText', { email })}
        />
      )}
      {state === 'open' && <TakeOff token={token} onDone={() => end('done')} onDead={() => end('dead')} />}
      {state === 'dead' && (
        <DeadLink title={words('deadResetTitle')} text={words('deadResetText')} href="/reset-mfa" action={words('askAgain')} />
      )}
      {state === 'done' && (
        <>
          <EntryHead title={t('doneTitle')} lead={t('doneText')} />
          <Button asChild variant="primary" size="lg" className="w-full">
            <a href="/login">{words('toLogin')}</a>
          </Button>
        </>
      )}
    </EntranceLayout>
  );
}

function TakeOff({ token, onDone, onDead }: { readonly token: string; readonly onDone: () => void; readonly onDead: () => void }) {
  const t = useTexts(mfaStepTexts);
  const words = useTexts(entranceTexts);
  const [password, setPassword] = useState('');
  const { form, tell, pending, refused, submit, edited } = useEntry(password === '', async () => {
    await callEntrance('auth:resetMfa', { token, password }).then(onDone, (error: { readonly code?: string }) => {
      if (error.code !== 'AUTH.RESET_LINK') throw error;
      onDead();
    });
  });
  const wrong = refused?.code === 'WEB-11012';
  const heldTo = refused?.code === 'AUTH.RESET_HOLD' ? Number(refused.fields['until']) : undefined;
  const fault = wrong ? t('wrongPassword') : password === '' ? words('passwordEmpty') : undefined;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('resetTitle')} lead={t('passwordLead')} />
      <div className="flex flex-col gap-4">
        {refused && !wrong && heldTo === undefined && <Refusal error={refused} />}
        {heldTo !== undefined && (
          <div role="alert">
            <Note tone="warning">{t('held', { until: moment(heldTo, pageLanguage(), currentZone()) })}</Note>
          </div>
        )}
        <Field label={words('password')} required {...tell('password', fault)}>
          {(control) => (
            <PasswordInput
              {...control}
              inputSize="lg"
              autoFocus
              autoComplete="current-password"
              value={password}
              onChange={(event) => {
                edited();
                setPassword(event.target.value);
              }}
            />
          )}
        </Field>
        <Button variant="primary" size="lg" type="submit" className="w-full" loading={pending}>
          {t('takeOff')}
        </Button>
      </div>
    </form>
  );
}
