import type { TextChange } from '@acequia/batch';
import type { FieldType } from '@acequia/event';
import { defineOperation, type Operation, type OperationExample, type OperationGroup } from './operation.ts';
import { none, words } from './parameters.ts';
import { textOf } from './read-values.ts';

/** Every single value; text operations take it through its text (catalogue 1.7). */
export const scalars = ['string', 'integer', 'float', 'boolean', 'timestamp'] as const satisfies readonly FieldType[];

/** An operation without parameters from text to text, element by element on lists. `ascii`: what it does to a text of ASCII. */
export function textOperation(
  id: string,
  group: OperationGroup,
  title: readonly [string, string],
  summary: readonly [string, string],
  apply: (text: string) => string,
  examples: readonly OperationExample[],
  ascii?: TextChange,
): Operation {
  return defineOperation({
    id,
    group,
    title: words(...title),
    summary: words(...summary),
    input: scalars,
    output: 'string',
    maps: true,
    parameters: none,
    text: {},
    ascii: () => ascii,
    compile: () => (value) => apply(textOf(value)),
    examples,
  });
}
