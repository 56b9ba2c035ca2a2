import { hintOf, type ConfigSchema } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { FieldChoices } from '../form-context.ts';

/** A beginning of a configuration: what has to be picked from a list of this installation is the list's first value. */
export function prefilled(
  schema: ConfigSchema,
  choices: FieldChoices,
  begun: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const picked = Object.entries(schema.shape as z.core.$ZodLooseShape).flatMap(([name, member]) => {
    const hint = hintOf(member);
    const first = hint?.required && hint.options ? choices[hint.options]?.[0] : undefined;
    return first ? [[name, first.value] as const] : [];
  });
  return { ...Object.fromEntries(picked), ...begun };
}
