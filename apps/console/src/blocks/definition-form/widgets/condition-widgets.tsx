import type { StoredExpression } from '@acequia/event';
import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import { ExpressionEditor } from '#blocks/condition-editor/expression-editor.tsx';
import { useFormSurroundings } from '../form-context.ts';
import type { WidgetProps } from './widget.ts';

const stored = (value: unknown): StoredExpression | undefined =>
  typeof value === 'object' && value !== null ? (value as StoredExpression) : undefined;

export function ConditionWidget({ value, onChange, disabled, label }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ConditionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} label={label} />;
}

export function ExpressionWidget({ value, onChange, control, disabled }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ExpressionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} control={control} />;
}
