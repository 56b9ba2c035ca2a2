import { MiB } from '@acequia/base';
import { Float, integerFromBigInt, jsonOfText, List, Timestamp, valueToJsonText, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateReader, StateWriter } from '../../../state/state-bytes.ts';
import { aggregateFunctions, type AggregateFunction } from '../function-types.ts';
import { kindsOf } from '../functions.ts';
import type { Accumulator, AccumulatorKind, Value } from './accumulator.ts';

const kind = (name: AggregateFunction, more: { limit?: number; percentile?: number; separator?: string } = {}): AccumulatorKind =>
  kindsOf([{ function: name, name: 'x', percentile: 95, limit: 100, separator: ',', ...more }])[0]!;

const over = (of: AccumulatorKind, values: readonly Value[]): Accumulator => {
  const accumulator = of.create();
  for (const value of values) accumulator.add(value);
  return accumulator;
};
const result = (name: AggregateFunction, values: readonly Value[], more = {}) => over(kind(name, more), values).result();
const written = (accumulator: Accumulator): Uint8Array => {
  const out = new StateWriter();
  accumulator.write(out);
  return out.finish();
};
const double = (value: FieldValue): number => (value instanceof Float ? value.value : Number(value));

const integer = fc.oneof(
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => integerFromBigInt(value)!),
);
const float = fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => new Float(value));
const text = fc.string({ unit: 'binary', maxLength: 20 });
const time = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }).map((ns) => new Timestamp(ns));
const json = fc.constantFrom('{"a":1}', '[1,"x"]').map(jsonOfText);
const lists = fc.array(fc.integer(), { maxLength: 3 }).map((items) => new List('integer', items));
const valuesOf: Record<AggregateFunction, fc.Arbitrary<Value>> = {
  ...(Object.fromEntries(
    aggregateFunctions.map((name) => [name, fc.oneof(integer, float, text, time, json, lists, fc.boolean())]),
  ) as Record<AggregateFunction, fc.Arbitrary<Value>>),
  ...(Object.fromEntries(
    (['sum', 'avg', 'median', 'percentile', 'stddev'] as const).map((name) => [name, fc.oneof(integer, float)]),
  ) as Record<string, fc.Arbitrary<Value>>),
  range: fc.oneof(integer, float, time),
  min: fc.oneof(integer, float, time, text),
  max: fc.oneof(integer, float, time, text),
  any: fc.boolean(),
  all: fc.boolean(),
};

const told = (value: FieldValue): string => `${typeof value} ${valueToJsonText(value)}`;

/** A deviation below has no exact digits: the squares of such values are smaller than the smallest normal double, 2.2e-308. */
const smallestDeviation = 1e-149;

/** Floats that were added in another order differ in their last digits: by a billionth of the result, or of the largest value. */
function expectSame(found: FieldValue, wanted: FieldValue, values: readonly Value[]): void {
  if (!(found instanceof Float && wanted instanceof Float)) {
    expect(told(found)).toBe(told(wanted));
    return;
  }
  const sizes = values.map((value) => Math.abs(value instanceof Float ? value.value : Number(value)));
  const largest = Math.max(Math.abs(wanted.value), ...sizes.filter(Number.isFinite));
  expect(Math.abs(found.value - wanted.value)).toBeLessThanOrEqual(Math.max(largest * 1e-9, smallestDeviation));
}

describe.each(aggregateFunctions)('%s', (name) => {
  const values = fc.array(valuesOf[name], { maxLength: 40 });

  it('goes on from its state as if nothing had been; two parts make the whole', () => {
    fc.assert(
      fc.property(values, values, (before, after) => {
        const of = kind(name);
        const whole = over(of, [...before, ...after]);
        const again = of.read(new StateReader(written(over(of, before))));
        for (const value of after) again.add(value);
        expectSame(again.result(), whole.result(), [...before, ...after]);
        const merged = over(of, before);
        merged.merge(over(of, after));
        expectSame(merged.result(), whole.result(), [...before, ...after]);
      }),
      { numRuns: 100 },
    );
  });

  it('tells by how much its memory grew', () => {
    fc.assert(
      fc.property(values, (list) => {
        const accumulator = kind(name).create();
        const start = accumulator.bytes;
        const grown = list.reduce<number>((sum, value) => sum + accumulator.add(value), 0);
        expect(accumulator.bytes - start).toBe(grown);
      }),
      { numRuns: 50 },
    );
  });

  it('of no values is null, a count 0', () => {
    expect(result(name, [])).toBe(name.startsWith('count') ? 0 : null);
  });
});

describe('aggregates', () => {
  it('sums of integers are exact, also beyond 2^53; beyond 64 bits they are floats', () => {
    fc.assert(
      fc.property(fc.array(integer, { minLength: 1, maxLength: 20 }), (list) => {
        const exact = (list as (number | bigint)[]).reduce<bigint>((sum, value) => sum + BigInt(value), 0n);
        expect(result('sum', list)).toEqual(integerFromBigInt(exact) ?? new Float(Number(exact)));
      }),
    );
    expect(result('sum', [1, new Float(0.5)])).toEqual(new Float(1.5));
    expect(result('sum', [new Float(1e16), new Float(1), new Float(-1e16)])).toEqual(new Float(1));
    expect(result('sum', [new Float(1e308), new Float(1e308)])).toBeNull();
    expect(result('avg', [1, 2])).toEqual(new Float(1.5));
  });

  it('least, greatest and their difference', () => {
    expect([result('min', [3, new Float(2.5), 9]), result('max', [3, new Float(2.5), 9])]).toEqual([new Float(2.5), 9]);
    expect([result('min', ['b', 'a']), result('max', ['b', 'ab'])]).toEqual(['a', 'b']);
    expect(result('range', [2n ** 62n, -(2n ** 61n)])).toBe(2n ** 62n + 2n ** 61n);
    expect(result('range', [2n ** 63n - 1n, -5])).toBeInstanceOf(Float);
    expect(result('range', [new Timestamp(5_000_000n), new Timestamp(2_000_000n)])).toBe(3);
    expect(result('range', [1, new Timestamp(0n)])).toBeNull();
  });

  it('deviation of a sample', () => {
    expect(double(result('stddev', [2, 4, 4, 4, 5, 5, 7, 9]))).toBeCloseTo(2.13809, 5);
    expect(result('stddev', [4])).toBeNull();
    const tiny = [new Float(4.745230475104727e-159), new Float(0)];
    expect(double(result('stddev', tiny))).toBeLessThan(smallestDeviation);
  });

  it('quantiles: exact while few, then within 1 % of a value that stands there', () => {
    expect(result('median', [1, 2, 100])).toEqual(new Float(2));
    expect(result('median', [1, 2, 3, 4])).toEqual(new Float(2.5));
    const random = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 257, maxLength: 1500 });
    fc.assert(
      fc.property(random, fc.constantFrom(0, 1, 25, 50, 90, 99, 100), (list, percentile) => {
        const found = double(
          result(
            'percentile',
            list.map((value) => new Float(value)),
            { percentile },
          ),
        );
        const rank = Math.round((percentile / 100) * (list.length - 1));
        const exact = list.toSorted((a, b) => a - b)[rank]!;
        expect(Math.abs(found - exact)).toBeLessThanOrEqual(Math.abs(exact) * 0.0100001);
      }),
      { numRuns: 60 },
    );
  });

  it('unlike values: exact to 1,000, then within 2 %', () => {
    const upTo = (count: number) => Array.from({ length: count * 2 }, (_, n) => n % count);
    for (const count of [1, 999, 1000]) expect(result('count-distinct', upTo(count))).toBe(count);
    for (const count of [1001, 5000, 50_000])
      expect(Math.abs(Number(result('count-distinct', upTo(count))) / count - 1)).toBeLessThan(0.02);
    expect(result('count-distinct', [1, new Float(1), '1', true])).toBe(4);
  });

  it('collections: the first values, one type as list, mixed as json; no more than their limits', () => {
    expect(result('collect-list', ['b', 'a', 'b'])).toEqual(new List('string', ['b', 'a', 'b']));
    expect(result('collect-set', ['b', 'a', 'b'])).toEqual(new List('string', ['b', 'a']));
    expect(valueToJsonText(result('collect-list', [1, 'a', jsonOfText('{"x":1}')]))).toBe('[1,"a",{"x":1}]');
    expect((result('collect-list', [1, 2, 3], { limit: 2 }) as List).items).toEqual([1, 2]);
    expect(result('join', ['a', 1, true], { separator: ' · ' })).toBe('a · 1 · true');
    const large = Array.from({ length: 50 }, (_, n) => `${n}`.padEnd(100_000, 'x'));
    expect((result('join', large) as string).length).toBeLessThan(1.1 * 2 ** 20);
  });

  it('fifty lists of one result are together not much larger than an event may be', () => {
    const list = { function: 'collect-list', name: 'x', percentile: 95, limit: 1000, separator: ',' } as const;
    const accumulators = kindsOf(Array.from({ length: 50 }, () => list)).map((one) => one.create());
    for (let n = 0; n < 30; n++) for (const accumulator of accumulators) accumulator.add(`${n}`.padEnd(50_000, 'x'));
    const beside = 50 * kindsOf([list])[0]!.create().bytes;
    expect(accumulators.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(4 * MiB + beside);
    const both = accumulators[0]!;
    for (const other of accumulators.slice(1)) both.merge(other);
    expect(both.bytes).toBeLessThanOrEqual((4 * MiB + beside) / 50);
  });

  it('the most frequent: of equals the first; among many unlike ones what makes up more than 1 in 1,000', () => {
    expect(result('most-frequent', ['a', 'b', 'b', 'a'])).toBe('a');
    const many = Array.from({ length: 20_000 }, (_, n) => (n % 100 === 7 ? 'often' : `${n}`));
    expect(result('most-frequent', many)).toBe('often');
  });

  it('any and all', () => {
    expect([result('any', [false, true]), result('any', [false]), result('all', [true, false]), result('all', [true])]).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('a state that ends anywhere too early is refused', () => {
    for (const name of aggregateFunctions) {
      const bytes = written(over(kind(name), name === 'any' || name === 'all' ? [true] : [1, 2, 3]));
      for (let length = 0; length < bytes.length; length++)
        expect(() => kind(name).read(new StateReader(bytes.slice(0, length)))).toThrow('too early');
    }
  });
});
