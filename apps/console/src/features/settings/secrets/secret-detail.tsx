import { useMemo, useRef, useState, type FormEvent } from 'react';
import { Button, Card, Field, Input, Message, SecretInput, Skeleton, SwitchRow, TagsInput, toast } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { meantValue, secretFaults } from '@acequia/domain';
import { tagFits } from '#blocks/metadata/metadata-faults.ts';
import { dayOf, endOfDay } from '#blocks/secret-picker/expiry.ts';
import { secretFaultText } from '#blocks/secret-picker/secret-fault-text.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { Moment } from '#lib/format/moment.tsx';
import { useEdits } from '#lib/forms/use-edits.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { useActivation } from './use-activation.tsx';
import { SecretStatus } from './secret-status.tsx';
import { secretsTexts } from './texts.ts';
import { UsageList } from './usage-list.tsx';

/** One secret: its words, whether it is active, a new value, and what uses it. */
export function SecretDetail({
  secret,
  onBack,
  onRemove,
}: {
  readonly secret: Secret | undefined;
  readonly onBack: () => void;
  readonly onRemove: (secret: Secret) => void;
}) {
  const t = useTexts(secretsTexts);
  const mayDelete = useMay('secret:delete');
  const back = (
    <Button variant="ghost" icon="chevron-left" onClick={onBack}>
      {t('back')}
    </Button>
  );
  if (!secret)
    return (
      <div className="grid min-h-80">
        <Message drawing="lost" title={t('gone')} actions={back} />
      </div>
    );
  return (
    <div className="flex flex-col gap-4 pt-1 max-w-[720px]">
      <div className="flex items-center gap-3 -ml-2">
        {back}
        <span className="flex-1" />
        {mayDelete && (
          <Button icon="trash" onClick={() => onRemove(secret)}>
            {t('remove')}
          </Button>
        )}
      </div>
      <div>
        <div className="flex items-center gap-3">
          <h3 className="text-base font-semibold wrap-anywhere">{secret.name}</h3>
          <SecretStatus secret={secret} />
        </div>
        <p className="ui-hint">
          {t('by', { name: secret.updatedBy })} · <Moment atMs={secret.updatedAt} />
        </p>
        {secret.certificateEndsAt !== null && (
          <p className="ui-hint">
            {t('certificateEnds')} <Moment atMs={secret.certificateEndsAt} />
          </p>
        )}
      </div>
      <SecretForm secret={secret} />
      <UsagesCard id={secret.id} />
    </div>
  );
}

function SecretForm({ secret }: { readonly secret: Secret }) {
  const t = useTexts(secretsTexts);
  const mayUpdate = useMay('secret:update');
  const form = useRef<HTMLFormElement>(null);
  const stored = useMemo(() => ({ ...secret, value: '', expires: dayOf(secret.expirationDate) }), [secret]);
  const { value: entered, set: type, saved } = useEdits(stored);
  const [submitted, setSubmitted] = useState(false);
  const tell = useToldFaults(form, submitted);
  const update = useCommand('secrets:update', {
    inlineErrors: true,
    onSuccess: () => {
      toast({ title: t('saved'), tone: 'success' });
      setSubmitted(false);
    },
    onError: () => focusFirstFault(form.current),
  });
  const activation = useActivation(secret);
  const expirationDate = entered.expires === dayOf(secret.expirationDate) ? secret.expirationDate : endOfDay(entered.expires);
  const value = entered.value === '' ? undefined : meantValue(entered.value);
  const moved = expirationDate === secret.expirationDate ? undefined : (expirationDate ?? null);
  const found = secretFaults({ description: entered.description, value, expirationDate: moved }, Date.now());
  const faults = {
    name: entered.name.trim() === '' ? t('nameEmpty') : undefined,
    description: secretFaultText(found.description),
    tags: entered.tags.every(tagFits) ? undefined : t('tagShort'),
    expires: secretFaultText(found.expirationDate),
    value: secretFaultText(found.value),
  };
  const refused = update.error ? describeError(update.error) : undefined;
  const nameTaken = update.error?.code === 'WEB-00031' ? t('nameTaken') : undefined;
  const valueRefused = update.error?.code.startsWith('ACQ-PEM-') ? refused?.text : undefined;
  const { id, active } = secret;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.values(faults).some(Boolean) || expirationDate === undefined) {
      focusFirstFault(form.current);
      return;
    }
    const { name, description, tags } = entered;
    const input = { id, active, expirationDate, tags, name: name.trim(), description: description.trim() };
    update.mutate({ ...input, ...(value === undefined ? {} : { value }) }, { onSuccess: () => saved(entered) });
  };
  const set = (part: Partial<typeof entered>) => {
    update.reset();
    type(part);
  };
  return (
    <Card className="p-4">
      {activation.question}
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <SwitchRow label={t('active')} hint={t('activeHint')} checked={active} disabled={!mayUpdate} onChange={activation.change} />
        <Field label={t('secretName')} required {...tell('name', nameTaken ?? faults.name)}>
          {(control) => (
            <Input
              {...control}
              value={entered.name}
              maxLength={128}
              disabled={!mayUpdate}
              onChange={(event) => set({ name: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('description')} required hint={t('descriptionHint')} {...tell('description', faults.description)}>
          {(control) => (
            <Input
              {...control}
              value={entered.description}
              maxLength={2000}
              disabled={!mayUpdate}
              onChange={(event) => set({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('expiresOn')} required hint={t('expiresHint')} {...tell('expires', faults.expires)}>
          {(control) => (
            <Input
              {...control}
              type="date"
              className="max-w-48"
              value={entered.expires}
              disabled={!mayUpdate}
              onChange={(event) => set({ expires: event.target.value })}
            />
          )}
        </Field>
        <Field label={t('tags')} optional={t('optional')} hint={t('tagsHint')} {...tell('tags', faults.tags)}>
          {(control) => (
            <TagsInput
              {...control}
              value={entered.tags}
              disabled={!mayUpdate}
              onChange={(tags) => set({ tags: [...tags] })}
              invalid={(tag) => !tagFits(tag)}
            />
          )}
        </Field>
        <Field label={t('newValue')} optional={t('optional')} hint={t('newValueHint')} {...tell('value', valueRefused ?? faults.value)}>
          {(control) => (
            <SecretInput
              {...control}
              value={entered.value}
              disabled={!mayUpdate}
              onChange={(event) => set({ value: event.target.value })}
            />
          )}
        </Field>
        {refused && !nameTaken && !valueRefused && (
          <p className="ui-error" role="alert">
            {refused.text} ({update.error?.code})
          </p>
        )}
        {mayUpdate && (
          <Button variant="primary" type="submit" className="self-end" loading={update.isPending}>
            {t('save')}
          </Button>
        )}
      </form>
    </Card>
  );
}

function UsagesCard({ id }: { readonly id: string }) {
  const t = useTexts(secretsTexts);
  const { data: usages, error } = useOperation('secrets:getUsages', { id });
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-medium">
        {t('usages')}
        {usages && usages.totalUsages > 0 && <span className="ui-hint ml-2">{t('total', { count: usages.totalUsages })}</span>}
      </h3>
      {error && <p className="ui-error">{describeError(error).text}</p>}
      {!usages && !error && <Skeleton height={48} />}
      {usages?.totalUsages === 0 && <p className="text-muted">{t('nothingUses')}</p>}
      {usages && <UsageList usages={usages} />}
    </section>
  );
}
