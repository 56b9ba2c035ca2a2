import { printExpression, storedExpressionSchema } from '@acequia/event';
import type { Label } from '@acequia/contract';

/** Built-in labels have names of the language. */
export function labelName(label: Pick<Label, 'id' | 'name' | 'builtIn'>, t: (key: 'all' | 'unlabelled') => string): string {
  if (!label.builtIn) return label.name;
  return label.id === 'unlabelled' ? t('unlabelled') : t('all');
}

/** Its condition as code, whatever form it was written in. */
export function conditionText(label: Label): string {
  const parsed = storedExpressionSchema.safeParse(label.condition);
  return parsed.success ? printExpression(parsed.data.ast) : '';
}
