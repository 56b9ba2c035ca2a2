import type { KnownType } from '../field-set.ts';

/** Type of an expression as far as it is known before an event is there. `duration` is an integer of ms. */
export type ExpressionType = KnownType | 'null' | 'duration' | 'list<unknown>';

export const isListType = (type: ExpressionType): boolean => type.startsWith('list<');
export const isNumberType = (type: ExpressionType): boolean => type === 'integer' || type === 'float' || type === 'duration';
export const isOpenType = (type: ExpressionType): boolean => type === 'unknown' || type === 'null';

export function elementType(type: ExpressionType): ExpressionType {
  return isListType(type) ? (type.slice(5, -1) as ExpressionType) : 'unknown';
}

export function listTypeOf(type: ExpressionType): ExpressionType {
  const element = type === 'duration' ? 'integer' : type;
  return element === 'string' || element === 'integer' || element === 'float' || element === 'boolean' || element === 'timestamp'
    ? `list<${element}>`
    : 'list<unknown>';
}

/** The type of a value that is one of several. */
export function commonType(types: readonly ExpressionType[]): ExpressionType {
  const rest = [...new Set(types.filter((type) => type !== 'null'))];
  if (rest.length === 0) return 'null';
  if (rest.length === 1) return rest[0]!;
  if (rest.every(isNumberType)) return rest.includes('float') ? 'float' : 'integer';
  return 'unknown';
}

/** Letters of parameters: catalogue 4.5, and `re` a constant pattern. */
export type ParameterType = 's' | 'i' | 'n' | 'b' | 't' | 'd' | 'j' | 'l' | 'a' | 're' | 'dx';

export function accepts(parameter: ParameterType, type: ExpressionType): boolean {
  if (isOpenType(type) || parameter === 'a') return true;
  switch (parameter) {
    case 's':
    case 're':
      return type === 'string';
    case 'i':
      return type === 'integer' || type === 'duration';
    case 'n':
      return isNumberType(type);
    case 'b':
      return type === 'boolean';
    case 't':
      return type === 'timestamp';
    case 'd':
      return type === 'duration' || type === 'integer';
    case 'dx':
      return type === 'duration' || type === 'integer' || type === 'string';
    case 'j':
      return type === 'json';
    case 'l':
      return isListType(type) || type === 'json';
  }
}
