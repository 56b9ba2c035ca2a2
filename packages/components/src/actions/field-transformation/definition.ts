import { defineAction, type ConfigFault } from '@acequia/component-sdk/definition';
import { changeFieldSet, typeOfField, type FieldSet, type FieldType, type KnownType } from '@acequia/event';
import { checkField } from '../../fields/check-references.ts';
import { fieldTransformationConfig, outputOf, type FieldTransformationConfig, type TransformationStep } from './config.ts';
import { fieldTransformationExamples } from './examples.ts';
import { findOperation } from './operations/registry.ts';
import type { Operation } from './operations/operation.ts';
import { suggestFieldTransformation } from './suggest.ts';
import { fieldTransformationText } from './text.ts';
import { matcherOf } from './wildcard.ts';

const isList = (type: KnownType): boolean => type.startsWith('list<');

/** Types a step takes; lists too where the operation maps over them. */
function accepted(operation: Operation): readonly FieldType[] | undefined {
  if (operation.input === 'any') return undefined;
  const lists = operation.maps
    ? operation.input.filter((type) => type !== 'json' && !isList(type)).map((type) => `list<${type}>` as FieldType)
    : [];
  return [...operation.input, ...lists];
}

function resultType(operation: Operation, input: KnownType | undefined, transformation: TransformationStep): KnownType {
  if (operation.id === 'change-type') return (operation.parameters.parse(transformation.parameters) as { type: FieldType }).type;
  if (operation.output === 'same') return input ?? 'unknown';
  if (operation.output === 'number' || operation.output === 'unknown') return 'unknown';
  return operation.maps && input !== undefined && isList(input) && operation.output !== 'json' && !isList(operation.output)
    ? (`list<${operation.output}>` as FieldType)
    : operation.output;
}

/** Fields after each step; a step may read the output of an earlier one. */
function fieldsAfter(config: FieldTransformationConfig, input: FieldSet): readonly FieldSet[] {
  const sets: FieldSet[] = [input];
  for (const transformation of config.steps) {
    const before = sets.at(-1)!;
    const operation = findOperation(transformation.operation)!;
    const change = operation.change?.(transformation.parameters);
    const type = typeOfField(before, transformation.field);
    if (change?.do === 'remove' || change?.do === 'keep') {
      const matches = matcherOf(change.names);
      const removed = [...before.fields.keys()].filter((name) => matches(name) === (change.do === 'remove'));
      sets.push(changeFieldSet(before, [], removed));
    } else {
      sets.push(
        changeFieldSet(
          before,
          [[outputOf(transformation), resultType(operation, type, transformation)]],
          change?.do === 'rename' ? [transformation.field] : [],
        ),
      );
    }
  }
  return sets;
}

export const fieldTransformationAction = defineAction({
  kind: 'action',
  id: 'field-transformation',
  version: '1.0.0',
  group: 'transformation',
  config: fieldTransformationConfig,
  text: fieldTransformationText,
  suggest: suggestFieldTransformation,
  overview: (config, language) =>
    config.steps
      .slice(0, 2)
      .map(
        (transformation) =>
          `${findOperation(transformation.operation)?.title[language] ?? transformation.operation} · ${outputOf(transformation)}`,
      ),
  ports: () => [
    { id: 'default', kind: 'plain' },
    { id: 'error', kind: 'error' },
  ],
  outputs: (config, input) => ({ default: fieldsAfter(config, input).at(-1)!, error: input }),
  check: (config, input) => {
    const sets = fieldsAfter(config, input);
    return config.steps.flatMap((transformation, index): ConfigFault[] => {
      const operation = findOperation(transformation.operation)!;
      const change = operation.change?.(transformation.parameters);
      if (change?.do === 'remove' || change?.do === 'keep') return [];
      return [
        ...checkField(transformation.field, accepted(operation), sets[index]!, `steps.${index}.field`),
        ...operation
          .references(transformation.parameters)
          .flatMap((reference) => checkField(reference, undefined, sets[index]!, `steps.${index}.parameters`)),
      ];
    });
  },
  state: 'none',
  examples: fieldTransformationExamples,
});
