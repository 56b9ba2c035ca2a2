import type { ConfigSchema } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import { freshValue } from '#blocks/definition-form/index.ts';
import { elementOf } from '#blocks/definition-form/model/describe-fields.ts';
import { newToken } from '#blocks/secret-picker/new-token.ts';

/** A listener whose senders prove themselves with a token begins with one of its own. */
export function withProposedToken(
  begun: Readonly<Record<string, unknown>>,
  schema: ConfigSchema,
  language: Language,
): Readonly<Record<string, unknown>> {
  const list = schema.shape['tokens'];
  const entry = list && elementOf(list);
  if (begun['auth'] !== 'bearer' || !entry) return begun;
  return { ...begun, tokens: [{ ...(freshValue(entry, [], language) as object), token: newToken }] };
}
