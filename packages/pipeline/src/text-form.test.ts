import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffDocuments, isEmptyDiff } from './diff.ts';
import type { PipelineDocument } from './document.ts';
import { action, datasink, documentOf, label } from './testing/index.ts';
import { parsePipeline, printPipeline, textForms } from './text-form.ts';
import type { PipelineTest } from './tests/index.ts';

const good = documentOf([label(), action('a', { comment: 'why' }), datasink('d')], ['in>a', 'a>d']);
const printDocument = (document: PipelineDocument, form?: (typeof textForms)[number]) => printPipeline({ document, tests: [] }, form);
const reread = (document: PipelineDocument, tests: readonly PipelineTest[] = [], form?: (typeof textForms)[number]) => {
  const parsed = parsePipeline(printPipeline({ document, tests }, form));
  if (!parsed.ok) throw new Error(`${parsed.error.path}: ${parsed.error.message}`);
  expect(parsed.value.tests).toEqual(tests);
  return parsed.value.document;
};

describe('out and in again', () => {
  it('is the same document, whatever the configuration holds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          fc.jsonValue(),
        ),
        fc.string({ maxLength: 128 }),
        (config, name) => {
          const document = documentOf([label(), action('a', { config, name }), datasink('d')], ['in>a', 'a>d']);
          expect(reread(document)).toEqual(document);
          expect(isEmptyDiff(diffDocuments(document, reread(document)))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('holds for two nodes that share one configuration object', () => {
    const config = { name: 'x', deep: { list: [1, 2] } };
    const document = documentOf([label(), action('a', { config }), action('b', { config })]);
    expect(reread(document)).toEqual(document);
  });

  it('prints the same text twice', () => {
    expect(printDocument(reread(good))).toBe(printDocument(good));
  });

  it('prints one text for one document, in whatever order its configuration came', () => {
    const of = (config: Record<string, unknown>) => documentOf([action('a', { config })]);
    const [one, other] = [of({ b: { d: 1, c: [{ f: 1, e: 2 }] }, a: 1 }), of({ a: 1, b: { c: [{ e: 2, f: 1 }], d: 1 } })];
    for (const form of textForms) expect(printDocument(one, form)).toBe(printDocument(other, form));
  });

  it('is the same document as JSON too', () => {
    expect(parsePipeline(printDocument(good, 'json'))).toEqual({ ok: true, value: { document: good, tests: [] } });
    expect(JSON.parse(printDocument(good, 'json'))).toEqual(good);
  });
});

describe('tests of a pipeline', () => {
  const test = (name: string, more: Partial<PipelineTest> = {}): PipelineTest => ({
    name,
    input: { events: ['{"n":9007199254740993}'] },
    expect: [{ at: { node: 'd' }, exact: ['{"n":9007199254740993}'] }],
    ...more,
  });

  it.each(textForms)('go out and in again with it, digit for digit, as %s', (form) => {
    const tests = [test('a'), test('b', { clock: '2026-01-05T10:00:00Z', input: { raw: ['x: y', ' # no remark', 'two\nlines'] } })];
    expect(reread(good, tests, form)).toEqual(good);
  });

  it('give one text, in whatever order they come', () => {
    const [a, b] = [test('a'), test('b')];
    expect(printPipeline({ document: good, tests: [b, a] })).toBe(printPipeline({ document: good, tests: [a, b] }));
  });

  it.each([
    ['two of one name', [test('a'), test('a')], 'tests.1.name'],
    ['no name', [test(' ')], 'tests.0.name'],
    ['an event that is no object', [test('a', { input: { events: ['[1]'] } })], 'tests.0.input.events.0'],
    ['no event', [test('a', { input: { raw: [] } })], 'tests.0.input.raw'],
    ['nothing expected', [test('a', { expect: [] })], 'tests.0.expect'],
    ['an expectation of nothing', [test('a', { expect: [{ at: 'dropped' }] })], 'tests.0.expect.0'],
    ['a word nobody knows', [{ ...test('a'), secret: 'x' }], 'tests.0'],
    ['a clock that is no time', [test('a', { clock: 'noon' })], 'tests.0.clock'],
  ])('%s: refused, with the place', (_fear, tests, path) => {
    const parsed = parsePipeline(JSON.stringify({ ...good, tests }));
    expect(parsed).toMatchObject({ ok: false, error: { path } });
  });
});

describe('text that is no pipeline', () => {
  it.each([
    ['nothing', '', ''],
    ['half a file', printDocument(good).slice(0, 60), 'nodes.0'],
    ['an alias bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]', ''],
    ['a later format', printDocument(good).replace('format: 1', 'format: 2'), 'format'],
    ['two nodes of one id', printDocument(good).replace('id: d', 'id: a'), 'nodes.2.id'],
    ['a link to nobody', printDocument(good).replace('node: d', 'node: e'), 'links.1.to.node'],
    ['the same link twice', JSON.stringify({ ...good, links: [good.links[0], { ...good.links[0], id: 'other' }] }), 'links.1'],
    ['a key twice', 'format: 1\nformat: 1\nnodes: []\nlinks: []', ''],
  ])('%s', (_fear, text, path) => {
    const parsed = parsePipeline(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.path.startsWith(path)).toBe(true);
  });
});

describe('what runs differently', () => {
  it('is nothing after a move or a remark', () => {
    const moved = documentOf(
      [label('in', { position: { x: 9, y: 9 } }), action('a', { comment: 'other' }), datasink('d')],
      ['in>a', 'a>d'],
    );
    expect(isEmptyDiff(diffDocuments(good, moved))).toBe(true);
  });

  it('names nodes, fields and links', () => {
    const other = documentOf([label(), action('a', { config: { name: 'x', list: [1, { y: 2 }] } }), action('b')], ['in>a', 'a.error>b']);
    const diff = diffDocuments(good, other);
    expect(diff.added.map((node) => node.id)).toEqual(['b']);
    expect(diff.removed.map((node) => node.id)).toEqual(['d']);
    expect(diff.changed[0]!.fields).toEqual([
      { path: 'config.name', before: 'colour', after: 'x' },
      { path: 'config.list', before: undefined, after: [1, { y: 2 }] },
    ]);
    expect(diff.linksAdded).toEqual(['a.error → b']);
    expect(diff.linksRemoved).toEqual(['a.default → d']);
    expect(diff.addedLinks.map((link) => link.id)).toEqual(['a.error>b']);
  });

  it('is a list of texts as one value', () => {
    const looking = (...detectors: string[]) => documentOf([action('a', { config: { detectors } })]);
    expect(diffDocuments(looking('email'), looking('email', 'phone')).changed[0]!.fields).toEqual([
      { path: 'config.detectors', before: ['email'], after: ['email', 'phone'] },
    ]);
    expect(isEmptyDiff(diffDocuments(looking('email'), looking('email')))).toBe(true);
  });

  it('is a condition as one value, and none where only its form is another one', () => {
    const condition = (form: string, value: number, at = 3, code?: string) => ({
      form,
      ast: {
        or: [
          { field: 'status', op: 'ge', value: 400 },
          { field: 'size', op: 'eq', value, at },
        ],
      },
      ...(code === undefined ? {} : { code }),
    });
    const filter = (kept: object) => documentOf([action('a', { config: { condition: kept } })]);
    const [small, large] = [condition('visual', 1), condition('code', 2, 3, '${status} >= 400 or ${size} = 2')];
    expect(diffDocuments(filter(small), filter(large)).changed[0]!.fields).toEqual([
      { path: 'config.condition', before: small, after: large },
    ]);
    expect(isEmptyDiff(diffDocuments(filter(small), filter(condition('code', 1, 9, 'typed'))))).toBe(true);
  });

  it('does not take a field called constructor for one that every object has', () => {
    const other = documentOf([label(), action('a', { config: { name: 'colour', constructor: 'x' } }), datasink('d')], ['in>a', 'a>d']);
    expect(diffDocuments(good, other).changed[0]!.fields).toEqual([{ path: 'config.constructor', before: undefined, after: 'x' }]);
  });

  it('back and forth are mirror images', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
        const [one, two] = [a, b].map((config) => documentOf([action('a', { config })]));
        const flip = diffDocuments(two!, one!).changed.flatMap((change) =>
          change.fields.map((field) => ({ path: field.path, before: field.after, after: field.before })),
        );
        const straight = diffDocuments(one!, two!).changed.flatMap((change) => change.fields);
        expect(straight.map((field) => field.path).toSorted()).toEqual(flip.map((field) => field.path).toSorted());
      }),
    );
  });
});
