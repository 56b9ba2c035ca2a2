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
