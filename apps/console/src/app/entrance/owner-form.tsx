import { useRef, useState, type FormEvent } from 'react';
import { Button, classNames, Field, Icon, Input, Note, PasswordInput } from '@acequia/ui';
import type { Session } from '@acequia/contract';
import { brokenPasswordRules, passwordRules } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';
import { looksLikeEmail } from './email.ts';
import { refusalWord } from './refusal-word.ts';
import { entranceTexts } from './texts.ts';

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
  const form = useRef<HTMLFormElement>(null);
  const [entered, setEntered] = useState<Entered>({ setupCode, tenantName: '', name: '', surname: '', email: '', password: '' });
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<OperationError>();
  const broken = brokenPasswordRules(entered.password);
  const empty = (text: string) => (text.trim() === '' ? t('required') : undefined);
  const faults: Partial<Record<keyof Entered, string | undefined>> = {
    setupCode: refused?.code === 'AUTH.SETUP_CODE' ? t('setupWrong') : empty(entered.setupCode),
    tenantName: empty(entered.tenantName),
    name: empty(entered.name),
    email: empty(entered.email) ?? (looksLikeEmail(entered.email.trim()) ? undefined : t('emailWrong')),
    password: refused?.code === 'AUTH.PASSWORD_COMMON' ? t('passwordCommon') : broken.length > 0 ? t('required') : undefined,
  };
  const focusFault = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const create = async () => {
    setPending(true);
    try {
      onSession(await callEntrance('auth:createOwner', { ...entered, setupCode: entered.setupCode.trim(), email: entered.email.trim() }));
    } catch (caught) {
      setRefused(toOperationError(caught));
      setPending(false);
      focusFault();
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    setRefused(undefined);
    const blocked =
      broken.length > 0 ||
      [entered.setupCode, entered.tenantName, entered.name].some((text) => text.trim() === '') ||
      !looksLikeEmail(entered.email.trim());
    if (blocked) focusFault();
    else void create();
  };
  const set = (part: Partial<Entered>) => {
    setRefused(undefined);
    setEntered((now) => ({ ...now, ...part }));
  };
  const show = (name: keyof Entered) => (submitted && faults[name] ? { error: faults[name] } : {});
  const shownAtField = refused && (refused.code === 'AUTH.SETUP_CODE' || refused.code === 'AUTH.PASSWORD_COMMON');
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1 className="text-[28px]/9 font-semibold tracking-tight">{t('ownerTitle')}</h1>
      <p className="text-muted text-sm mt-1 mb-6">{t('ownerLead')}</p>
      <div className="flex flex-col gap-4">
        {refused && !shownAtField && (
          <div role="alert">
            <Note tone="danger">{t(refusalWord(refused.code), { code: refused.code })}</Note>
          </div>
        )}
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
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('name')} required {...show('name')}>
            {(control) => (
              <Input
                {...control}
                autoComplete="given-name"
                maxLength={100}
                value={entered.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('surname')}>
            {(control) => (
              <Input
                {...control}
                autoComplete="family-name"
                maxLength={100}
                value={entered.surname}
                onChange={(event) => set({ surname: event.target.value })}
              />
            )}
          </Field>
        </div>
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
        <Field label={t('password')} required {...show('password')}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              value={entered.password}
              onChange={(event) => set({ password: event.target.value })}
            />
          )}
        </Field>
        <ul className="grid grid-cols-2 gap-x-3 gap-y-1 text-xs" aria-label={t('rules')}>
          {passwordRules.map((rule) => {
            const met = !broken.includes(rule);
            return (
              <li key={rule} className={classNames('flex items-center gap-1.5', met ? 'ui-c-success ui-ink' : 'text-muted')}>
                <Icon name={met ? 'check' : 'minus'} size={12} label={met ? t('met') : t('missing')} />
                {t(rule)}
              </li>
            );
          })}
        </ul>
        <Button variant="primary" size="lg" type="submit" className="w-full mt-1" loading={pending}>
          {t('create')}
        </Button>
      </div>
    </form>
  );
}
