import { useEffect, useState } from 'react';
import { Button, Field, PasswordInput, Skeleton } from '@acequia/ui';
import { brokenPasswordRules } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { toOperationError } from '#lib/operations/operation-error.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { DeadLink } from './dead-link.tsx';
import { EntryHead, Refusal } from './entry-head.tsx';
import { EntranceLayout } from './layout.tsx';
import { linkTexts } from './link-texts.ts';
import { dropToken, takeToken } from './link-token.ts';
import { NewPassword } from './new-password.tsx';
import { entranceTexts } from './texts.ts';
import { useEntry } from './use-entry.ts';

/** Sets a new password with the link of a mail or of an operator. */
export function ResetPage() {
  const t = useTexts(linkTexts);
  const [token] = useState(() => takeToken('reset'));
  const [state, setState] = useState<'asking' | 'open' | 'dead' | 'done'>(token === '' ? 'dead' : 'asking');
  useTitle(t('resetTitle'));
  useEffect(() => {
    if (state !== 'asking') return;
    const gone = new AbortController();
    callEntrance('auth:findReset', { token }, gone.signal).then(
      () => setState('open'),
      (caught: unknown) => {
        if (gone.signal.aborted) return;
        const dead = toOperationError(caught).code === 'AUTH.RESET_LINK';
        if (dead) dropToken('reset');
        // What else goes wrong is told when the password is sent.
        setState(dead ? 'dead' : 'open');
      },
    );
    return () => gone.abort();
  }, [state, token]);
  const end = (next: 'dead' | 'done') => {
    dropToken('reset');
    setState(next);
  };
  return (
    <EntranceLayout>
      {state === 'asking' && (
        <div role="status" className="flex flex-col gap-4" aria-busy aria-label={t('resetTitle')}>
          <Skeleton width={140} height={28} />
          <Skeleton height={40} className="mt-6" />
        </div>
      )}
      {state === 'open' && <ResetForm token={token} onDone={() => end('done')} onDead={() => end('dead')} />}
      {state === 'dead' && <DeadLink title={t('deadResetTitle')} text={t('deadResetText')} href="/forgot" action={t('askAgain')} />}
      {state === 'done' && (
        <>
          <EntryHead title={t('doneTitle')} lead={t('doneText')} />
          <Button asChild variant="primary" size="lg" className="w-full">
            <a href="/login">{t('toLogin')}</a>
          </Button>
        </>
      )}
    </EntranceLayout>
  );
}

function ResetForm({ token, onDone, onDead }: { readonly token: string; readonly onDone: () => void; readonly onDead: () => void }) {
  const t = useTexts(linkTexts);
  const words = useTexts(entranceTexts);
  const [newPassword, setNewPassword] = useState('');
  const [confirmNewPassword, setConfirm] = useState('');
  const weak = brokenPasswordRules(newPassword).length > 0;
  const differs = newPassword !== confirmNewPassword;
  const { form, tell, pending, refused, submit, edited } = useEntry(weak || differs, async () => {
    await callEntrance('auth:resetPassword', { token, newPassword, confirmNewPassword }).then(
      onDone,
      (error: { readonly code?: string }) => {
        if (error.code !== 'AUTH.RESET_LINK') throw error;
        onDead();
      },
    );
  });
  const common = refused?.code === 'AUTH.PASSWORD_COMMON';
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <EntryHead title={t('resetTitle')} lead={t('resetLead')} />
      <div className="flex flex-col gap-4">
        {refused && !common && <Refusal error={refused} />}
        <NewPassword
          label={t('newPassword')}
          autoFocus
          value={newPassword}
          onChange={(next) => {
            edited();
            setNewPassword(next);
          }}
          told={tell('newPassword', common ? words('passwordCommon') : weak ? words('required') : undefined)}
        />
        <Field label={t('confirmPassword')} required {...tell('confirmNewPassword', differs ? t('differs') : undefined)}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={confirmNewPassword}
              onChange={(event) => setConfirm(event.target.value)}
            />
          )}
        </Field>
        <Button variant="primary" size="lg" type="submit" className="w-full mt-1" loading={pending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
