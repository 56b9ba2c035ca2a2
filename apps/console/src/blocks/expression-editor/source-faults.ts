import { nextToken } from '@acequia/event';
import type { Language } from '@acequia/component-sdk/text';
import { codeFaultText } from '#blocks/definition-form/fault-text.ts';
import type { SourceFault, SourceFix } from './language.ts';

interface Found {
  readonly code: string;
  readonly offset: number;
  readonly detail: string | number;
}

/** A fault of a source text with its words and the piece it stands at: the token there, else one character. */
export function sourceFault(text: string, found: Found, language: Language, fix?: SourceFix): SourceFault {
  const from = Math.min(found.offset, text.length);
  const token = from < text.length ? nextToken(text, from) : undefined;
  const to = token && 'kind' in token && token.end > from ? token.end : from + 1;
  return { code: found.code, from, to, message: codeFaultText(found, language), ...(fix ? { fix } : {}) };
}
