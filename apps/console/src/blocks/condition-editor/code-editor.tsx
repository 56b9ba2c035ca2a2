import { useState, type ReactNode } from 'react';
import type { FieldControl } from '@acequia/ui';
import {
  checkCondition,
  checkExpression,
  parseExpression,
  printExpression,
  withoutPositions,
  type ExpressionFault,
  type FieldSet,
  type StoredExpression,
} from '@acequia/event';
import { CodeArea } from '#blocks/definition-form/widgets/code-area.tsx';
import { codeFaultText } from '#blocks/definition-form/fault-text.ts';
import { formTexts } from '#blocks/definition-form/texts.ts';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';

export interface CodeEditorProps {
  readonly kind: 'condition' | 'expression';
  readonly value: StoredExpression | undefined;
  readonly onChange: (value: unknown) => void;
  readonly fields: FieldSet | undefined;
  readonly readOnly: boolean;
  readonly placeholder: string;
  readonly control: FieldControl;
  /** Below the text, e.g. the result's type. */
  readonly note?: (type: string) => ReactNode;
}

const textOf = (value: StoredExpression | undefined): string => value?.code ?? (value?.ast ? printExpression(value.ast) : '');

/** Expression source with its first fault below it, found while typing. */
export function CodeEditor({ kind, value, onChange, fields, readOnly, placeholder, control, note }: CodeEditorProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const [text, setText] = useState(() => textOf(value));
  const parsed = text.trim() === '' ? undefined : parseExpression(text);
  const checked = parsed?.ok && fields ? (kind === 'condition' ? checkCondition : checkExpression)(parsed.value, fields) : undefined;
  const fault: ExpressionFault | undefined = parsed && !parsed.ok ? parsed.error : checked?.faults[0];
  const change = (next: string) => {
    setText(next);
    const read = parseExpression(next);
    onChange(next.trim() === '' ? undefined : read.ok ? { form: 'code', ast: withoutPositions(read.value) } : { form: 'code', code: next });
  };
  return (
    <>
      <CodeArea
        value={text}
        onChange={change}
        control={control}
        disabled={readOnly}
        fields={fields}
        functions
        rows={text.split('\n').length + 1}
        placeholder={placeholder}
        {...(fault ? { error: codeFaultText(fault, language) } : {})}
        end={checked && !fault ? note?.(checked.type) : undefined}
      />
      {fault?.fix !== undefined && (
        <button type="button" className="ui-link self-start text-xs" onClick={() => change(fault.fix!)}>
          {t('takeFix', { fix: fault.fix })}
        </button>
      )}
    </>
  );
}
