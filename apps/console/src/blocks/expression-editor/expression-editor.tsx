import { TypeChip, type FieldControl } from '@acequia/ui';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { CodeEditor } from '#blocks/condition-editor/code-editor.tsx';
import type { EditedExpression } from '#blocks/condition-editor/model/condition-forms.ts';
import { conditionTexts } from '#blocks/condition-editor/texts.ts';

/** An expression as code; the type of its result is shown when the fields are known. */
export function ExpressionEditor({
  value,
  onChange,
  fields,
  readOnly = false,
  control,
  label,
}: {
  readonly value: EditedExpression | undefined;
  readonly onChange: (value: unknown) => void;
  readonly fields: OfferedFields | undefined;
  readonly readOnly?: boolean;
  readonly control: FieldControl;
  readonly label: string;
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
      label={label}
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
