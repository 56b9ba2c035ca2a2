import { compileRegex } from '@acequia/event';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { formTexts } from '../texts.ts';
import { PlainCode } from './plain-code.tsx';
import { textOf, type WidgetProps } from './widget.ts';

export function RegexWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const text = textOf(value);
  const compiled = text === '' ? undefined : compileRegex(text);
  const error =
    compiled && !compiled.ok
      ? `${compiled.error.hint[language]} ${t('patternPosition', { position: compiled.error.offset + 1 })}`
      : undefined;
  return (
    <PlainCode
      value={text}
      onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
      control={control}
      disabled={disabled}
      placeholder={placeholder}
      error={error}
    />
  );
}
