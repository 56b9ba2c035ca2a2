import { expect, test } from 'vitest';
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
