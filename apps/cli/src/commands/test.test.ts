import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelLine, pipelineText, sinkLine, testFile } from './test-files.ts';
import { testCommand } from './test.ts';

const position = 'position: {x: 0, y: 0}';
const parser = `  - {kind: action, id: parse, ${position}, component: parser, version: 1.0.0, config: {field: message, mode: json, keepSource: false}}`;
const good = pipelineText([labelLine(), parser, sinkLine()], ['in>parse', 'parse>out']);

async function run(text: string, ...flags: string[]): Promise<{ code: number; lines: readonly string[] }> {
  const lines: string[] = [];
  const code = await testCommand([testFile('pipeline.yaml', text), ...flags], (line) => lines.push(line));
  return { code, lines };
}

const tests = (...lines: string[]) => `${good}tests:\n${lines.join('\n')}\n`;
const bigNumber = `  - name: numbers stay exact
    input: {raw: ['{"n":9007199254740993,"user":"ana"}']}
    expect:
      - {at: {node: out}, exact: ['{"n":9007199254740993,"user":"ana"}']}
      - {at: {node: parse, port: error}, count: 0}`;
const broken = `  - name: what cannot be read
    input: {raw: ['{"user":', '{"user":"eva"}']}
    expect:
      - {at: {node: parse, port: error}, count: 1}
      - {at: dropped, count: 1}
      - {at: {node: out}, contains: ['{"user":"eva"}']}`;

test('tests that hold: said so, and exit code 0', async () => {
  const { code, lines } = await run(tests(bigNumber, broken));
  expect(lines).toEqual(['passed  numbers stay exact', 'passed  what cannot be read', '2 tests, all passed.']);
  expect(code).toBe(0);
});

test('a test that fails: which event, which field, expected and got', async () => {
  const wrong = bigNumber.replace(/exact: .*\]}/, `exact: ['{"n":9007199254740993,"user":"eva"}']}`);
  const { code, lines } = await run(tests(wrong));
  expect(lines).toEqual(['FAILED  numbers stay exact', '        out: event 1, field user: expected "eva", got "ana"', '1 test, 1 failed.']);
  expect(code).toBe(1);
});

test('the example of the guide holds', async () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/tests.md'), 'utf8');
  const example = /```yaml\n([\s\S]*?)```/.exec(guide)![1]!;
  const { code, lines } = await run(good + example);
  expect(lines).toEqual(['passed  numbers stay exact', '1 test, all passed.']);
  expect(code).toBe(0);
});

test('what happened as JSON', async () => {
  const { code, lines } = await run(tests(broken.replace('count: 1', 'count: 2')), '--json');
  expect(JSON.parse(lines.join(''))).toMatchObject({
    passed: false,
    tests: [{ name: 'what cannot be read', passed: false, failures: [{ kind: 'count', expectation: 0, expected: 2, got: 1 }] }],
  });
  expect(code).toBe(1);
});

test('a clock that stands still gives the same result on any day', async () => {
  const stamped = good.replace(
    parser,
    `  - {kind: action, id: parse, ${position}, component: field-generator, version: 1.0.0, config: {fields: [{name: at, source: expression, expression: {form: code, code: 'now()', ast: {call: now, args: []}}}]}}`,
  );
  const text = `${stamped}tests:
  - name: the time of the run
    clock: 2026-01-05T10:00:00Z
    input: {events: ['{"a":1}']}
    expect: [{at: {node: out}, contains: ['{"at":"2026-01-05T10:00:00Z"}']}]
`;
  const { code, lines } = await run(text);
  expect(lines).toEqual(['passed  the time of the run', '1 test, all passed.']);
  expect(code).toBe(0);
});

test.each([
  ['no tests', good, 2, /has no tests/],
  ['no YAML', 'tests: [', 2, /pipeline\.yaml: /],
  ['a test without expectations', tests('  - {name: x, input: {raw: [a]}, expect: []}'), 2, /tests\.0\.expect/],
  [
    'an event that is no JSON object',
    tests('  - {name: x, input: {events: ["[1]"]}, expect: [{at: dropped, count: 0}]}'),
    2,
    /no JSON object/,
  ],
  ['two tests of one name', tests(bigNumber, bigNumber), 2, /a second test/],
  ['a pipeline with a fault', tests(bigNumber).replace('mode: json', 'mode: yaml'), 1, /^error: parse\.mode: config/],
  ['a node that is not there', tests(bigNumber.replace('{node: out}', '{node: gone}')), 1, /^FAILED/],
])('%s: named, with its exit code', async (_fear, text, code, line) => {
  const result = await run(text);
  expect(result.lines[0]).toMatch(line);
  expect(result.code).toBe(code);
});

test.each([[[]], [['a.yaml', 'b.yaml']], [['a.yaml', '--faster']]])('wrong use %j: says how', async (args) => {
  const lines: string[] = [];
  expect(await testCommand(args, (line) => lines.push(line))).toBe(2);
  expect(lines[0]).toContain('Usage: acequia test');
});
