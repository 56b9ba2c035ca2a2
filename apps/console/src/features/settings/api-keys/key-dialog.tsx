import { useId, useRef, useState, type FormEvent } from 'react';
import { roles, type Role } from '@acequia/domain';
import { Button, Dialog, Field, Input, RadioCards, Select, TagsInput } from '@acequia/ui';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { dayOf } from '#blocks/secret-picker/expiry.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useSession } from '#lib/session/index.ts';
import { expirationOf, expirations, type Expiration } from './expiration.ts';
import { looksLikeAddress } from './looks-like-address.ts';
import { ReadyKey } from './ready-key.tsx';
import { apiKeysTexts } from './texts.ts';

interface Entered {
  readonly name: string;
  readonly description: string;
  readonly role: Role;
  readonly expiration: Expiration;
  /** `2027-11-21`, of `custom`. */
  readonly day: string;
  readonly addresses: readonly string[];
}

/** Makes a key, then shows it: this once. */
export function KeyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(apiKeysTexts);
  const create = useCommand('authToken:create', { inlineErrors: true });
  if (create.data) return <ReadyKey token={create.data.token} name={create.data.authToken.name} onClose={onClose} />;
  return <KeyForm create={create} title={t('create')} onClose={onClose} />;
}

function KeyForm({
  create,
  title,
  onClose,
}: {
  readonly create: ReturnType<typeof useCommand<'authToken:create'>>;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const t = useTexts(apiKeysTexts);
  const format = useFormat();
  const { user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [entered, setEntered] = useState<Entered>({
    name: '',
    description: '',
    role: 'viewer',
    expiration: 'days90',
    day: dayOf(Date.now() + 180 * 86_400_000),
    addresses: [],
  });
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const offered = roles.filter((role) => roles.indexOf(role) <= Math.max(...user.AccessMap.Roles.map((own) => roles.indexOf(own))));
  const end = expirationOf(entered.expiration, entered.day, Date.now());
  const faults = {
    name: entered.name.trim() === '' ? t('nameEmpty') : create.error?.code === 'WEB-00035' ? t('nameTaken') : undefined,
    day: end === undefined ? t('dayPast') : undefined,
    addresses: entered.addresses.every(looksLikeAddress) ? undefined : t('addressWrong'),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (entered.name.trim() === '' || end === undefined || faults.addresses) {
      focusFirstFault(form.current);
      return;
    }
    save(end);
  };
  const save = (expiration: number | null) => {
    const { name, description, role, addresses } = entered;
    create.mutate(
      { name: name.trim(), description: description.trim(), role, expiration, addresses: [...addresses] },
      { onError: () => focusFirstFault(form.current) },
    );
  };
  const set = (part: Partial<Entered>) => {
    create.reset();
    setEntered((now) => ({ ...now, ...part }));
  };
  const endHint = end === null ? t('noneHint') : end === undefined ? undefined : t('until', { day: format.day(end * 1000) });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={formId} loading={create.isPending}>
            {t('create')}
          </Button>
        </>
      }
    >
      <form id={formId} ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('name')} required {...tell('name', faults.name)}>
          {(control) => <Input {...control} value={entered.name} maxLength={128} onChange={(event) => set({ name: event.target.value })} />}
        </Field>
        <Field label={t('description')} optional={t('optional')}>
          {(control) => (
            <Input
              {...control}
              value={entered.description}
              maxLength={2000}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <div className="ui-field">
          <div className="ui-label">{t('role')}</div>
          <RadioCards<Role>
            label={t('role')}
            value={entered.role}
            onChange={(role) => set({ role })}
            options={offered.map((role) => ({ value: role, label: t(role), description: t(`${role}Does`) }))}
          />
        </div>
        <Field label={t('expiration')} {...(endHint === undefined ? {} : { hint: endHint })}>
          {(control) => (
            <Select<Expiration>
              {...control}
              className="max-w-56"
              value={entered.expiration}
              onChange={(expiration) => set({ expiration })}
              options={expirations.map((value) => ({ value, label: t(value) }))}
            />
          )}
        </Field>
        {entered.expiration === 'custom' && (
          <Field label={t('customDay')} required {...tell('day', faults.day)}>
            {(control) => (
              <Input
                {...control}
                type="date"
                className="max-w-56"
                value={entered.day}
                onChange={(event) => set({ day: event.target.value })}
              />
            )}
          </Field>
        )}
        <Field label={t('addresses')} optional={t('optional')} hint={t('addressesHint')} {...tell('addresses', faults.addresses)}>
          {(control) => (
            <TagsInput
              {...control}
              mono
              value={entered.addresses}
              onChange={(addresses) => set({ addresses })}
              invalid={(entry) => !looksLikeAddress(entry)}
            />
          )}
        </Field>
        {create.error && create.error.code !== 'WEB-00035' && create.error.code !== 'WEB-11011' && (
          <p className="ui-error" role="alert">
            {describeError(create.error).text} ({create.error.code})
          </p>
        )}
      </form>
      {create.error?.code === 'WEB-11011' && end !== undefined && (
        <ReauthenticateDialog onDone={() => save(end)} onClose={() => create.reset()} />
      )}
    </Dialog>
  );
}
