import { findListener, listenerDefinitions } from '@acequia/components/definitions';
import { inputOf, printPipeline, type PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { describe, expect, test } from 'vitest';
import { labelLine, parserLine, pipelineText, sinkLine, testFile } from './test-files.ts';
import { validateCommand } from './validate.ts';

async function validate(text: string): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await validateCommand([testFile('pipeline.yaml', text)], (line) => lines.push(line));
  return { code, lines };
}

test('a good pipeline: valid, and said so', async () => {
  const { code, lines } = await validate(pipelineText([labelLine(), parserLine('parse'), sinkLine()], ['in>parse', 'parse>out']));
  expect(lines).toEqual([expect.stringContaining('is valid')]);
  expect(code).toBe(0);
});

test('an unlinked plain port is a warning, not an error', async () => {
  const { code, lines } = await validate(pipelineText([labelLine(), parserLine('parse'), sinkLine()], ['in>parse', 'in>out']));
  expect(lines[0]).toBe('warning: parse: port-unconnected (port default)');
  expect(code).toBe(0);
});

test.each([
  [
    'a cycle',
    pipelineText([labelLine(), parserLine('a'), parserLine('b'), sinkLine()], ['in>a', 'a>b', 'b>a', 'b>out']),
    /^error: \w+: cycle$/,
  ],
  ['two labels', pipelineText([labelLine(), labelLine('in2'), sinkLine()], ['in>out', 'in2>out']), /^error: in2: two-labels$/],
  ['no label', pipelineText([sinkLine()], []), /^error: no-label$/],
  [
    'an unknown component version',
    pipelineText([labelLine(), parserLine('parse', '2.0.0'), sinkLine()], ['in>parse', 'parse>out']),
    /^error: parse: version-unknown/,
  ],
  [
    'a newer component than this program has',
    pipelineText([labelLine(), parserLine('parse', '1.9.0'), sinkLine()], ['in>parse', 'parse>out']),
    /^error: parse: version-unknown/,
  ],
  [
    'an unknown component',
    pipelineText(
      [labelLine(), parserLine('parse').replace('component: parser', 'component: magic'), sinkLine()],
      ['in>parse', 'parse>out'],
    ),
    /^error: parse: component-unknown/,
  ],
  [
    'a configuration the form would refuse',
    pipelineText([labelLine(), parserLine('parse').replace('mode: json', 'mode: yaml'), sinkLine()], ['in>parse', 'parse>out']),
    /^error: parse\.mode: config/,
  ],
  [
    'a port that is not there',
    pipelineText([labelLine(), parserLine('parse'), sinkLine()], ['in>parse', 'parse.sideways>out']),
    /^error: parse: port-unknown \(port sideways\)$/,
  ],
  [
    'a node nobody reaches',
    pipelineText([labelLine(), parserLine('parse'), sinkLine()], ['in>out', 'parse>out']),
    /^error: parse: unreachable$/,
  ],
])('%s: named, and not valid', async (_fear, text, line) => {
  const { code, lines } = await validate(text);
  expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(line)]));
  expect(lines.at(-1)).toMatch(/\d+ errors?\.$/);
  expect(code).toBe(1);
});

test.each([
  ['no YAML', 'nodes: [', /pipeline\.yaml: /],
  ['another format', 'format: 2\nnodes: []\nlinks: []\n', /format/],
  ['a link to nowhere', pipelineText([labelLine(), sinkLine()], ['in>gone']), /no node gone/],
  ['an alias bomb', 'a: &a [x,x]\nb: &b [*a,*a]\nformat: 1\n', /pipeline\.yaml: /],
])('%s: unreadable, with the place', async (_fear, text, line) => {
  const { code, lines } = await validate(text);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(code).toBe(2);
});

test('a file that is not there', async () => {
  const lines: string[] = [];
  expect(await validateCommand(['/nowhere/pipeline.yaml'], (line) => lines.push(line))).toBe(2);
  expect(lines[0]).toContain('cannot be read');
});

describe('a pipeline that the editor saved as a file', () => {
  const condition = (field: string, value: string) => ({ form: 'visual', ast: { field, op: 'eq', value } });
  const filtering = (field: string, labelId = 'all'): PipelineDocument =>
    documentOf(
      [
        label('in', { labelId }),
        action('keep', { component: 'filter', config: { mode: 'keep', condition: condition(field, 'x') } }),
        datasink('out', { component: 'null', config: {} }),
      ],
      ['in>keep', 'keep>out'],
    );
  const saved = (document: PipelineDocument, component: string, config: Record<string, unknown>, labels: Record<string, unknown> = {}) => {
    const listener = () => ({ definition: findListener(component)!, config, labels: Object.keys(labels) });
    return printPipeline({ document, tests: [], input: inputOf(document, { listener }, (id) => labels[id] ?? null) });
  };

  test.each([
    ['JSON over HTTP', 'http', {}, 'level', 'json'],
    ['lines over HTTP', 'http', { extraction: 'lines' }, 'message', 'text'],
    ['a file of lines', 'file', { include: ['log/*.log'] }, 'message', 'text'],
    ['a file of JSON lines', 'file', { include: ['log/*.log'], format: 'json' }, 'level', 'json'],
    ['key-value pairs', 'tcp', { format: 'kv' }, 'level', 'json'],
    ['syslog', 'syslog', {}, 'severity_name', 'syslog'],
    ['syslog over plain TCP', 'tcp', { format: 'syslog' }, 'severity_name', 'syslog'],
    ['records of OpenTelemetry', 'opentelemetry', {}, 'severity_text', 'json'],
    ['made events', 'data-generator', { template: 'apache-access' }, 'message', 'text'],
  ])('of %s is valid as it is', async (_input, component, config, field, format) => {
    const text = saved(filtering(field), component, config);
    expect(text).toContain(`\ninput: ${format}\n`);
    expect(await validate(text)).toEqual({ code: 0, lines: [expect.stringContaining('is valid')] });
  });

  test('says its input for every listener, and nothing where its listener is not known', () => {
    for (const { id } of Object.values(listenerDefinitions))
      expect(saved(filtering('message'), id, {}), id).toMatch(/\ninput: (text|json|syslog)\n/);
    const document = filtering('message');
    expect(inputOf(document, { listener: () => undefined }, () => undefined)).toBeUndefined();
    expect(printPipeline({ document, tests: [] })).not.toContain('input:');
  });

  test('brings the condition of the label that it begins with', async () => {
    const labels = { LB_1: condition('level', 'error'), LB_2: condition('level', 'info') };
    const text = saved(filtering('level', 'LB_1'), 'http', {}, labels);
    expect(text).not.toContain('LB_2');
    expect((await validate(text)).code).toBe(0);
  });

  test('names the field that its input does not have, and what gives it', async () => {
    const { code, lines } = await validate(printPipeline({ document: filtering('level'), tests: [] }));
    expect(code).toBe(1);
    expect(lines[0]).toBe(
      'error: keep.condition: config (EXPR_UNKNOWN_FIELD) · No field level arrives here. Choose another field, or create it in an earlier ' +
        'step. · The fields of JSON lines need `input: json` in the file.',
    );
  });

  test('says where the file of a table and the condition of a label go', async () => {
    const text = pipelineText([labelLine().replace('labelId: all', 'labelId: LB_1'), sinkLine()], ['in>out']);
    expect((await validate(text)).lines[0]).toBe('error: in: label-missing · Write the condition of the label under `labels`, by its id.');
    const lookup = action('find', { component: 'lookup', config: { lookup: 'LK_1', key: '${message}' } });
    const document = documentOf([label(), lookup, datasink('out', { component: 'null', config: {} })], ['in>find', 'find>out']);
    expect((await validate(printPipeline({ document, tests: [] }))).lines).toContain(
      'error: find.lookup: lookup-missing · Name the file of the table under `lookups`, by its id.',
    );
  });
});
