import { useEffect, useState } from 'react';
import { useLanguage } from '#i18n/use-texts.ts';
import { useFormSurroundings } from '../form-context.ts';
import { CodeArea } from './code-area.tsx';
import { textOf, type WidgetProps } from './widget.ts';

export function TemplateWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const { fields } = useFormSurroundings();
  const text = textOf(value);
  const error = useTemplateFault(text);
  const keepEmpty = field.hint.required || field.hint.bounds?.min === 0;
  return (
    <CodeArea
      value={text}
      onChange={(next) => onChange(next === '' && !keepEmpty ? undefined : next)}
      control={control}
      disabled={disabled}
      fields={fields}
      rows={text.includes('\n') || text.length > 60 ? 4 : 1}
      placeholder={placeholder}
      {...(error === undefined ? {} : { error })}
    />
  );
}

/** Plain text has no faults; the check comes with the first sign of a field or an expression. */
function useTemplateFault(text: string): string | undefined {
  const language = useLanguage();
  const [checked, setChecked] = useState<{ readonly text: string; readonly fault: string | undefined }>();
  useEffect(() => {
    if (!/\$\{|\{\{/.test(text)) return undefined;
    let current = true;
    void import('./template-fault.ts').then(({ templateFault }) => {
      if (current) setChecked({ text, fault: templateFault(text, language) });
    });
    return () => {
      current = false;
    };
  }, [text, language]);
  return checked?.text === text ? checked.fault : undefined;
}
