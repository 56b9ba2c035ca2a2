import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import type { EditedExpression } from '#blocks/condition-editor/model/condition-forms.ts';
import { ExpressionEditor } from '#blocks/expression-editor/expression-editor.tsx';
import { useFormSurroundings } from '../form-context.ts';
import type { WidgetProps } from './widget.ts';

const stored = (value: unknown): EditedExpression | undefined =>
  typeof value === 'object' && value !== null ? (value as EditedExpression) : undefined;

export function ConditionWidget({ value, onChange, disabled, label }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ConditionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} label={label} />;
}

export function ExpressionWidget({ value, onChange, control, disabled, label }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ExpressionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} control={control} label={label} />;
}
