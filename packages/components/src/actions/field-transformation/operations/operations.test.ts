import { Float, Json, List, printJson, Timestamp, typeOf, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileApply } from '../apply-operation.ts';
import { OperationFault, type OperationRow } from './operation.ts';
import { findOperation, operations } from './registry.ts';

const plain = (value: FieldValue): unknown => {
  if (value instanceof Json) return { json: printJson(value.node) };
  if (value instanceof List) return { of: value.of, items: value.items.map((item) => plain(item)) };
  if (value instanceof Float) return { float: value.value };
  if (value instanceof Timestamp) return { ns: value.ns };
  return value;
};
const rowOf = (others: readonly FieldValue[] = []): OperationRow => ({
  others,
  id: () => 'LI_1.1-1-1.0',
  receivedNs: () => 1715956200000000000n,
});
const ctx = { secret: () => 'k' };
const apply = (id: string, value: FieldValue, parameters: object = {}, others: Readonly<Record<string, FieldValue>> = {}): FieldValue => {
  const operation = findOperation(id)!;
  return compileApply(operation, parameters, ctx)(value, rowOf(operation.references(parameters).map((name) => others[name] ?? null)));
};

describe('every operation', () => {
  it('has an id of its own and words for its parameters', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    for (const { id, title, summary, parameters, text } of operations) {
      for (const word of [title, summary]) expect(word.en.length > 0 && word.es.length > 0, id).toBe(true);
      expect(Object.keys(text).toSorted(), id).toEqual(Object.keys(parameters.shape).toSorted());
    }
  });

  for (const operation of operations) {
    for (const [n, example] of operation.examples.entries()) {
      it(`${operation.id} example ${n + 1}`, () => {
        expect(plain(apply(operation.id, example.input, example.parameters ?? {}, example.others))).toEqual(plain(example.output));
      });
    }
  }

  it('null in, null out; lists are mapped where it says so', () => {
    for (const operation of operations) {
      const [example] = operation.examples;
      if (example === undefined || operation.takesNull) continue;
      expect(apply(operation.id, null, example.parameters ?? {}, example.others), operation.id).toBeNull();
      const type = typeOf(example.input);
      if (!operation.maps || type === undefined || type === 'json' || example.input instanceof List) continue;
      const out = apply(operation.id, new List(type as List['of'], [example.input as string]), example.parameters ?? {});
      if (example.output !== null && !(example.output instanceof List))
        expect(plain((out as List).items[0]!), operation.id).toEqual(plain(example.output));
    }
  });

  it('any value: a result or a fault, never another error', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => new Float(n)),
      fc.boolean(),
      fc.array(fc.string(), { maxLength: 5 }).map((items) => new List('string', items)),
      fc.constant(new Timestamp(1715956200000000000n)),
    );
    for (const operation of operations) {
      const parameters = operation.examples[0]?.parameters ?? {};
      if (!operation.parameters.safeParse(parameters).success) continue;
      const run = compileApply(operation, parameters, ctx);
      const row = rowOf(operation.references(parameters).map(() => 'x'));
      fc.assert(
        fc.property(value, (input) => {
          try {
            run(input as FieldValue, row);
          } catch (error) {
            if (!(error instanceof OperationFault)) throw new Error(`${operation.id}: ${String(error)}`, { cause: error });
          }
        }),
        { numRuns: 40 },
      );
    }
  });
});

describe('texts made to be slow', () => {
  const many = 512 * 1024;
  const times = (piece: string): string => piece.repeat(many / piece.length);
  it.each([
    ['from-base64', `${times('=')}x`],
    ['from-base32', `${times('=')}x`],
    ['strip-html-tags', times('<!-- ')],
    ['strip-html-tags', times('<script')],
    ['strip-html-tags', times('<style>')],
    ['extract-urls', `${times('.')}x`],
    ['extract-numbers', `${times('1')}x`],
    ['parse-size', `1${times(' ')}!`],
    ['quoted-printable-decode', `${times(' ')}x`],
    ['from-punycode', `xn--${times('a')}`],
    ['csv-to-json', `"${times('\n')}`],
  ])('%s takes linear time', (id, text) => {
    try {
      apply(id, text);
    } catch (error) {
      expect(error).toBeInstanceOf(OperationFault);
    }
  });

  it('what is stripped of HTML is what it was', () => {
    const strip = (text: string) => apply('strip-html-tags', text);
    expect(strip('a<SCRIPT x=">">b</b>c</Script >d')).toBe('ad');
    expect(strip('a<style>b<script>c</style>d</script>e')).toBe('ade');
    expect(strip('a<script>b')).toBe('ab');
    expect(strip('a<script b')).toBe('a<script b');
    expect(strip('a<!-- <b> -->c<!-- d')).toBe('ac<!-- d');
    expect(strip('a<b<!-- -->r>')).toBe('a<br>');
  });
});

describe('faults', () => {
  const fault = (id: string, value: FieldValue, parameters: object = {}): string => {
    try {
      apply(id, value, parameters);
      return 'none';
    } catch (error) {
      return (error as OperationFault).code;
    }
  };
  it('division by zero, overflow, not finite, wrong type', () => {
    expect(fault('divide', '1,0')).toBe('TYPE_ZERO_DIVISION');
    expect(fault('multiply', `${2n ** 62n},4`)).toBe('TYPE_OVERFLOW');
    expect(fault('multiply', '1e300,1e300,1.0')).toBe('NOT_FINITE');
    expect(fault('sum', 'a,b')).toBe('TYPE_CONVERSION');
    expect(fault('ip-to-integer', 'x')).toBe('TYPE_FORMAT');
    expect(fault('from-base64', '*')).toBe('TYPE_FORMAT');
    expect(
      fault(
        'upper-case',
        Json.fromText('{}', () => new Map()),
      ),
    ).toBe('TYPE_INPUT');
    expect(fault('repeat', 'x'.repeat(1000), { times: 10_000 })).toBe('LIMIT_SIZE');
  });
  it('hmac against the published value', () => {
    expect(apply('hmac', 'hello', { key: 'SE_000000000000000000000000' })).toMatch(/^406e4b43[0-9a-f]+c0c2d0$/);
  });
  it('shuffle gives the same order for the same event, and loses nothing', () => {
    const items = new List('integer', [1, 2, 3, 4, 5, 6, 7, 8]);
    const once = apply('shuffle', items) as List;
    expect(apply('shuffle', items)).toEqual(once);
    expect((once.items as readonly number[]).toSorted((a, b) => a - b)).toEqual(items.items);
  });
  it('base32, hex, base64 and punycode read back what they wrote', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const code of ['base32', 'hex', 'base64']) expect(apply(`from-${code}`, apply(`to-${code}`, text))).toBe(text);
        expect(apply('unescape-string', apply('escape-string', text))).toBe(text);
        expect(apply('html-entities-decode', apply('html-entities-encode', text))).toBe(text);
        expect(apply('url-decode', apply('url-encode', text))).toBe(text);
      }),
    );
  });
});
