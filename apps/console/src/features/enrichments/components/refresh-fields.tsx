import { Field, Input, Select } from '@acequia/ui';
import { SecretPicker } from '#blocks/secret-picker/secret-picker.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import type { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { refreshFaults, refreshSteps, type RefreshEntry, type RefreshFault } from '../model/refresh-form.ts';
import { enrichmentTexts } from '../texts.ts';

const kinds = ['none', 'bearer', 'basic', 'header'] as const;

/** Where a file is fetched from, how often, and with what. */
export function RefreshFields({
  value,
  tell,
  refused,
  onChange,
}: {
  readonly value: RefreshEntry;
  readonly tell: ReturnType<typeof useToldFaults>;
  /** Why the server does not take the address. */
  readonly refused: string | undefined;
  readonly onChange: (value: RefreshEntry) => void;
}) {
  const t = useTexts(enrichmentTexts);
  const set = (part: Partial<RefreshEntry>) => onChange({ ...value, ...part });
  const faults = refreshFaults(value);
  const fault = (name: RefreshFault) => tell(name, faults.has(name) ? t(name === 'url' ? 'addressNeeded' : 'partNeeded') : undefined);
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('address')} hint={t('addressHint')} required {...fault('url')} {...(refused === undefined ? {} : { error: refused })}>
        {(control) => (
          <Input
            {...control}
            mono
            spellCheck={false}
            placeholder="https://tables.example.com/sites.csv"
            value={value.url}
            onChange={(event) => set({ url: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('every')}>
        {(control) => (
          <Select
            {...control}
            value={String(value.everyMs)}
            onChange={(step) => set({ everyMs: Number(step) as RefreshEntry['everyMs'] })}
            options={refreshSteps.map((step) => ({ value: String(step), label: t('everyStep', { every: t(`e${step}`) }) }))}
          />
        )}
      </Field>
      <Field label={t('credentials')}>
        {(control) => (
          <Select
            {...control}
            value={value.kind}
            onChange={(kind) => set({ kind })}
            options={kinds.map((kind) => ({ value: kind, label: t(kind === 'none' ? 'noCredentials' : kind) }))}
          />
        )}
      </Field>
      {value.kind === 'basic' && (
        <Field label={t('user')} required {...fault('user')}>
          {(control) => (
            <Input {...control} value={value.user} autoComplete="off" onChange={(event) => set({ user: event.target.value })} />
          )}
        </Field>
      )}
      {value.kind === 'header' && (
        <Field label={t('headerName')} required {...fault('header')}>
          {(control) => <Input {...control} mono value={value.header} onChange={(event) => set({ header: event.target.value })} />}
        </Field>
      )}
      {value.kind !== 'none' && (
        <Field label={t('secret')} required {...fault('secretId')}>
          {(control) => (
            <SecretPicker
              value={value.secretId}
              onChange={(secretId) => set({ secretId })}
              control={control}
              disabled={false}
              label={t('secret')}
              optional={false}
            />
          )}
        </Field>
      )}
    </div>
  );
}
