import { Readable } from 'node:stream';
import { parseExpression } from '@acequia/event';
import { expect, test } from 'vitest';
import { parsePipelineFile } from '../../apps/cli/src/run/pipeline-file.ts';
import { runPipeline } from '../../apps/cli/src/run/run-pipeline.ts';

/** A search that takes about nine tenths of what one event may take. */
const code = `\${message} like "*${'a?'.repeat(75)}b*"`;
const hostile = 'a'.repeat(60_000);
const many = 50;

function stored(text: string): object {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(parsed.error.code);
  return { form: 'code', code: text, ast: parsed.value };
}

const searches = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `c${index}`, condition: stored(code) }));
const node = (id: string, component: string, config: object) => ({
  kind: 'action',
  id,
  position: { x: 0, y: 0 },
  component,
  version: '1.0.0',
  config,
});
const conditional = (id: string, count: number) => node(id, 'conditional', { mode: 'all', conditions: searches(count) });
const values = (id: string, count: number) =>
  node(id, 'field-generator', {
    fields: Array.from({ length: count }, (_, index) => ({
      name: `f${index}`,
      type: 'boolean',
      source: 'expression',
      expression: stored(code),
    })),
  });

type Link = readonly [from: string, port: string, to: string];

/** What came out, as the code of its error or `fine`, of a hostile event between two small ones. */
async function outcomes(nodes: readonly { readonly id: string }[], links: readonly Link[]): Promise<string[]> {
  const sinks = ['good', 'bad'].map((id) => ({
    kind: 'datasink',
    id,
    position: { x: 0, y: 0 },
    datasinkId: id,
    component: 'null',
    version: '1.0.0',
    config: {},
  }));
  const why = node('why', 'field-generator', {
    fields: [{ name: 'code', type: 'string', source: 'expression', expression: stored('${_error.code}') }],
  });
  const errors = nodes.map(({ id }): Link => [id, 'error', 'why']);
  const document = {
    format: 1,
    nodes: [{ kind: 'label', id: 'in', position: { x: 0, y: 0 }, listenerId: 'input', labelId: 'all' }, ...nodes, why, ...sinks],
    links: [...links, ...errors, ['why', 'default', 'bad'] as const].map(([from, port, to], index) => ({
      id: `l${index}`,
      from: { node: from, port },
      to: { node: to },
    })),
  };
  const file = parsePipelineFile(JSON.stringify(document), import.meta.dirname);
  if (!file.ok) throw new Error(file.error);
  const found: string[] = [];
  await runPipeline(file.value, Readable.from([Buffer.from(`small\n${hostile}\nlast\n`)]), (sink) => async (lines) => {
    for (const line of Buffer.from(lines).toString().split('\n')) {
      if (line === '') continue;
      const { message, code: refusal } = JSON.parse(line) as { readonly message: string; readonly code?: string };
      found.push(`${message.length > 10 ? 'hostile' : message} ${sink === 'bad' ? refusal : 'fine'}`);
    }
  });
  return found.sort();
}

const refused = ['hostile EXPR_LIMIT', 'last fine', 'small fine'];
const passed = ['hostile fine', 'last fine', 'small fine'];
const through = (id: string): Link[] => [
  ['in', 'default', id],
  [id, 'default', 'good'],
];

test('one search of an event is within its steps, whatever else its batch holds', async () => {
  expect(await outcomes([conditional('a', 1)], through('a'))).toEqual(passed);
  expect(await outcomes([values('a', 1)], through('a'))).toEqual(passed);
});

test('many searches of one event, each within the steps of an event, are not: in the conditions of one step', async () => {
  expect(await outcomes([conditional('a', 8)], through('a'))).toEqual(refused);
});

test('… in the expressions of one step', async () => {
  expect(await outcomes([values('a', many)], through('a'))).toEqual(refused);
});

test('… in steps one after the other', async () => {
  const steps = Array.from({ length: many }, (_, index) => conditional(`a${index}`, 1));
  const links = steps.map(({ id }, index): Link => [id, 'default', steps[index + 1]?.id ?? 'good']);
  expect(await outcomes(steps, [['in', 'default', 'a0'], ...links])).toEqual(refused);
});

test('… in steps beside one another, each with a copy of the event', async () => {
  const steps = Array.from({ length: many }, (_, index) => conditional(`a${index}`, 1));
  const ends = await outcomes(
    steps,
    steps.flatMap(({ id }) => through(id)),
  );
  const count = (end: string) => ends.filter((each) => each === end).length;
  expect([count('small fine'), count('last fine'), count('hostile EXPR_LIMIT'), count('hostile fine')]).toEqual([many, many, many - 1, 1]);
});
