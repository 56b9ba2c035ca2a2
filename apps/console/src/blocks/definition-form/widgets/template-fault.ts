import type { Language } from '@acequia/component-sdk/text';
import { parseTemplate } from '@acequia/event';
import { codeFaultText } from '../fault-text.ts';

/** What is wrong with a text with `${}` and `{{ }}`; undefined when nothing is. */
export function templateFault(text: string, language: Language): string | undefined {
  const parsed = parseTemplate(text);
  return parsed.ok ? undefined : codeFaultText(parsed.error, language);
}
