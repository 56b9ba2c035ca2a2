import { Select } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { formTexts } from '../texts.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** A table of the tenant by its name, with its columns below. One that is gone stays among them by its id. */
export function LookupWidget({ value, onChange, control, label, disabled }: WidgetProps) {
  const t = useTexts(formTexts);
  const mayRead = useMay('lookup:read');
  const { data: lookups } = useOperation('lookups:list', {}, { enabled: mayRead });
  const chosen = textOf(value);
  const lookup = lookups?.find(({ id }) => id === chosen);
  const gone = chosen !== '' && lookups && !lookup ? [{ value: chosen, label: chosen }] : [];
  return (
    <div className="flex flex-col gap-1">
      <Select
        {...control}
        aria-label={label}
        value={chosen === '' ? undefined : chosen}
        onChange={onChange}
        options={[...gone, ...(lookups ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
        placeholder={t('choose')}
        disabled={disabled}
      />
      {lookup?.active && (
        <p className="ui-hint ui-mono break-words">
          {lookup.active.columns.map((column) => (column === lookup.keyColumn ? `${column}*` : column)).join(' · ')}
        </p>
      )}
      {lookups?.length === 0 && (
        <a href="/enrichments/create/type" target="_blank" rel="noreferrer" className="ui-link text-xs self-start">
          {t('newLookup')}
        </a>
      )}
    </div>
  );
}
