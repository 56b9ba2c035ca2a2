import { describe, expect, it } from 'vitest';
import type { PipelineDocument } from './document.ts';
import { action, datasink, documentOf, label, link, surroundings } from './testing/index.ts';
import { publishable, publishBlockers, startBlockers, validate } from './validate.ts';

const found = (document: PipelineDocument) =>
  validate(document, surroundings).problems.map((problem) =>
    [problem.severity, problem.code, problem.node, problem.port ?? problem.path].filter((part) => part !== undefined).join(' '),
  );

const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);

describe('a pipeline that may be published', () => {
  it('has no problem', () => {
    expect(found(good)).toEqual([]);
    expect(publishable(validate(good, surroundings))).toBe(true);
  });

  it('may leave an error port unlinked, and a choosing port', () => {
    const document = documentOf(
      [label(), action('s', { component: 'split', config: { ports: ['slow'] } }), datasink('d')],
      ['in>s', 's.slow>d'],
    );
    expect(found(document)).toEqual([]);
  });

  it('is warned of a plain port nobody reads, and may be published', () => {
    const document = documentOf([label(), action('a'), action('b'), datasink('d')], ['in>a', 'in>b', 'a>d']);
    expect(found(document)).toEqual(['warning port-unconnected b default']);
    expect(publishable(validate(document, surroundings))).toBe(true);
  });
});

const layers = (count: number): PipelineDocument =>
  documentOf(
    [label(), ...Array.from({ length: count }, (_, n) => [action(`a${n}`), action(`b${n}`)]).flat(), datasink('d')],
    [
      'in>a0',
      'in>b0',
      ...Array.from({ length: count - 1 }, (_, n) =>
        ['a', 'b'].flatMap((from) => ['a', 'b'].map((to) => `${from}${n}>${to}${n + 1}`)),
      ).flat(),
      `a${count - 1}>d`,
      `b${count - 1}>d`,
    ],
  );

describe('copies of one event', () => {
  it('may be 256', () => {
    expect(found(layers(8))).toEqual([]);
  });

  it.each([9, 17, 200])('%i layers of two steps, each linked to both of the next, are not published', (count) => {
    const problems = validate(layers(count), surroundings).problems;
    expect(problems).toEqual([
      {
        code: 'too-many-copies',
        severity: 'error',
        node: expect.any(String),
        fields: { copies: Math.min(2 ** count, Number.MAX_SAFE_INTEGER), max: 256 },
      },
    ]);
  });
});

describe('refused', () => {
  it.each<[string, PipelineDocument, string[]]>([
    ['nothing at all', documentOf([]), ['error no-label']],
    ['no label: the nodes are not called unreachable as well', documentOf([action('a'), datasink('d')], ['a>d']), ['error no-label']],
    ['two labels', documentOf([label(), label('in2'), datasink('d')], ['in>d', 'in2>d']), ['error two-labels in2']],
    [
      'a label of a listener that is gone',
      documentOf([label('in', { listenerId: 'LI_2' }), datasink('d')], ['in>d']),
      ['error listener-missing in'],
    ],
    ['a label that is gone', documentOf([label('in', { labelId: 'LB_9' }), datasink('d')], ['in>d']), ['error label-missing in']],
    ['no datasink', documentOf([label(), action('a')], ['in>a']), ['warning port-unconnected a default', 'error no-datasink']],
    [
      'a datasink off the path',
      documentOf([label(), datasink('d')]),
      ['error unreachable d', 'warning port-unconnected in default', 'error no-datasink'],
    ],
    ['a datasink of another tenant', documentOf([label(), datasink('d', { datasinkId: 'DS_9' })], ['in>d']), ['error datasink-missing d']],
    [
      'an unknown component',
      documentOf([label(), action('a', { component: 'nope' }), datasink('d')], ['in>a', 'a>d']),
      ['error component-unknown a'],
    ],
    [
      'another major version',
      documentOf([label(), action('a', { version: '2.0.0' }), datasink('d')], ['in>a', 'a>d']),
      ['error version-unknown a'],
    ],
    [
      'a newer minor version',
      documentOf([label(), action('a', { version: '1.3.0' }), datasink('d')], ['in>a', 'a>d']),
      ['error version-unknown a'],
    ],
    [
      'a version that is none',
      documentOf([label(), action('a', { version: 'new' }), datasink('d')], ['in>a', 'a>d']),
      ['error version-unknown a'],
    ],
    ['a missing field', documentOf([label(), action('a', { config: {} }), datasink('d')], ['in>a', 'a>d']), ['error config a name']],
    [
      'an unknown field of the configuration',
      documentOf([label(), action('a', { config: { name: 'x', nmae: 'y' } }), datasink('d')], ['in>a', 'a>d']),
      ['error config a nmae'],
    ],
    [
      'a secret that is gone',
      documentOf([label(), action('a', { config: { name: 'x', key: 'SE_2' } }), datasink('d')], ['in>a', 'a>d']),
      ['error secret-missing a key'],
    ],
    [
      'a reference to a field nobody makes',
      documentOf([label(), action('a', { config: { name: 'x', needs: 'owner' } }), datasink('d')], ['in>a', 'a>d']),
      ['error config a needs'],
    ],
    [
      'a port that is not there',
      documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d', 'a.slow>d']),
      ['error port-unknown a slow'],
    ],
    ['a link out of a datasink', documentOf([label(), datasink('d'), datasink('e')], ['in>d', 'd>e']), ['error port-unknown d default']],
    ['a cycle', documentOf([label(), action('a'), action('b'), datasink('d')], ['in>a', 'a>b', 'b>a', 'b>d']), ['error cycle a']],
  ])('%s', (_fear, document, expected) => {
    expect(found(document)).toEqual(expected);
    expect(publishable(validate(document, surroundings))).toBe(false);
  });
});

describe('fields on their way down', () => {
  const inputsOf = (document: PipelineDocument) => validate(document, surroundings).inputs;

  it('gathers what each node adds', () => {
    const inputs = inputsOf(good);
    expect([...inputs.get('a')!.fields.keys()]).toEqual(['message', 'size']);
    expect([...inputs.get('d')!.fields]).toContainEqual(['colour', 'string']);
  });

  it('joins branches; a type that differs is unknown', () => {
    const document = documentOf([label(), action('a', { config: { name: 'size' } }), datasink('d')], ['in>a', 'in>d', 'a>d']);
    expect(inputsOf(document).get('d')!.fields.get('size')).toBe('unknown');
  });

  it('knows nothing below a node that cannot be read, and accuses nobody of it', () => {
    const document = documentOf(
      [label(), action('a', { config: {} }), action('b', { config: { name: 'x', needs: 'owner' } }), datasink('d')],
      ['in>a', 'a>b', 'b>d'],
    );
    expect(inputsOf(document).get('b')).toEqual({ fields: new Map(), open: true });
    expect(found(document)).toEqual(['error config a name']);
  });

  it('gives the error port what came in, and undecoded frames no fields', () => {
    const document = documentOf([label(), action('a'), datasink('d'), datasink('e')], ['in>a', 'a>d', 'a.error>e']);
    expect([...inputsOf(document).get('e')!.fields.keys()]).toEqual(['message', 'size']);
    const undecoded = documentOf([label(), datasink('d')], ['in.error>d']);
    expect(inputsOf(undecoded).get('d')).toEqual({ fields: new Map(), open: false });
  });

  it('stays calm with a link to a node that is not there', () => {
    const document = { ...good, links: [...good.links, link('a>ghost')] };
    expect(inputsOf(document).has('d')).toBe(true);
  });
});

it('a path that is only read as another one stops a new version, not one that was published before and may be stopped and started', () => {
  const of = (fault: string) => ({
    problems: [{ code: 'config' as const, severity: 'error' as const, node: 'd', path: 'path', fault }],
    inputs: new Map(),
    ports: new Map(),
  });
  for (const [fault, starts] of [
    ['CONFIG_PATH_AS_WRITTEN', 0],
    ['CONFIG_LITERAL_PREFIX', 0],
    ['CONFIG_PATH_PARTS', 1],
  ] as const)
    expect([fault, publishBlockers(of(fault)).length, startBlockers(of(fault)).length]).toEqual([fault, 1, starts]);
});
