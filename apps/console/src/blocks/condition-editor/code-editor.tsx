import { useMemo, type ReactNode } from 'react';
import type { FieldControl } from '@acequia/ui';
import {
  checkCondition,
  checkExpression,
  parseExpression,
  withoutPositions,
  type Expression,
  type ExpressionFault,
  type FieldSet,
} from '@acequia/event';
import { expressionLanguage } from '#blocks/expression-editor/languages/expression-language.ts';
import { SourceEditor } from '#blocks/expression-editor/source-editor.tsx';
import { sourceFault } from '#blocks/expression-editor/source-faults.ts';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useLanguage } from '#i18n/use-texts.ts';
import { applyFix } from './model/apply-fix.ts';
import { codeOf, type EditedExpression } from './model/condition-forms.ts';
import { opsFor } from './model/condition-rows.ts';

export interface CodeEditorProps {
  readonly kind: 'condition' | 'expression';
  readonly value: EditedExpression | undefined;
  readonly onChange: (value: unknown) => void;
  readonly fields: OfferedFields | undefined;
  readonly readOnly: boolean;
  readonly placeholder: string;
  readonly control: FieldControl;
  readonly label: string;
  /** Below the text, e.g. the result's type. */
  readonly note?: (type: string) => ReactNode;
}

interface Checked {
  /** Undefined while the text cannot be read. */
  readonly ast: Expression | undefined;
  readonly faults: readonly ExpressionFault[];
  /** Of the result; undefined while it is not known. */
  readonly type: string | undefined;
}

function check(kind: CodeEditorProps['kind'], text: string, fields: FieldSet | undefined): Checked {
  if (text.trim() === '') return { ast: undefined, faults: [], type: undefined };
  const parsed = parseExpression(text);
  if (!parsed.ok) return { ast: undefined, faults: [parsed.error], type: undefined };
  const ast = parsed.value;
  return fields ? { ast, ...(kind === 'condition' ? checkCondition : checkExpression)(ast, fields) } : { ast, faults: [], type: undefined };
}

/** Expression source with completion, hints, and its faults found while typing. What is typed is kept as it is typed. */
export function CodeEditor({ kind, value, onChange, fields, readOnly, placeholder, control, label, note }: CodeEditorProps) {
  const language = useLanguage();
  const text = useMemo(() => codeOf(value), [value]);
  const source = useMemo(() => expressionLanguage({ fields, language, opsFor }), [fields, language]);
  const checked = useMemo(() => check(kind, text, fields), [kind, text, fields]);
  const faults = useMemo(
    () =>
      checked.faults.map((fault) => {
        const fixed = checked.ast && applyFix(text, checked.ast, fault);
        return sourceFault(text, fault, language, fixed === undefined ? undefined : { label: fault.fix!, text: fixed });
      }),
    [checked, text, language],
  );
  const change = (next: string) => {
    const read = parseExpression(next);
    onChange(next.trim() === '' ? undefined : { form: 'code', ...(read.ok ? { ast: withoutPositions(read.value) } : {}), code: next });
  };
  return (
    <SourceEditor
      value={text}
      onChange={change}
      control={control}
      label={label}
      disabled={readOnly}
      language={source}
      faults={faults}
      rows={2}
      placeholder={placeholder}
      tools={
        readOnly
          ? undefined
          : { fields, functions: true, end: checked.type !== undefined && faults.length === 0 ? note?.(checked.type) : undefined }
      }
    />
  );
}
