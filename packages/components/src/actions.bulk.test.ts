import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { conditionalAction } from './actions/conditional/definition.ts';
import { conditionalRuntime } from './actions/conditional/runtime.ts';
import { fieldGeneratorAction } from './actions/field-generator/definition.ts';
import { fieldGeneratorRuntime } from './actions/field-generator/runtime.ts';
import { fieldTransformationAction } from './actions/field-transformation/definition.ts';
import { fieldTransformationRuntime } from './actions/field-transformation/runtime.ts';
import { filterAction } from './actions/filter/definition.ts';
import { filterRuntime } from './actions/filter/runtime.ts';
import { lookupAction } from './actions/lookup/definition.ts';
import { lookupRuntime } from './actions/lookup/runtime.ts';
import { parserAction } from './actions/parser/definition.ts';
import { parserRuntime } from './actions/parser/runtime.ts';
import { redactAction } from './actions/redact/definition.ts';
import { redactRuntime } from './actions/redact/runtime.ts';
import { outcomesOf, type ActionUnderTest } from './testing/bulk-forms.ts';
import { accessRegex, accessTexts, eventsOf, object, odd, pairs, plainPairs, regexes, regexTexts, word } from './testing/bulk-texts.ts';
import { patterns, typedOutputs, typedPattern, typedTexts } from './testing/bulk-patterns.ts';
import type { TestEvent } from './testing/event-view.ts';
import { kernelRuns } from './testing/kernel-runs.ts';
import { lookupOf } from './testing/sample-lookup.ts';

const parser = (config: object): ActionUnderTest => ({ definition: parserAction, runtime: parserRuntime as never, config });
const redact = (config: object): ActionUnderTest => ({ definition: redactAction, runtime: redactRuntime as never, config });
const lookup = (config: object): ActionUnderTest => ({ definition: lookupAction, runtime: lookupRuntime as never, config });
const conditional = (config: object): ActionUnderTest => ({ definition: conditionalAction, runtime: conditionalRuntime as never, config });
const filter = (config: object): ActionUnderTest => ({ definition: filterAction, runtime: filterRuntime as never, config });
const generator = (fields: readonly object[]): ActionUnderTest => ({
  definition: fieldGeneratorAction,
  runtime: fieldGeneratorRuntime as never,
  config: { fields },
});
const transformation = (steps: readonly object[]): ActionUnderTest => ({
  definition: fieldTransformationAction,
  runtime: fieldTransformationRuntime as never,
  config: { steps },
});

/** Steps of a transformation; no two may name the same output. */
const stepsOf = (step: fc.Arbitrary<object>, maxLength: number): fc.Arbitrary<readonly object[]> =>
  fc.uniqueArray(step, { minLength: 1, maxLength, selector: (own) => ('output' in own ? own.output : own) });

describe.each(['script', 'wasm'] as const)('whole batches (%s): the same events as row by row', (form) => {
  const same = (actions: readonly ActionUnderTest[], events: readonly TestEvent[], options = {}): void => {
    expect(outcomesOf(actions, events, form, options)).toEqual(outcomesOf(actions, events, 'rows', options));
  };

  test('parser: pairs, whatever stands in them', () => {
    const config = fc.record({
      mode: fc.constant('kv'),
      field: fc.constantFrom('m', '_raw'),
      keepSource: fc.boolean(),
      overwrite: fc.boolean(),
      prefix: fc.constantFrom(undefined, 'p.'),
      onFail: fc.constantFrom('error', 'nulls', 'pass'),
      outputs: fc.constantFrom([], [{ name: 'a', rename: 'n' }], [{ name: 'b', type: 'integer' }]),
    });
    fc.assert(
      fc.property(config, eventsOf(fc.oneof(pairs, plainPairs)), (own, events) =>
        same([parser(JSON.parse(JSON.stringify(own)) as object)], events),
      ),
      kernelRuns(25),
    );
  });

  test('parser: JSON, whatever stands in it', () => {
    const config = fc.record({
      mode: fc.constant('json'),
      field: fc.constantFrom('m', '_raw'),
      keepSource: fc.boolean(),
      overwrite: fc.boolean(),
    });
    fc.assert(
      fc.property(config, eventsOf(object), (own, events) => same([parser(own)], events)),
      kernelRuns(25),
    );
  });

  test('parser: patterns of the parse language, texts that fit, nearly fit and do not', () => {
    const config = fc.record({
      field: fc.constantFrom('m', '_raw'),
      keepSource: fc.boolean(),
      overwrite: fc.boolean(),
      onFail: fc.constantFrom('error', 'nulls', 'pass'),
    });
    const cases = patterns.map(([pattern, text]) => {
      const cut = fc
        .tuple(text, fc.nat({ max: 60 }), odd)
        .map(([line, at, put]) => (at > line.length ? line : line.slice(0, at) + put + line.slice(at)));
      return fc.tuple(fc.constant(pattern), eventsOf(fc.oneof(text, cut)));
    });
    fc.assert(
      fc.property(config, fc.oneof(...cases), (own, [pattern, events]) => same([parser({ ...own, mode: 'pattern', pattern })], events)),
      kernelRuns(cases.length * 8),
    );
  });

  test('parser: a pattern whose values get other types', () => {
    const config = { mode: 'pattern', pattern: typedPattern, outputs: typedOutputs, field: 'm' };
    fc.assert(
      fc.property(fc.constantFrom('error', 'nulls'), eventsOf(typedTexts), (onFail, events) =>
        same([parser({ ...config, onFail })], events),
      ),
      kernelRuns(25),
    );
  });

  test('parser: regular expressions, those that need more than one pass too', () => {
    fc.assert(
      fc.property(regexes, fc.constantFrom('m', '_raw'), eventsOf(regexTexts), (regex, field, events) =>
        same([parser({ mode: 'regex', regex, field })], events),
      ),
      kernelRuns(75),
    );
  });

  test('parser: a regular expression with types, renames and texts cut up', () => {
    const config = fc.record({
      mode: fc.constant('regex'),
      regex: fc.constant(accessRegex),
      field: fc.constantFrom('m', '_raw'),
      keepSource: fc.boolean(),
      overwrite: fc.boolean(),
      onFail: fc.constantFrom('error', 'nulls', 'pass'),
      outputs: fc.constantFrom(
        [],
        [
          { name: 's', type: 'integer' },
          { name: 'n', type: 'integer', rename: 'm' },
        ],
        [{ name: 'h', type: 'float' }],
      ),
    });
    const cut = fc
      .tuple(accessTexts, fc.nat({ max: 60 }), odd)
      .map(([line, at, put]) => (at > line.length ? line : line.slice(0, at) + put + line.slice(at)));
    fc.assert(
      fc.property(config, eventsOf(fc.oneof(accessTexts, cut)), (own, events) => same([parser(own)], events)),
      kernelRuns(25),
    );
  });

  test('redact: e-mail addresses and card numbers, cut up, joined and overlapping', () => {
    const mails = [
      'ana',
      '@',
      '@',
      '.',
      'example',
      '.com',
      'com',
      '-',
      '_',
      '+',
      ' ',
      ' ',
      ',',
      'ñ',
      'é',
      '\u{1f6b0}',
      'xn--p1ai',
      '1.2',
      '%',
    ];
    const cards = ['4111111111111111', '4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005', '4111', '1111', '0.', '6', 'x'];
    const piece = fc.constantFrom(...mails, ...cards);
    const text = fc.oneof(
      fc.array(piece, { maxLength: 12 }).map((parts) => parts.join('')),
      word,
    );
    const config = fc.record({
      fields: fc.constantFrom([], [], ['m'], ['m', 'x'], ['a', 'm', 'n'], ['_raw'], ['m', '_raw']),
      report: fc.constantFrom('redactions', 'a'),
      detectors: fc.constantFrom(['email', 'card'], ['card', 'email'], ['email'], ['card']),
      mode: fc.constantFrom('label', 'remove', 'detect-only', 'mask'),
      routeFound: fc.boolean(),
    });
    const withTwo = fc
      .tuple(eventsOf(text), fc.array(text))
      .map(([events, more]) => events.map((event, n) => (more[n] === undefined ? event : { ...event, x: more[n] })));
    fc.assert(
      fc.property(config, withTwo, (own, events) => same([redact(own)], events)),
      kernelRuns(50),
    );
  });

  test('lookup: keys that are there, that are not, and that are no text', () => {
    const table = lookupOf(
      'key,zone,owner,gap\nana,dmz,"a,b",\n10.0.0.1,internal,ñandú,x\n"",empty,none,\nx y,spaced,\u{1f6b0},z\nana,second,never,\ndeclinate,hash,of macallums,\n',
    );
    const config = fc.record({
      lookup: fc.constant('LK_1'),
      key: fc.constantFrom('${m}', '${_raw}', '${absent}'),
      columns: fc.constantFrom(
        [],
        [{ column: 'zone' }],
        [
          { column: 'owner', output: 'a' },
          { column: 'gap', default: 'none' },
        ],
        [{ column: 'zone', type: 'string' }],
      ),
      routeUnmatched: fc.boolean(),
    });
    fc.assert(
      fc.property(
        config,
        eventsOf(fc.oneof(word, fc.constantFrom('ana', '', '10.0.0.1', 'x y', 'declinate', 'macallums'))),
        (own, events) => same([lookup(own)], events, { lookup: () => table }),
      ),
      kernelRuns(25),
    );
  });

  test('field-transformation and field-generator: fields renamed, copied, removed and added in any order', () => {
    const name = fc.constantFrom('a', 'b', 'n', 'm', 'x', 'fresh');
    const step = fc.oneof(
      fc.record({ operation: fc.constant('rename'), field: name, output: name }),
      fc.record({ operation: fc.constant('copy'), field: name, output: name }),
      fc.record({
        operation: fc.constant('remove'),
        field: name,
        parameters: fc.record({ names: fc.array(fc.constantFrom('a', 'n', 'm*', '*x*', '_*'), { minLength: 1, maxLength: 2 }) }),
      }),
      fc.record({ operation: fc.constant('keep-only'), field: name, parameters: fc.record({ names: fc.constant(['a', 'm', 'f*']) }) }),
    );
    const added = fc.uniqueArray(
      fc.record({
        name,
        source: fc.constant('literal'),
        literal: fc.constantFrom('eu-1', '7', '2.50', 'true'),
        ifExists: fc.constantFrom('overwrite', 'keep'),
      }),
      { minLength: 1, maxLength: 3, selector: (field) => field.name },
    );
    const typed = fc.constantFrom([
      { name: 'x', source: 'literal', literal: '7', type: 'integer' },
      { name: 'w', source: '_worker' },
      { name: 'now', source: 'now' },
    ]);
    const config = fc.oneof(fc.record({ steps: stepsOf(step, 4) }), fc.record({ fields: fc.oneof(added, typed) }));
    fc.assert(
      fc.property(fc.array(config, { minLength: 1, maxLength: 3 }), eventsOf(word), (configs, events) =>
        same(
          configs.map((own) => ('steps' in own ? transformation(own.steps) : generator(own.fields))),
          events,
        ),
      ),
      kernelRuns(50),
    );
  });

  test('field-transformation: texts changed in turn, of any characters, their fields moved between', () => {
    const name = fc.constantFrom('m', 'm', 'a', 'x', 'fresh');
    const text = fc.constantFrom(
      'upper-case',
      'lower-case',
      'swap-case',
      'capitalise',
      'trim',
      'remove-whitespace',
      'remove-control-characters',
      'remove-accents',
    );
    const step = fc.oneof(
      { arbitrary: fc.record({ operation: text, field: name }), weight: 4 },
      { arbitrary: fc.record({ operation: text, field: name, output: name }), weight: 3 },
      fc.record({ operation: fc.constant('trim'), field: name, parameters: fc.constant({ characters: 'a ' }) }),
      fc.record({ operation: fc.constant('capitalise'), field: name, parameters: fc.constant({ which: 'first' }) }),
      fc.record({ operation: fc.constantFrom('rename', 'copy'), field: name, output: name }),
      fc.record({ operation: fc.constant('remove'), field: name, parameters: fc.constant({ names: ['x*'] }) }),
    );
    const mixed = fc
      .array(
        fc.oneof(odd, fc.constantFrom("don't", 'ABC', 'xyz', '  ', '1st', 'GET /Index_a', '\u007f', 'long enough to fill a word of 16')),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(stepsOf(step, 3), eventsOf(fc.oneof(mixed, word)), (steps, events) => same([transformation(steps)], events)),
      kernelRuns(50),
    );
  });

  test('one step after the other over the same rows', () => {
    const chain = [
      parser({ mode: 'kv', field: 'm', keepSource: false }),
      generator([{ name: 'dc', source: 'literal', literal: 'eu-1' }]),
      redact({ fields: ['a', 'b'], detectors: ['email', 'card'] }),
      transformation([
        { operation: 'rename', field: 'a', output: 'user' },
        { operation: 'remove', field: 'b', parameters: { names: ['x', 'n'] } },
      ]),
      lookup({ lookup: 'LK_1', key: '${user}', columns: [{ column: 'zone' }] }),
      conditional({ conditions: [{ name: 'in', condition: { form: 'visual', ast: { field: 'zone', op: 'eq', value: 'dmz' } } }] }),
      filter({ mode: 'drop', condition: { form: 'visual', ast: { field: 'user', op: 'contains', value: 'a' } } }),
      parser({ mode: 'pattern', field: 'b', pattern: '{first}.{rest}', onFail: 'pass' }),
    ];
    const table = lookupOf('key,zone\nana,dmz\n10.0.0.1,internal\n');
    fc.assert(
      fc.property(eventsOf(plainPairs), (events) => same(chain, events, { lookup: () => table })),
      kernelRuns(25),
    );
  });
});
