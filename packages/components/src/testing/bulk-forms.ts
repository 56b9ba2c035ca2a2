import { createKernels, createSlotTable, fork, narrow, startNode, type BatchView } from '@acequia/batch';
import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { ActionRuntime, StepOutput } from '@acequia/component-sdk/runtime';
import { Float, Json, List, Timestamp, type FieldValue } from '@acequia/event';
import { compileRecordEncoder } from '../encoding/record-encoder.ts';
import { compileRowsEncoder } from '../encoding/rows-encoder.ts';
import { viewOf, type TestEvent } from './event-view.ts';
import { compileStep, type StepOptions } from './run-step.ts';

export interface ActionUnderTest {
  readonly definition: ActionDefinition;
  readonly runtime: ActionRuntime<never>;
  readonly config: object;
}

/** One event at the end: fields in their order with their types, and how it left. */
export interface EventOutcome {
  readonly left: string;
  readonly fields: readonly unknown[];
  readonly count: number;
  readonly json: string;
}

/** How rows are handled: one by one, or at once by kernels in one of their forms. */
export type Handling = 'rows' | 'script' | 'wasm';

/** Shapes that a batch keeps of its data; rows of further ones are generic, and those are always handled one by one. */
const shapesKept = 16;

/**
 * Runs events through actions in turn, each on what left the one before by any port; `rows` without the forms for whole
 * batches. Fails when a fork taken before a step is changed by it.
 */
export function outcomesOf(
  actions: readonly ActionUnderTest[],
  events: readonly TestEvent[],
  handling: Handling,
  options: Pick<StepOptions, 'lookup'> = {},
): readonly EventOutcome[] {
  const slots = createSlotTable();
  const kernels = handling === 'rows' ? undefined : createKernels(handling);
  const before: readonly TestEvent[] =
    handling === 'rows' ? Array.from({ length: shapesKept }, (_, n) => ({ [`shape${n}`]: 1, _raw: '' })) : [];
  const view = fork(viewOf([...before, ...events], slots));
  startNode(view, 'n1');
  const left = new Map<number, string>();
  let going = view.rows.slice(before.length, view.count);
  for (const { definition, runtime, config } of actions) {
    const step = compileStep(definition, runtime, config, { ...options, slots, ...(kernels ? { kernels } : {}) });
    const narrowed = narrow(view, going);
    const seen = fork(view);
    const fieldsBefore = shownRows(seen);
    const next: number[] = [];
    const to = (port: number, row: number): void => {
      left.set(row, `${left.get(row) ?? ''} > ${step.ports[port]}`);
      if (!next.includes(row)) next.push(row);
    };
    step.step.step(narrowed, {
      to,
      all: (port) => going.forEach((row) => to(port, row)),
      reject: (row, code, detail) => void left.set(row, `${left.get(row) ?? ''} > ${code} ${JSON.stringify(detail)}`),
    } as StepOutput);
    if (shownRows(seen) !== fieldsBefore) throw new Error('a step changed what a fork sees');
    going = Int32Array.from(next);
  }
  const encode = { content: 'all', format: 'ndjson', omitNull: false, bigIntegers: 'number', timeFormat: 'RFC3339' } as const;
  const config = { ...encode, fields: undefined, field: undefined, template: undefined } as unknown as Parameters<
    typeof compileRecordEncoder
  >[0];
  const one = compileRecordEncoder(config, { slots, clock: { now: () => 0 } as never });
  const many = kernels && compileRowsEncoder(config, { slots, kernels }, '')?.encode(view, before.length, view.count);
  return Array.from({ length: events.length }, (_, index) => {
    const row = view.rows[before.length + index]!;
    const bytes =
      many && many.states[index] === 0 ? many.bytes.subarray(index === 0 ? 0 : many.ends[index - 1]!, many.ends[index]!) : undefined;
    return {
      left: left.get(row) ?? '',
      fields: shownFields(view, row),
      count: view.fieldCount(row),
      json: bytes ? Buffer.from(bytes).toString() : one(view, row)!,
    };
  });
}

const shownRows = (view: BatchView): string =>
  JSON.stringify(Array.from(view.rows.subarray(0, view.count), (row) => shownFields(view, row)));

function shownFields(view: BatchView, row: number): readonly unknown[] {
  const fields: unknown[] = [];
  view.forEachField(row, (name, _slot, read) => fields.push([name, shown(read())]));
  return fields;
}

function shown(value: FieldValue): unknown {
  if (value instanceof Float) return { float: Object.is(value.value, -0) ? '-0' : String(value.value) };
  if (value instanceof Timestamp) return { ns: String(value.ns) };
  if (value instanceof Json) return { json: value.text };
  if (value instanceof List) return { list: value.items.map((item) => shown(item)) };
  return typeof value === 'bigint' ? { integer: String(value) } : value;
}
