import { Combobox } from '@acequia/ui';
import { useFieldOptions } from '#blocks/field-offers/use-field-options.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormSurroundings } from '../form-context.ts';
import { formTexts } from '../texts.ts';
import { textOf, type WidgetProps } from './widget.ts';

export function FieldWidget({ field, value, onChange, control, disabled }: WidgetProps) {
  const t = useTexts(formTexts);
  const { fields } = useFormSurroundings();
  const options = useFieldOptions(fields, field.hint.fieldTypes);
  return (
    <Combobox
      {...control}
      mono
      value={textOf(value)}
      onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
      options={options}
      placeholder={t('fieldPlaceholder')}
      disabled={disabled}
    />
  );
}
