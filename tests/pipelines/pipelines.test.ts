import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { checkPipelineFile, describeProblem, parsePipelineFile, type PipelineFile } from '../../apps/cli/src/run/pipeline-file.ts';
import { runPipeline, type RunCounts } from '../../apps/cli/src/run/run-pipeline.ts';

const folder = import.meta.dirname;
const cases = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'pipeline.yaml')))
  .sort();

const ends = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'];

/** Sum over all reasons of a counter. */
function total(counts: Readonly<Record<string, number>>, name: string): number {
  return Object.entries(counts).reduce((sum, [key, count]) => (key === name || key.startsWith(`${name}:`) ? sum + count : sum), 0);
}

/** The two sums of the architecture page, with nothing in flight. */
function expectBalance({ input, pipeline }: RunCounts): void {
  expect(total(input, 'received'), 'received').toBe(total(input, 'decoded') + total(input, 'rejected') + total(input, 'empty'));
  const left = ends.reduce((sum, name) => sum + total(pipeline, name), 0);
  expect(total(pipeline, 'entered') + total(pipeline, 'created'), 'entered + created').toBe(left);
}

/** Counts of events: without the bytes, and without what is zero. */
const counted = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(
    Object.entries(counts)
      .filter(([name, count]) => count > 0 && !/bytes/i.test(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

function readCase(name: string): PipelineFile {
  const file = parsePipelineFile(readFileSync(join(folder, name, 'pipeline.yaml'), 'utf8'), join(folder, name));
  if (!file.ok) throw new Error(file.error);
  return file.value;
}

async function run(name: string, input: Readable) {
  const outputs = new Map<string, string>();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const counts = await runPipeline(readCase(name), input, (node) => async (lines) => {
    outputs.set(node, (outputs.get(node) ?? '') + decoder.decode(lines));
  });
  return { outputs, counts };
}

function inputOf(name: string): Buffer {
  const path = ['input.log', 'input.ndjson'].map((file) => join(folder, name, file)).find((file) => existsSync(file));
  if (path === undefined) throw new Error(`${name} has no input`);
  return readFileSync(path);
}

describe.each(cases)('%s', (name) => {
  const path = (file: string) => join(folder, name, file);
  const datasinks = readCase(name).document.nodes.flatMap((node) => (node.kind === 'datasink' ? [node.id] : []));

  test('its pipeline could be published', () => {
    const file = readCase(name);
    const errors = checkPipelineFile(file).filter(({ severity }) => severity === 'error');
    expect(errors.map((problem) => describeProblem(problem, file))).toEqual([]);
  });

  test('every event is where it should be, and both sums hold', async () => {
    const { outputs, counts } = await run(name, Readable.from([inputOf(name)]));
    expectBalance(counts);
    for (const node of datasinks) await expect(outputs.get(node) ?? '', node).toMatchFileSnapshot(path(`expected.${node}.ndjson`));
    const said = { input: counted(counts.input), pipeline: counted(counts.pipeline) };
    await expect(`${JSON.stringify(said, undefined, 2)}\n`).toMatchFileSnapshot(path('counts.json'));
  });

  test('input in pieces of seven bytes gives the same', async () => {
    const whole = inputOf(name);
    const pieces = Array.from({ length: Math.ceil(whole.length / 7) }, (_, index) => whole.subarray(index * 7, index * 7 + 7));
    const { outputs, counts } = await run(
      name,
      Readable.from(whole.length > 10_000 ? [whole.subarray(0, 5_001), whole.subarray(5_001)] : pieces),
    );
    expectBalance(counts);
    const linesOf = (text: string) => text.split('\n').sort();
    for (const node of datasinks)
      expect(linesOf(outputs.get(node) ?? ''), node).toEqual(linesOf(readFileSync(path(`expected.${node}.ndjson`), 'utf8')));
  });
});
