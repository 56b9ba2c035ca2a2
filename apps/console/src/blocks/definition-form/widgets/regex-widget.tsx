import { useMemo } from 'react';
import { compileRegex } from '@acequia/event';
import { plainLanguage } from '#blocks/expression-editor/languages/plain-language.ts';
import { SourceEditor } from '#blocks/expression-editor/source-editor.tsx';
import { useLanguage } from '#i18n/use-texts.ts';
import { faultText } from '../fault-text.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** A regular expression, with its fault where it stands. */
export function RegexWidget({ field, value, onChange, control, disabled, placeholder, label }: WidgetProps) {
  const language = useLanguage();
  const text = textOf(value);
  const faults = useMemo(() => {
    const compiled = text === '' ? undefined : compileRegex(text);
    if (!compiled || compiled.ok) return [];
    const { code, offset, end } = compiled.error;
    return [{ code, from: offset, to: end, message: faultText({ path: '', code, severity: 'error' }, language) }];
  }, [text, language]);
  return (
    <SourceEditor
      value={text}
      onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
      control={control}
      label={label}
      disabled={disabled}
      language={plainLanguage}
      faults={faults}
      placeholder={placeholder}
    />
  );
}
