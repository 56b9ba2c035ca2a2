import { expect, it } from 'vitest';
import { fieldsOf } from './fields-of.ts';

it('does not round integers of 64 bits, and keeps the order of fields', () =>
  expect(fieldsOf('{"b":9223372036854775807,"a":{"c":[1]}}')).toEqual([
    ['b', '9223372036854775807'],
    ['a', '{"c":[1]}'],
  ]));
