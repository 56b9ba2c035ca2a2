import { errorText, isErrorCode } from '@acequia/contract/error-texts';
import { networkCode, type ServerRefusal } from './server-refusal.ts';

/** What happened, why and what next, with the code for a search in docs/reference/errors.md; a code of a newer server stands alone. */
export function describeRefusal({ code, fields }: ServerRefusal): string {
  if (code === networkCode) return 'The server no longer answers. Check that it runs, then try again.';
  const words = isErrorCode(code) ? errorText(code, 'en', fields) : undefined;
  const sentence = words === undefined ? '' : `${words.title}. ${words.text}`;
  const about = Object.entries(fields)
    .map(([name, value]) => [name, typeof value === 'string' && isErrorCode(value) ? errorText(value, 'en').title : String(value)] as const)
    .filter(([, value]) => !sentence.includes(value))
    .map(([name, value]) => `, ${name}: ${value}`);
  const known = `${code}${about.join('')}`;
  return sentence === '' ? `The server refused: ${known}.` : `The server refused: ${sentence} (${known})`;
}
