import { useState } from 'react';
import { Button, Select, type FieldControl } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { newToken } from './new-token.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { secretPickerTexts } from './texts.ts';

/** Picks a secret of the tenant by name, or makes one in place. `value` is its id, empty for none. */
export function SecretPicker({
  value,
  onChange,
  control,
  disabled,
  label,
  optional,
}: {
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly control: FieldControl;
  readonly disabled: boolean;
  readonly label: string;
  readonly optional: boolean;
}) {
  const t = useTexts(secretPickerTexts);
  const [making, setMaking] = useState(false);
  const [offersNew] = useState(value === newToken);
  const mayRead = useMay('secret:read');
  const mayCreate = useMay('secret:create');
  const { data: secrets } = useOperation('secrets:list', {}, { enabled: mayRead });
  if (!mayRead) return <p className="ui-hint">{t('noRight')}</p>;
  const known = value === newToken || secrets?.some((secret) => secret.id === value);
  const options = [
    ...(offersNew ? [{ value: newToken, label: t('newToken') }] : []),
    ...(optional ? [{ value: '', label: t('none') }] : []),
    ...(value !== '' && secrets && !known ? [{ value, label: t('lost') }] : []),
    ...(secrets ?? []).map((secret) => ({
      value: secret.id,
      label: secret.active
        ? secret.expirationDate > Date.now()
          ? secret.name
          : `${secret.name} (${t('expired')})`
        : `${secret.name} (${t('inactive')})`,
    })),
  ];
  return (
    <div className="flex gap-2">
      <Select
        {...control}
        aria-label={label}
        value={value === '' && !optional ? undefined : value}
        onChange={onChange}
        options={options}
        placeholder={t('choose')}
        disabled={disabled}
      />
      {mayCreate && !disabled && (
        <Button icon="plus" onClick={() => setMaking(true)}>
          {t('newSecret')}
        </Button>
      )}
      {making && <SecretDialog suggestedName={label} onClose={() => setMaking(false)} onCreated={(secret) => onChange(secret.id)} />}
    </div>
  );
}
