import { withoutPositions, type StoredExpression } from '@acequia/event';
import { isTree, sameValue } from './same-value.ts';

/** A condition or an expression in a configuration: to a person it is one value, whatever form it is edited in. */
export const isExpression = (value: unknown): value is Pick<StoredExpression, 'ast' | 'form'> =>
  isTree(value) && (value['form'] === 'visual' || value['form'] === 'code') && isTree(value['ast']);

/** Whether both say the same. */
export const sameExpression = (one: Pick<StoredExpression, 'ast'>, other: Pick<StoredExpression, 'ast'>): boolean =>
  sameValue(withoutPositions(one.ast), withoutPositions(other.ast));
