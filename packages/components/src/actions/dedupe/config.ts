import {
  booleanField,
  choiceField,
  configObject,
  durationField,
  fieldRefField,
  integerField,
  listField,
  outputNameField,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';

/** The key where none is given: the text of the event as it came. */
export const wholeEventKey = '_raw';

export const dedupeConfig = configObject({
  keys: listField(fieldRefField({}), { default: [], max: 16 }),
  within: durationField({ default: '1h', min: '1s', max: '7d' }),
  sliding: booleanField({ default: false }),
  keep: choiceField(['first', 'last-of-window'], { default: 'first' }),
  maxKeys: integerField({ default: 1_000_000, min: 1, max: 1_000_000 }),
  count: outputNameField({ optional: true }),
}).superRefine(({ keys }, context) => {
  const fault = 'CONFIG_DUPLICATE';
  for (const [index, key] of keys.entries())
    if (keys.indexOf(key) < index)
      context.addIssue({ code: 'custom', path: ['keys', index], input: keys, message: fault, params: { fault } });
});
export type DedupeConfig = z.infer<typeof dedupeConfig>;
