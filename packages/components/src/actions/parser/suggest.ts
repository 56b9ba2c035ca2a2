import type { PointedValue, Suggestion } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { parserConfig } from './config.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** By a format, else by a pattern of all the texts. */
export function suggestParser({ name, type, texts }: PointedValue): readonly Suggestion<z.input<typeof parserConfig>>[] {
  if (type !== 'string') return [];
  const proposal = proposeParser(texts, name)[0] ?? proposePattern(texts, name);
  return proposal ? [{ kind: 'extract', config: { ...proposal } }] : [];
}
