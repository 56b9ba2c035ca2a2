import { elementType, isNumberType, isOpenType, listTypeOf, type ExpressionType, type KnownType } from '@acequia/event';

/** Functions of a group, in the order of the form. */
export const aggregateFunctions = [
  'count',
  'count-distinct',
  'sum',
  'avg',
  'min',
  'max',
  'range',
  'first',
  'last',
  'median',
  'percentile',
  'stddev',
  'collect-list',
  'collect-set',
  'join',
  'any',
  'all',
  'most-frequent',
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Values a function can work with; events with others are refused. */
export type Takes = 'anything' | 'numbers' | 'times and numbers' | 'ordered values' | 'booleans';

const special: Partial<Readonly<Record<AggregateFunction, Takes>>> = {
  sum: 'numbers',
  avg: 'numbers',
  median: 'numbers',
  percentile: 'numbers',
  stddev: 'numbers',
  range: 'times and numbers',
  min: 'ordered values',
  max: 'ordered values',
  any: 'booleans',
  all: 'booleans',
};

/** It gives the values themselves. */
export const collects = (name: AggregateFunction): boolean => name === 'collect-list' || name === 'collect-set' || name === 'join';

export const takenBy = (name: AggregateFunction): Takes => special[name] ?? 'anything';

/** Whether a function may get values of this type; types known only by the event may be anything. */
export function mayTake(takes: Takes, type: ExpressionType): boolean {
  if (isOpenType(type)) return true;
  switch (takes) {
    case 'anything':
      return true;
    case 'numbers':
      return isNumberType(type);
    case 'times and numbers':
      return isNumberType(type) || type === 'timestamp';
    case 'ordered values':
      return isNumberType(type) || type === 'timestamp' || type === 'string';
    case 'booleans':
      return type === 'boolean';
  }
}

/** Type of the result when values of `type` go in. */
export function resultType(name: AggregateFunction, type: ExpressionType): KnownType {
  switch (name) {
    case 'count':
    case 'count-distinct':
      return 'integer';
    case 'avg':
    case 'median':
    case 'percentile':
    case 'stddev':
      return 'float';
    case 'join':
      return 'string';
    case 'any':
    case 'all':
      return 'boolean';
    case 'range':
      return type === 'timestamp' ? 'integer' : fieldType(type);
    case 'collect-list':
    case 'collect-set':
      return listType(type);
    default:
      return fieldType(type);
  }
}

function fieldType(type: ExpressionType): KnownType {
  if (type === 'duration') return 'integer';
  return type === 'null' || type === 'list<unknown>' ? 'unknown' : type;
}

/** Lists of scalars; what else is collected becomes a json array. */
function listType(type: ExpressionType): KnownType {
  if (isOpenType(type)) return 'unknown';
  const list = listTypeOf(type);
  return list === 'list<unknown>' || elementType(type) !== 'unknown' ? 'json' : fieldType(list);
}
