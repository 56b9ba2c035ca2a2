import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acequia, labelLine, parserLine, pipelineText, sinkLine, testFile, testFolder } from './test-files.ts';

const parse = pipelineText(
  [labelLine(), parserLine('parse'), sinkLine('good'), sinkLine('bad')],
  ['in>parse', 'parse>good', 'parse.error>bad'],
);

test('events to standard output, counts to standard error', async () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `{"n":${n}}`);
  const { code, out, err } = await acequia(['run', testFile('pipeline.yaml', parse)], `${lines.join('\n')}\n`);
  expect(out.split('\n').slice(0, -1)).toEqual(lines);
  expect(err).toMatch(/^input: .*received 5000/m);
  expect(err).toMatch(/^pipeline: .*delivered 5000/m);
  expect(code).toBe(0);
});

test('input and outputs from and to files', async () => {
  const folder = testFolder();
  const [good, bad] = [join(folder, 'good'), join(folder, 'bad')];
  const input = testFile('input.log', '{"a":1}\nno json\n{"a":2}');
  const { code, out } = await acequia([
    'run',
    testFile('pipeline.yaml', parse),
    '--input',
    input,
    '--output',
    `good=${good}`,
    '--output',
    `bad=${bad}`,
  ]);
  expect(out).toBe('');
  expect(readFileSync(good, 'utf8')).toBe('{"a":1}\n{"a":2}\n');
  expect(readFileSync(bad, 'utf8')).toBe('{"message":"no json"}\n');
  expect(code).toBe(0);
});

test('a pipeline that is not valid does not run', async () => {
  const cycle = pipelineText([labelLine(), parserLine('a'), parserLine('b'), sinkLine()], ['in>a', 'a>b', 'b>a', 'b>out']);
  const { code, out } = await acequia(['run', testFile('pipeline.yaml', cycle)], 'line\n');
  expect(out).toMatch(/^error: \w+: cycle$/m);
  expect(code).toBe(1);
});

test('without a file: how it is used', async () => {
  const { code, out } = await acequia(['run']);
  expect(out).toContain('Usage: acequia run');
  expect(code).toBe(2);
});

test('a command that is not there: the list, on standard error', async () => {
  const { code, err } = await acequia(['fly']);
  expect(err).toContain('There is no command "fly"');
  expect(err).toContain('journal doctor');
  expect(code).toBe(2);
});
