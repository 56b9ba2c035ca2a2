import type { BatchView } from '@acequia/batch';
import { boundRun, createMadeEvents, createSlotTable, fork, internalSlots, startNode, type Kernels, type SlotTable } from '@acequia/batch';
import { MiB } from '@acequia/base';
import type { Expected, FieldValue } from '@acequia/event';
import type { ActionDefinition } from '@acequia/component-sdk/definition';
import { parseConfig } from '@acequia/component-sdk/definition';
import type {
  ActionRuntime,
  CompileContext,
  LookupHandle,
  RejectDetail,
  StateOutput,
  Step,
  StepOutput,
} from '@acequia/component-sdk/runtime';
import { envelope, fieldsOf, viewOf, receivedMs, type TestEvent } from './event-view.ts';
import { sampleLookup } from './sample-lookup.ts';

export interface StepResult {
  /** Fields of the events by port, in order. */
  readonly ports: Readonly<Record<string, readonly Readonly<Record<string, FieldValue>>[]>>;
  readonly rejected: readonly {
    readonly fields: Readonly<Record<string, FieldValue>>;
    readonly code: string;
    readonly offset?: number;
    readonly message?: string;
    readonly expected?: Expected;
  }[];
  readonly filtered: number;
  readonly merged: number;
  readonly expired: number;
  readonly evicted: number;
  /** Events out of the state. */
  readonly emitted: readonly EmittedEvent[];
}

export interface EmittedEvent {
  readonly port: string;
  readonly id: string;
  readonly timeNs: bigint | undefined;
  readonly flags: readonly string[];
  readonly fields: Readonly<Record<string, FieldValue>>;
}

export interface TestStep {
  run(events: readonly TestEvent[]): StepResult;
  /** Stream time comes to this moment, or the version ends then. */
  advance(nowMs: number): readonly EmittedEvent[];
  flush(nowMs: number): readonly EmittedEvent[];
  readonly step: Step;
  readonly slots: SlotTable;
  /** Output ports; their index is their number. */
  readonly ports: readonly string[];
}

export interface StepOptions {
  readonly linked?: (port: string) => boolean;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly restored?: Uint8Array;
  readonly stateLost?: boolean;
  /** Default: 256 MiB. */
  readonly stateBytes?: number;
  readonly slots?: SlotTable;
  /** Default: every lookup is the sample table. */
  readonly lookup?: (id: string, version: number | undefined) => LookupHandle;
  /** Default: none, everything goes row by row. */
  readonly kernels?: Kernels;
}

/** Compiles an action with a configuration as a user writes it, for runs over batches of the real layout. Fails on a configuration the form would refuse. */
export function compileStep<C>(
  definition: ActionDefinition,
  runtime: ActionRuntime<C>,
  input: unknown,
  options: StepOptions = {},
): TestStep {
  const parsed = parseConfig(definition.config, input);
  if (!parsed.ok) throw new Error(`refused: ${JSON.stringify(parsed.error)}`);
  const config = parsed.value as C;
  const names = definition.ports(parsed.value).map((port) => port.id);
  const slots = options.slots ?? createSlotTable();
  let byte = 0;
  const ctx: CompileContext = {
    slots,
    clock: { now: () => receivedMs, monotonic: () => 0, sleep: () => Promise.resolve(), after: () => () => undefined },
    random: { bytes: (n) => new Uint8Array(n).map(() => (byte = (byte * 31 + 7) % 256)) },
    port: (id) => (id === 'error' ? -1 : names.indexOf(id)),
    linked: options.linked ?? (() => true),
    secret: (reference) => options.secrets?.[reference] ?? 'secret',
    lookup: (id, version) => options.lookup?.(id, version) ?? sampleLookup,
    node: 'n1',
    worker: 'w1',
    cluster: 'main',
    stateLost: options.stateLost ?? false,
    stateBytes: options.stateBytes ?? 256 * MiB,
    makeEvents: (atMs, events) => createMadeEvents({ slots, envelope: { ...envelope, made: 'PL_1.n1' }, receivedMs: atMs }, events),
    ...(options.kernels === undefined ? {} : { kernels: options.kernels }),
    ...(options.restored === undefined ? {} : { restored: options.restored }),
  };
  const step = runtime.compile(config, ctx);
  return {
    step,
    slots,
    ports: names,
    run: (events) => runStep(step, viewOf(events, slots), names),
    advance: (nowMs) => collect(names, (out) => step.timed!.advance(nowMs, out)),
    flush: (nowMs) => collect(names, (out) => step.timed!.flush(nowMs, out)),
  };
}

function collect(names: readonly string[], run: (out: StateOutput) => void): EmittedEvent[] {
  const emitted: EmittedEvent[] = [];
  run({ emit: (port, views) => void emitted.push(...emittedEvents(names, port, views)), evicted: () => undefined });
  return emitted;
}

function emittedEvents(names: readonly string[], port: number, views: BatchView | readonly BatchView[]): EmittedEvent[] {
  return [views].flat().flatMap((view: BatchView) =>
    Array.from(view.rows.subarray(0, view.count), (row) => ({
      port: names[port]!,
      id: view.id(row),
      timeNs: view.time(row, internalSlots.time),
      flags: (view.list(row, internalSlots.flags)?.items ?? []) as string[],
      fields: fieldsOf(view, row),
    })),
  );
}

function runStep(step: Step, batch: BatchView, names: readonly string[]): StepResult {
  const view = fork(batch);
  startNode(view, 'n1');
  const rows = new Map<number, number[]>();
  const rejected: ({ row: number; code: string } & RejectDetail)[] = [];
  const emitted: EmittedEvent[] = [];
  let [filtered, merged, expired, evicted] = [0, 0, 0, 0];
  const put = (port: number, row: number): void => void (rows.get(port)?.push(row) ?? rows.set(port, [row]));
  const out: StepOutput = {
    to: put,
    all: (port) => {
      for (let i = 0; i < view.count; i += 1) put(port, view.rows[i]!);
    },
    reject: (row, code, detail) => void rejected.push({ row, code, ...detail }),
    filtered: () => void (filtered += 1),
    merged: () => void (merged += 1),
    expired: () => void (expired += 1),
    emit: (port, views) => void emitted.push(...emittedEvents(names, port, views)),
    evicted: (count) => void (evicted += count),
  };
  boundRun([view], () => step.step(view, out));
  const ports: Record<string, Record<string, FieldValue>[]> = {};
  for (const [port, members] of rows) ports[names[port]!] = members.map((row) => fieldsOf(view, row));
  return {
    ports,
    rejected: rejected.map(({ row, ...rest }) => ({ fields: fieldsOf(view, row), ...rest })),
    filtered,
    merged,
    expired,
    evicted,
    emitted,
  };
}
