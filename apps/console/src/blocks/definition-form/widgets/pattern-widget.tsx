import { TypeChip } from '@acequia/ui';
import { compilePattern } from '@acequia/event';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { codeFaultText } from '../fault-text.ts';
import { formTexts } from '../texts.ts';
import { PlainCode } from './plain-code.tsx';
import { textOf, type WidgetProps } from './widget.ts';

export function PatternWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const text = textOf(value);
  const compiled = text === '' ? undefined : compilePattern(text);
  const error = compiled && !compiled.ok ? codeFaultText(compiled.error, language) : undefined;
  return (
    <>
      <PlainCode
        value={text}
        onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
        control={control}
        disabled={disabled}
        placeholder={placeholder}
        error={error}
        rows={4}
      />
      {compiled?.ok && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 mt-1.5 ui-hint" role="status">
          {t('outputs', { count: compiled.value.outputs.length })}
          {compiled.value.outputs.slice(0, 40).map((output) => (
            <span key={output.name} className="inline-flex items-center gap-1 ui-mono">
              {output.name}
              {output.type !== 'unknown' && <TypeChip type={output.type} />}
            </span>
          ))}
        </div>
      )}
    </>
  );
}
