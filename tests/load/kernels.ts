/**
 * What each kernel saves: blocks of generated lines through decoder, actions and serialiser in one process, row by row, by the
 * kernels' script form and by their compiled form, taking turns. Run with `node tests/load/kernels.ts [case …]`; the last
 * line is one JSON object: CPU nanoseconds an event for each part of the way, the least of seven rounds. Half a minute a case.
 */
import { cpus, loadavg } from 'node:os';
import {
  ArrayPool,
  createKernels,
  createSlotTable,
  fork,
  NameCache,
  narrow,
  releaseBatch,
  startNode,
  type BatchView,
  type FrameBlock,
} from '@acequia/batch';
import type { EncodeConfig } from '@acequia/component-sdk/definition';
import type { StepOutput } from '@acequia/component-sdk/runtime';
import { compileRecordEncoder } from '../../packages/components/src/encoding/record-encoder.ts';
import { compileRowsEncoder } from '../../packages/components/src/encoding/rows-encoder.ts';
import { createBlockDecoder } from '../../packages/components/src/formats/block-decoder.ts';
import { compileStep } from '../../packages/components/src/testing/run-step.ts';
import { blockOfFrames, builderOfBlock } from '../../packages/components/src/testing/frames-view.ts';
import { dataKinds } from './bench/data/data-kinds.ts';
import { kernelCases, type KernelCase } from './parts/kernel-cases.ts';

const events = 40_000;
const blockEvents = 850;
const rounds = 7;
const forms = ['rows', 'script', 'wasm'] as const;
type Form = (typeof forms)[number];

/** CPU nanoseconds an event. */
interface Cost {
  decode: number;
  actions: number;
  encode: number;
}

const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

function wayOf({ format = 'text', actions, encode, lookup }: KernelCase, form: Form): (blocks: readonly FrameBlock[]) => Cost {
  const slots = createSlotTable();
  const lane = { names: new NameCache(slots), pool: new ArrayPool() };
  const kernels = form === 'rows' ? undefined : createKernels(form);
  const scope = { slots, ...(kernels ? { kernels } : {}) };
  const decoder = createBlockDecoder(
    { format, charset: 'utf-8', onInvalid: 'replace', timezone: 'UTC' } as Parameters<typeof createBlockDecoder>[0],
    scope as Parameters<typeof createBlockDecoder>[1],
  );
  const steps = actions.map(({ definition, runtime, config }) =>
    compileStep(definition, runtime, config, { ...scope, ...(lookup ? { lookup: () => lookup } : {}) }),
  );
  const config = { omitNull: false, bigIntegers: 'number', timeFormat: 'RFC3339', format: 'ndjson', ...encode } as EncodeConfig;
  const many = compileRowsEncoder(config, scope, '\n');
  const one = compileRecordEncoder(config, { slots, clock: { now: () => 0 } as never });
  let written = 0;

  const encodeRows = (view: BatchView): void => {
    for (let from = 0; from < view.count;) {
      const done = many?.encode(view, from, view.count);
      for (let i = 0; i < (done?.count ?? view.count); i++)
        written += done?.states[i] === 0 ? 1 : Buffer.byteLength(one(view, view.rows[from + i]!) ?? '');
      from += done?.count ?? view.count;
    }
  };

  return (blocks) => {
    const cost: Cost = { decode: 0, actions: 0, encode: 0 };
    for (const block of blocks) {
      const begun = cpuUs();
      const builder = builderOfBlock(block, slots, lane);
      decoder.decode(block, builder);
      const view = fork(builder.finish().events);
      const decoded = cpuUs();
      startNode(view, 'n1');
      let routes: BatchView[] = [view];
      for (const step of steps) {
        const [only] = routes;
        const rows = step.ports.map(() => new Int32Array(only!.count));
        const counts = step.ports.map(() => 0);
        let all = -1;
        const out: Pick<StepOutput, 'to' | 'all' | 'reject'> = {
          to: (port, row) => void (rows[port]![counts[port]!++] = row),
          all: (port) => void (all = port),
          reject: (_row, code) => {
            throw new Error(code);
          },
        };
        step.step.step(only!, out as StepOutput);
        routes = all >= 0 ? [only!] : rows.map((of, port) => narrow(only!, of.subarray(0, counts[port])));
        if (all < 0) routes = routes.filter((route) => route.count > 0);
      }
      const changed = cpuUs();
      for (const route of routes) encodeRows(route);
      const end = cpuUs();
      releaseBatch(view);
      cost.decode += decoded - begun;
      cost.actions += changed - decoded;
      cost.encode += end - changed;
    }
    if (written === 0) throw new Error('nothing was written');
    return cost;
  };
}

function measure(work: KernelCase): Record<Form, Cost> {
  const line = work.line ?? dataKinds[work.data];
  const lines = Array.from({ length: events }, (_, index) => line(index));
  const blocks = Array.from({ length: Math.ceil(events / blockEvents) }, (_, n) =>
    blockOfFrames(lines.slice(n * blockEvents, (n + 1) * blockEvents)),
  );
  const ways = forms.map((form) => [form, wayOf(work, form)] as const);
  const least = Object.fromEntries(forms.map((form) => [form, { decode: Infinity, actions: Infinity, encode: Infinity }])) as Record<
    Form,
    Cost
  >;
  for (let round = 0; round < rounds; round++)
    for (const [form, way] of ways) {
      const cost = way(blocks);
      for (const part of ['decode', 'actions', 'encode'] as const)
        least[form][part] = Math.min(least[form][part], Math.round((cost[part] * 1000) / events));
    }
  return least;
}

const wanted = process.argv.slice(2);
const results: Record<string, Record<Form, Cost>> = {};
for (const [name, work] of Object.entries(kernelCases)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { rows, script, wasm } = (results[name] = measure(work));
  const ratio = (other: Cost): string => (other.actions / wasm.actions).toFixed(1);
  process.stdout.write(
    `${name}: actions ${rows.actions} rows, ${script.actions} script, ${wasm.actions} wasm (${ratio(rows)}×, ${ratio(script)}×); decoding ${wasm.decode}, records ${wasm.encode}\n`,
  );
}
const machine = `${cpus().length} × ${cpus()[0]!.model}, load ${loadavg()[0]!.toFixed(1)}`;
process.stdout.write(`${JSON.stringify({ test: 'kernels', events, results, machine })}\n`);
