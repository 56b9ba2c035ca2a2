import { fieldReferences } from '@acequia/component-sdk/definition';
import { parseExpression } from '@acequia/event';
import { expect, it } from 'vitest';
import { actionDefinitions } from '../definitions.ts';

const actions = Object.values(actionDefinitions);
const schemaOf = (id: string) => actions.find((each) => each.id === id)!.config;

it('finds fields in pickers, conditions and expressions at any depth, each once, and not what is written', () => {
  const ast = parseExpression('${status} > 1 and ${user.name} exists and ${status} < 9');
  if (!ast.ok) throw new Error('a condition');
  const config = { conditions: [{ name: 'host', condition: { form: 'code', ast: ast.value } }], mode: 'first' };
  expect(fieldReferences(schemaOf('conditional'), config)).toEqual(['status', 'user.name']);
  expect(fieldReferences(schemaOf('parser'), { field: 'message', mode: 'json' })).toEqual(['message']);
});

it('does not break on any example of the catalogue, nor on a configuration that is none', () => {
  for (const { config, examples } of actions) {
    for (const example of examples) expect(fieldReferences(config, example.config)).toBeInstanceOf(Array);
    expect(fieldReferences(config, { field: 5, conditions: 'x' })).toEqual([]);
  }
});
