import { err, type Result } from '@acequia/base';
import { compileRegex, type Regex } from '../../regex/compile-regex.ts';
import type { FieldValue } from '../../values.ts';

/** The pattern of a constant argument; the error text names the fault. */
export function constantRegex(value: FieldValue | undefined, ignoreCase = false): Result<Regex, string> {
  if (typeof value !== 'string') return err('constant');
  const regex = compileRegex(value, { ignoreCase });
  return regex.ok ? regex : err(`${regex.error.code}@${regex.error.offset}`);
}
