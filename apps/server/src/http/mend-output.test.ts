import * as z from 'zod';
import { expect, test } from 'vitest';
import { mendOutput } from './mend-output.ts';

const reason = z.object({ code: z.string(), fields: z.record(z.string(), z.string()) });
const thing = z.object({
  id: z.string(),
  state: z.enum(['on', 'off']),
  config: z.record(z.string(), z.unknown()),
  reason: reason.nullable(),
  damaged: z.array(z.string()).optional(),
});
const whole = { id: 'a', state: 'on', config: { x: 1 }, reason: null };

test('what is whole is left as it is', () => {
  expect(mendOutput(z.array(thing), [whole])).toBeUndefined();
});

test('one damaged row does not take the others with it, and names its fields', () => {
  const rows = [whole, { ...whole, id: 'b', config: [null], reason: 7 }];
  expect(mendOutput(z.array(thing), rows)).toEqual({
    value: [whole, { ...whole, id: 'b', config: {}, reason: null, damaged: ['config', 'reason'] }],
    damaged: ['b.config', 'b.reason'],
  });
});

test('what is damaged within a value leaves the rest of that value', () => {
  expect(mendOutput(thing, { ...whole, reason: { code: 'X', fields: [] } })?.value).toEqual({
    ...whole,
    reason: { code: 'X', fields: {} },
    damaged: ['reason'],
  });
});

test('a row of which too little is left to show it is left out and named, also on a page of a list', () => {
  const page = z.object({ data: z.array(thing), count: z.int() });
  expect(mendOutput(page, { data: [{ ...whole, state: 'neither' }, whole], count: 2 })).toEqual({
    value: { data: [whole], count: 2 },
    damaged: ['data.a'],
  });
});

test('a thing alone of which too little is left is not made up', () => {
  expect(mendOutput(z.object({ document: z.object({ format: z.literal(1) }) }), { document: [{}] })).toBeUndefined();
});
