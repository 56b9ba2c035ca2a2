import { execFileSync } from 'node:child_process';
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

test('blank lines are no events, and the counts say so', async () => {
  const { code, out, err } = await acequia(['run', testFile('pipeline.yaml', parse)], '{"n":1}\n\n\r\n{"n":2}\n \n');
  expect(out.split('\n').slice(0, -1).sort()).toEqual(['{"message":" "}', '{"n":1}', '{"n":2}']);
  expect(err).toMatch(/^input: .*received 5/m);
  expect(err).toMatch(/^input: .*empty 2/m);
  expect(code).toBe(0);
});

test('an output that nobody reads: the run is given up, with one sentence and a code', async () => {
  const pipe = join(testFolder(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const { signal, out, err } = await acequia(
    ['run', testFile('pipeline.yaml', parse), '--output', `good=${pipe}`, '--drain', '100ms'],
    '{"n":1}\nno json\n',
  );
  expect(out).toBe('{"message":"no json"}\n');
  expect(err).toMatch(/^pipeline: .*entered 2/m);
  expect(err.trim().split('\n').at(-1)).toBe(
    'Not everything was delivered within 0.1 s after the end of the input; --drain gives it more time.',
  );
  expect(signal).toBe('SIGTERM');
});

test('an input that nobody writes to, beside an output that cannot be made: the run ends, and says why', async () => {
  const pipe = join(testFolder(), 'pipe');
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
  const { signal, out, err } = await acequia(['run', testFile('pipeline.yaml', parse), '--input', pipe, '--output', 'good=/nowhere/out']);
  expect(out + err).toMatch(/^\/nowhere\/out cannot be written: [^\n]+\n$/);
  expect(signal).toBe('SIGTERM');
});

test.each([
  ['a pipeline that is not there', ['/nowhere/pipeline.yaml'], /^\/nowhere\/pipeline\.yaml cannot be read: [^\n]+\n$/, 2],
  ['an input that is not there', ['PIPELINE', '--input', '/nowhere/in'], /^\/nowhere\/in cannot be read: [^\n]+\n$/, 1],
  ['an output that cannot be made', ['PIPELINE', '--output', 'good=/nowhere/out'], /^\/nowhere\/out cannot be written: [^\n]+\n$/, 1],
  ['an option it does not know', ['PIPELINE', '--fast'], /^Usage: acequia run /, 2],
  ['an output without a node', ['PIPELINE', '--output', 'good'], /^Usage: acequia run /, 2],
  ['a time that is none', ['PIPELINE', '--drain', 'soon'], /^Usage: acequia run /, 2],
])('%s: one clear line', async (_fear, args, says, wanted) => {
  const path = testFile('pipeline.yaml', parse);
  const { code, out, err } = await acequia(['run', ...args.map((word) => (word === 'PIPELINE' ? path : word))], '{"n":1}\n');
  expect(out + err).toMatch(says);
  expect(code).toBe(wanted);
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
