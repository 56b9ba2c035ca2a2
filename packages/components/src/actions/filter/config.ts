import { choiceField, configObject, field } from '@acequia/component-sdk/definition';
import { storedExpressionSchema } from '@acequia/event';
import type * as z from 'zod';

export const filterConfig = configObject({
  mode: choiceField(['keep', 'drop'], { default: 'keep' }),
  condition: field(storedExpressionSchema, 'condition', {}),
});
export type FilterConfig = z.infer<typeof filterConfig>;
