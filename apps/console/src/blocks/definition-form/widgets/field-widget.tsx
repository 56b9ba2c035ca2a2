import { Combobox, TypeChip, type ComboboxOption } from '@acequia/ui';
import { internalFields, type FieldSet, type FieldType } from '@acequia/event';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormSurroundings } from '../form-context.ts';
import { formTexts } from '../texts.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** The fields a picker offers, internal ones last; `types` narrows them, unknown types always fit. */
export function fieldOptions(set: FieldSet | undefined, types: readonly FieldType[] | undefined): readonly ComboboxOption[] {
  const all = [...(set?.fields ?? []), ...internalFields];
  const seen = new Set<string>();
  return all.flatMap(([name, type]) => {
    if (seen.has(name) || (types && type !== 'unknown' && !types.includes(type))) return [];
    seen.add(name);
    return [{ value: name, ...(type === 'unknown' ? {} : { end: <TypeChip type={type} /> }) }];
  });
}

export function FieldWidget({ field, value, onChange, control, disabled }: WidgetProps) {
  const t = useTexts(formTexts);
  const { fields } = useFormSurroundings();
  return (
    <Combobox
      {...control}
      mono
      value={textOf(value)}
      onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
      options={fieldOptions(fields, field.hint.fieldTypes)}
      placeholder={t('fieldPlaceholder')}
      disabled={disabled}
    />
  );
}
