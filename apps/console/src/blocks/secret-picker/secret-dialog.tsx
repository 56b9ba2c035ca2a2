import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, Field, Input, SecretInput, TagsInput, toast } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { meantValue, secretFaults } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { tagFits } from '#blocks/metadata/metadata-faults.ts';
import { secretFaultText } from './secret-fault-text.ts';
import { endOfDay, inAYear } from './expiry.ts';
import { secretPickerTexts } from './texts.ts';

interface Entered {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly value: string;
  /** `2027-11-21` */
  readonly expires: string;
}

/** Makes a secret. Its value stays in this dialog and is sent once. */
export function SecretDialog({
  suggestedName,
  onClose,
  onCreated,
}: {
  readonly suggestedName: string;
  readonly onClose: () => void;
  readonly onCreated?: (secret: Secret) => void;
}) {
  const t = useTexts(secretPickerTexts);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [entered, setEntered] = useState<Entered>({
    name: suggestedName,
    description: '',
    tags: [],
    value: '',
    expires: inAYear(Date.now()),
  });
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const create = useCommand('secrets:create', {
    inlineErrors: true,
    onError: () => focusFirstFault(form.current),
    onSuccess: (secret) => {
      toast({ title: t('created'), content: t('ready', { name: secret.name }) });
      onCreated?.(secret);
      onClose();
    },
  });
  const expiry = endOfDay(entered.expires);
  const found = secretFaults(
    { description: entered.description, value: meantValue(entered.value), expirationDate: expiry ?? null },
    Date.now(),
  );
  const worded = (field: keyof typeof found) => secretFaultText(found[field]);
  const faults = {
    name: entered.name.trim() === '' ? t('nameEmpty') : undefined,
    description: worded('description'),
    tags: entered.tags.every(tagFits) ? undefined : t('tagShort'),
    value: worded('value'),
    expires: worded('expirationDate'),
  };
  const refused = create.error ? describeError(create.error) : undefined;
  const nameTaken = create.error?.code === 'WEB-00031' ? refused?.title : undefined;
  const valueRefused = create.error?.code.startsWith('ACQ-PEM-') ? refused?.text : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setSubmitted(true);
    if (Object.values(faults).some(Boolean) || expiry === undefined) {
      focusFirstFault(form.current);
      return;
    }
    create.mutate({
      name: entered.name.trim(),
      description: entered.description.trim(),
      tags: [...entered.tags],
      value: meantValue(entered.value),
      expirationDate: expiry,
    });
  };
  const set = (part: Partial<Entered>) => {
    if (create.error) create.reset();
    setEntered((now) => ({ ...now, ...part }));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('about')}
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
        <Part title={t('configuration')}>
          <Field label={t('name')} required {...tell('name', nameTaken ?? faults.name)}>
            {(control) => (
              <Input {...control} value={entered.name} maxLength={128} onChange={(event) => set({ name: event.target.value })} />
            )}
          </Field>
          <Field label={t('description')} required hint={t('descriptionHint')} {...tell('description', faults.description)}>
            {(control) => (
              <Input
                {...control}
                value={entered.description}
                maxLength={2000}
                onChange={(event) => set({ description: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('expires')} required hint={t('expiresHint')} {...tell('expires', faults.expires)}>
            {(control) => (
              <Input
                {...control}
                type="date"
                className="max-w-48"
                value={entered.expires}
                onChange={(event) => set({ expires: event.target.value })}
              />
            )}
          </Field>
        </Part>
        <Part title={t('metadata')}>
          <Field label={t('tags')} optional={t('optional')} hint={t('tagsHint')} {...tell('tags', faults.tags)}>
            {(control) => (
              <TagsInput {...control} value={entered.tags} onChange={(tags) => set({ tags })} invalid={(tag) => !tagFits(tag)} />
            )}
          </Field>
        </Part>
        <Part title={t('value')}>
          <Field label={t('value')} required hint={t('valueHint')} {...tell('value', valueRefused ?? faults.value)}>
            {(control) => <SecretInput {...control} value={entered.value} onChange={(event) => set({ value: event.target.value })} />}
          </Field>
        </Part>
        {refused && !nameTaken && !valueRefused && (
          <p className="ui-error" role="alert">
            {refused.text} ({create.error?.code})
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-3 border-t pt-3 first:border-t-0 first:pt-0">
      <legend className="contents">
        <span className="font-semibold">{title}</span>
      </legend>
      {children}
    </fieldset>
  );
}
