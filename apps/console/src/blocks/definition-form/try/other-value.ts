import { parseExpression, withoutPositions } from '@acequia/event';
import * as z from 'zod';
import { offeredOptions } from '../model/describe-fields.ts';
import type { Line } from './lines.ts';

/** The secret a person may pick. */
export const secretId = 'SE_0123456789abcdef01234567';

/** The table a person may pick. */
export const lookupId = 'LK_other';

const conditionCode = '${status} >= 500';
const expressionCode = 'length(${message}) + 1';
const code = (text: string) => {
  const read = parseExpression(text);
  if (!read.ok) throw new Error(`${text} cannot be read`);
  return { form: 'code', ast: withoutPositions(read.value), code: text };
};

const texts = [
  'other',
  'other.example',
  'https://other.example',
  '10.9.8.7',
  '/var/other',
  '{other:ip}',
  'o',
  '#',
  'other[*]',
  '{"other": 1}',
  'text/csv',
  '0600',
];

/** What may be typed into a field of a kind, in the order to try. */
function candidates({ hint, value, schema }: Line): readonly unknown[] {
  const number = typeof value === 'number' ? value : 0;
  switch (hint.widget) {
    case 'boolean':
      return [value !== true];
    case 'integer':
    case 'port':
      return [number + 1, number - 1, 1, 2, 100, 4_096, 20_000, Number(hint.bounds?.min ?? 1), Number(hint.bounds?.max ?? 1)];
    case 'number':
      return [number + 0.5, number / 2, 0.25, 1, 50];
    case 'choice':
      return offeredOptions({ schema, hint }, value);
    case 'duration':
      return ['7s', '70s', '7m', '7h', '70ms', '7d'];
    case 'size':
      return ['7 KiB', '70 KiB', '7 MiB', '700', '7 GiB'];
    case 'cidr':
      return ['10.9.0.0/16'];
    case 'operation':
      return ['upper-case', 'trim', 'lower-case'];
    case 'timezone':
      return ['America/Bogota', 'UTC'];
    case 'secret':
    case 'pem':
      return [secretId];
    case 'lookup':
      return [lookupId];
    case 'condition':
      return [code(conditionCode)];
    case 'expression':
      return [code(expressionCode)];
    case 'template':
      return ['${other} and {{ 1 + 1 }}', ...texts];
    default:
      return texts;
  }
}

/** A value of the field's own kind that is not the one it has, as it is written; rejects a field for which none is known. */
export function otherValue(line: Line): unknown {
  const found = candidates(line).find(
    (each) => JSON.stringify(each) !== JSON.stringify(line.value) && z.safeParse(line.schema, each).success,
  );
  if (found === undefined) throw new Error(`no other value is known for ${line.path.join('.')} (${line.hint.widget})`);
  return found;
}
