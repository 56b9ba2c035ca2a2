import { useMemo } from 'react';
import { parseTemplate } from '@acequia/event';
import { opsFor } from '#blocks/condition-editor/model/condition-rows.ts';
import { templateLanguage } from '#blocks/expression-editor/languages/template-language.ts';
import { SourceEditor } from '#blocks/expression-editor/source-editor.tsx';
import { sourceFault } from '#blocks/expression-editor/source-faults.ts';
import { useLanguage } from '#i18n/use-texts.ts';
import { useFormSurroundings } from '../form-context.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** Text with references and expressions in it. */
export function TemplateWidget({ field, value, onChange, control, disabled, placeholder, label }: WidgetProps) {
  const { fields } = useFormSurroundings();
  const language = useLanguage();
  const text = textOf(value);
  const source = useMemo(() => templateLanguage({ fields, language, opsFor }), [fields, language]);
  const faults = useMemo(() => {
    const parsed = parseTemplate(text);
    return parsed.ok ? [] : [sourceFault(text, parsed.error, language)];
  }, [text, language]);
  const keepEmpty = field.hint.required || field.hint.bounds?.min === 0;
  return (
    <SourceEditor
      value={text}
      onChange={(next) => onChange(next === '' && !keepEmpty ? undefined : next)}
      control={control}
      label={label}
      disabled={disabled}
      language={source}
      faults={faults}
      placeholder={placeholder}
      rows={text.includes('\n') || text.length > 60 ? 4 : 1}
      tools={disabled ? undefined : { fields }}
    />
  );
}
