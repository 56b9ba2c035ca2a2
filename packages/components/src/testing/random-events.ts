import { Float, integerFromBigInt, jsonOfText, List, Timestamp, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import type { TestEvent } from './event-view.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '"',
    'a,b;c',
    'user=ana age=30',
    'user="a b',
    '{"a":1,"b":[null,{}]}',
    '{"a":',
    '[1]',
    'GET /x?y=1 HTTP/1.1',
    '10.0.0.1',
    'http://ex.org/ñ?q=1',
    '503',
    '-1',
    '1e400',
    'NaN',
    '\u0000\r\n\t',
    '\ud800',
    '\u{1f6b0}',
    '../../etc/passwd',
    '${a}',
    '{{ 1 }}',
    '192.0.2.1 - ana [17/May/2024:14:30:00 +0000] "GET / HTTP/1.1" 200 512',
  ),
);
const integer = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => integerFromBigInt(value)!),
);
const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => new Float(value));
const timestamp = fc.bigInt({ min: -(2n ** 63n) / 2n, max: 2n ** 63n / 2n }).map((ns) => new Timestamp(ns));
const json = fc
  .oneof(
    fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
    fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 4 }),
  )
  .map((value) => jsonOfText(JSON.stringify(value)));
const list = fc.oneof(
  fc.array(fc.string({ maxLength: 8 }), { maxLength: 4 }).map((items) => new List('string', items)),
  fc.array(fc.integer(), { maxLength: 4 }).map((items) => new List('integer', items)),
);

/** Values of every type, awkward ones more often than life has them. */
export const randomValue: fc.Arbitrary<FieldValue> = fc.oneof(
  { arbitrary: text, weight: 4 },
  integer,
  float,
  fc.boolean(),
  timestamp,
  json,
  list,
  fc.constant(null),
);

/** Events that have some of the named fields, some others, and a frame. */
export function randomEvents(names: readonly string[], count = 12): fc.Arbitrary<readonly TestEvent[]> {
  const fields = fc.dictionary(
    fc.oneof({ arbitrary: fc.constantFrom(...names), weight: 4 }, fc.constantFrom('other', 'a.b', 'ñ', 'x-y')),
    randomValue,
    { maxKeys: 8 },
  );
  const event = fc.tuple(fields, text).map(([own, raw]): TestEvent => ({ ...own, _raw: raw }));
  return fc.array(event, { maxLength: count });
}

const words = /[A-Za-z_][A-Za-z0-9_.]*/g;

/** Words of a configuration: the fields it names are among them. */
export const namesIn = (config: unknown): readonly string[] =>
  [...new Set(JSON.stringify(config).match(words))].filter((word) => !word.startsWith('_') && !word.includes('..') && !word.endsWith('.'));
