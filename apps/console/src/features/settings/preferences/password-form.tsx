import { useId, useRef, useState, type FormEvent } from 'react';
import { brokenPasswordRules } from '@acequia/domain';
import { Button, Field, PasswordInput, toast } from '@acequia/ui';
import { PasswordRules } from '#blocks/password/password-rules.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useSession } from '#lib/session/index.ts';
import { preferencesTexts } from './texts.ts';

const nothingEntered = { oldPassword: '', newPassword: '', confirmNewPassword: '' };
type Entered = typeof nothingEntered;

/** Collapsed until editing; saving and cancelling forget what was typed. */
export function PasswordForm() {
  const t = useTexts(preferencesTexts);
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  if (editing) return <PasswordFields onClose={close} />;
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <div>{t('password')}</div>
        <p className="ui-hint">{t('passwordHint')}</p>
      </div>
      <Button ref={opener} onClick={() => setEditing(true)}>
        {t('changePassword')}
      </Button>
    </div>
  );
}

function PasswordFields({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(preferencesTexts);
  const { user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const title = useId();
  const [entered, setEntered] = useState<Entered>(nothingEntered);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const update = useCommand('auth:updatePassword', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('updated'), content: t('updatedText'), tone: 'success' });
      onClose();
    },
    onError: (error) => {
      toast({ id: 'password', level: 'alert', title: t('updateFailed'), content: describeError(error).text, code: error.code });
      focusFirstFault(form.current);
    },
  });
  const refused = update.error?.code;
  const faults: Record<keyof Entered, string | undefined> = {
    oldPassword: entered.oldPassword === '' ? t('oldEmpty') : refused === 'WEB-11012' ? t('oldWrong') : undefined,
    newPassword:
      brokenPasswordRules(entered.newPassword).length > 0 ? t('newWeak') : refused === 'AUTH.PASSWORD_COMMON' ? t('newCommon') : undefined,
    confirmNewPassword: entered.confirmNewPassword === entered.newPassword ? undefined : t('differs'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const wrong = entered.oldPassword === '' || brokenPasswordRules(entered.newPassword).length > 0 || faults.confirmNewPassword;
    if (wrong) {
      focusFirstFault(form.current);
      return;
    }
    update.mutate({ email: user.Email, userId: user.UID, ...entered });
  };
  const set = (part: Partial<Entered>) => {
    update.reset();
    setEntered((now) => ({ ...now, ...part }));
  };
  const show = (name: keyof Entered) => tell(name, faults[name]);
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 rounded-md border p-4" aria-labelledby={title}>
      <h4 id={title} className="font-medium">
        {t('changePassword')}
      </h4>
      <Field label={t('oldPassword')} required {...show('oldPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoFocus
            autoComplete="current-password"
            value={entered.oldPassword}
            onChange={(event) => set({ oldPassword: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('newPassword')} required {...show('newPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={entered.newPassword}
            onChange={(event) => set({ newPassword: event.target.value })}
          />
        )}
      </Field>
      <PasswordRules password={entered.newPassword} />
      <Field label={t('confirmPassword')} required {...show('confirmNewPassword')}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            value={entered.confirmNewPassword}
            onChange={(event) => set({ confirmNewPassword: event.target.value })}
          />
        )}
      </Field>
      <div className="flex gap-2 justify-end">
        <Button variant="ghost" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button variant="primary" type="submit" loading={update.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
