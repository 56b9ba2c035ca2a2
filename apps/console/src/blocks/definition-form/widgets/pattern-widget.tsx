import { useMemo } from 'react';
import { TypeChip } from '@acequia/ui';
import { compilePattern } from '@acequia/event';
import { patternLanguage } from '#blocks/expression-editor/languages/pattern-language.ts';
import { SourceEditor } from '#blocks/expression-editor/source-editor.tsx';
import { sourceFault } from '#blocks/expression-editor/source-faults.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { formTexts } from '../texts.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** A pattern of the parse language; what comes out stands below. */
export function PatternWidget({ field, value, onChange, control, disabled, placeholder, label }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const text = textOf(value);
  const source = useMemo(() => patternLanguage(language), [language]);
  const compiled = useMemo(() => (text === '' ? undefined : compilePattern(text)), [text]);
  const faults = useMemo(() => (compiled && !compiled.ok ? [sourceFault(text, compiled.error, language)] : []), [compiled, text, language]);
  return (
    <>
      <SourceEditor
        value={text}
        onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
        control={control}
        label={label}
        disabled={disabled}
        language={source}
        faults={faults}
        placeholder={placeholder}
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
