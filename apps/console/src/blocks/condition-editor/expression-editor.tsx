import { TypeChip, type FieldControl } from '@acequia/ui';
import type { FieldSet, StoredExpression } from '@acequia/event';
import { useTexts } from '#i18n/use-texts.ts';
import { CodeEditor } from './code-editor.tsx';
import { conditionTexts } from './texts.ts';

/** An expression as code; the type of its result is shown when the fields are known. */
export function ExpressionEditor({
  value,
  onChange,
  fields,
  readOnly = false,
  control,
}: {
  readonly value: StoredExpression | undefined;
  readonly onChange: (value: unknown) => void;
  readonly fields: FieldSet | undefined;
  readonly readOnly?: boolean;
  readonly control: FieldControl;
}) {
  const t = useTexts(conditionTexts);
  return (
    <CodeEditor
      kind="expression"
      value={value}
      onChange={onChange}
      fields={fields}
      readOnly={readOnly}
      control={control}
      placeholder={t('expressionPlaceholder')}
      note={(type) =>
        type === 'unknown' ? undefined : (
          <span className="flex items-center gap-1.5 ml-auto ui-hint">
            {t('result')} <TypeChip type={type} />
          </span>
        )
      }
    />
  );
}
