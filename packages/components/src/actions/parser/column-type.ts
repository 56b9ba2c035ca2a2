import { integerFromText, proposeType } from '@acequia/event';

/** What every one of the texts can become without losing a character that says something. */
export type ColumnType = 'boolean' | 'integer' | 'float' | 'timestamp' | 'ip' | 'string';

const whole = /^-?(?:0|[1-9]\d{0,18})$/;
const decimal = /^-?(?=[\d.]{1,16}$)(?:0|[1-9]\d*)\.(\d+)$/;
/** Fewer decimals may as well be those of a version. */
const decimalsMin = 3;

/**
 * The type of a column of texts. Telephone numbers (`+34…`), codes (`1e5`, `007`) and versions (`1.10`) look like numbers
 * and are none: a number is proposed only where it is written as one, and a decimal only where its digits leave no doubt.
 */
export function columnType(texts: readonly string[]): ColumnType {
  if (texts.length === 0 || texts.includes('')) return 'string';
  const isWhole = (text: string) => whole.test(text) && integerFromText(text, 10) !== undefined;
  if (texts.every(isWhole)) return 'integer';
  const decimals = texts.flatMap((text) => decimal.exec(text)?.[1] ?? []);
  if (decimals.length > 0 && texts.every((text) => isWhole(text) || decimal.test(text))) {
    const isAligned = decimals.every((digits) => digits.length === decimals[0]!.length);
    const isShortest = decimals.every((digits) => !digits.endsWith('0'));
    return decimals.some((digits) => digits.length >= decimalsMin) && (isAligned || isShortest) ? 'float' : 'string';
  }
  const type = proposeType(texts);
  return type === 'boolean' || type === 'timestamp' || type === 'ip' ? type : 'string';
}
