import { defineAction, type ConfigFault } from '@acequia/component-sdk/definition';
import { checkExpression, fieldSet, typeOfField, type ExpressionType, type FieldSet, type KnownType } from '@acequia/event';
import { checkReferences } from '../../fields/check-references.ts';
import { groupByConfig, keyNamesOf, exceededOverlap, resultFields, type Aggregation, type GroupByConfig } from './config.ts';
import { groupByExamples } from './examples.ts';
import { mayTake, resultType, takenBy } from './function-types.ts';
import { groupByText } from './text.ts';

const inputType = ({ expr }: Aggregation, input: FieldSet): ExpressionType =>
  expr === undefined ? 'boolean' : checkExpression(expr.ast, input).type;

/** Only keys, aggregates and the window: nothing else of the inputs. */
function resultSet(config: GroupByConfig, input: FieldSet): FieldSet {
  const names = keyNamesOf(config.keys);
  return fieldSet([
    ...config.keys.map((key, index): [string, KnownType] => [names[index]!, typeOfField(input, key) ?? 'unknown']),
    ...config.aggregations.map((each): [string, KnownType] => [each.name, resultType(each.function, inputType(each, input))]),
    [resultFields.start, 'timestamp'],
    [resultFields.end, 'timestamp'],
    [resultFields.events, 'integer'],
  ]);
}

/** A function over values of a type that it never takes. */
function typeFaults({ aggregations }: GroupByConfig, input: FieldSet): ConfigFault[] {
  return aggregations.flatMap((each, index): ConfigFault[] => {
    const type = inputType(each, input);
    if (mayTake(takenBy(each.function), type)) return [];
    return [{ path: `aggregations.${index}.expr`, code: 'EXPR_WRONG_TYPE', fields: { detail: type }, severity: 'error' }];
  });
}

/** So many windows that what goes out is a multiple of what comes in. Versions published before the rule go on. */
function overlapFaults(config: GroupByConfig): ConfigFault[] {
  const max = exceededOverlap(config);
  return max === undefined ? [] : [{ path: 'slide', code: 'CONFIG_OVERLAP', fields: { max }, severity: 'error' }];
}

export const groupByAction = defineAction({
  kind: 'action',
  id: 'group-by',
  version: '1.0.0',
  group: 'aggregation',
  config: groupByConfig,
  text: groupByText,
  overview: (config, language) => [
    [...new Set(config.aggregations.map((each) => groupByText.fields.aggregations.fields.function.options[each.function][language]))].join(
      ', ',
    ),
    [
      `${config.every} ${groupByText.fields.unit.options[config.unit][language].toLowerCase()}`,
      ...(config.slide === undefined ? [] : [`/ ${config.slide}`]),
      ...config.keys,
    ].join(' · '),
  ],
  ports: ({ time }) => [
    { id: 'default', kind: 'plain' },
    ...(time === 'event' ? [{ id: 'late', kind: 'choosing' } as const] : []),
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({
    default: resultSet(config, input),
    ...(config.time === 'event' ? { late: input } : {}),
    error: input,
  }),
  check: (config, input) => [...checkReferences(groupByConfig, config, input), ...typeFaults(config, input), ...overlapFaults(config)],
  state: 'keyed',
  examples: groupByExamples,
});
