import { SecretPicker } from '#blocks/secret-picker/secret-picker.tsx';
import { textOf, type WidgetProps } from './widget.ts';

export function SecretWidget({ field, value, onChange, control, disabled, label }: WidgetProps) {
  return (
    <SecretPicker
      value={textOf(value)}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      control={control}
      disabled={disabled}
      label={label}
      optional={!field.hint.required}
    />
  );
}
