import { contract } from '@acequia/contract';
import { expect, test } from 'vitest';
import { activityEntities, activityOperations } from './kinds.ts';
import { activityTexts } from './texts.ts';

test('the filters offer what the specification names, and have a word for each', () => {
  const operations = ['create', 'update', 'delete', 'deprecate', 'invite', 'start', 'stop'] as const;
  const entities =
    'certificate cluster datasink debugPipeline label listener lookup lookupVersion pipeline role secret tenant users zone'.split(' ');
  expect(activityOperations).toEqual(expect.arrayContaining([...operations]));
  expect(activityEntities).toEqual(expect.arrayContaining(entities));
  for (const kind of [...activityOperations, ...activityEntities])
    for (const language of ['en', 'es'] as const) expect([kind, activityTexts.words[language][kind]]).toEqual([kind, expect.any(String)]);
});

test('what an operation writes into the log has a word and a filter', () => {
  const kinds: { readonly entities: readonly string[]; readonly operations: readonly string[] } = {
    entities: activityEntities,
    operations: activityOperations,
  };
  const unknown = Object.values(contract)
    .flatMap((module) => Object.values(module))
    .flatMap((each) => each['~orpc'].meta.activity ?? [])
    .filter(({ entity, operation }) => !kinds.entities.includes(entity) || !kinds.operations.includes(operation));
  expect(unknown).toEqual([]);
});
