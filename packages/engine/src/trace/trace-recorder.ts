import type { Clock } from '@acequia/base';
import type { BatchView, Row } from '@acequia/batch';
import { errorOf } from '../dead-letters/letter-content.ts';
import { valueToJsonText } from '@acequia/event';
import type { CompiledNode } from '../steps/compiled-version.ts';
import type { GraphSink } from '../steps/run-graph.ts';
import { traceChars, traceValueChars } from './limits.ts';
import type { EventTrace, NodeTotals, TracedEvent, TraceOutcome, TraceStep } from './trace.ts';
import { tracedEvent } from './traced-event.ts';

interface OpenStep extends Pick<TraceStep, 'checked' | 'values'> {
  readonly node: string;
  readonly input: TracedEvent;
  readonly outcomes: TraceOutcome[];
  /** It came out of the node's state and not into the node. */
  readonly made: boolean;
  tookUs: number;
}

type OpenTotals = { -readonly [K in keyof NodeTotals]: NodeTotals[K] extends number ? number : Record<string, number> };

/** What the ledger counts beside the ends of events. */
const noEnd = new Set(['created', 'evicted', 'thrown']);

export interface RecorderOptions {
  readonly clock: Clock;
  readonly made: GraphSink['made'];
  /** Steps of other nodes are counted, and not kept. */
  readonly only: string | undefined;
  readonly enters: ((node: string) => void) | undefined;
}

/** Listens to a graph run and writes down the way of each event. */
export class TraceRecorder {
  readonly traces: EventTrace[] = [];
  readonly nodes: Record<string, OpenTotals> = {};
  cut = false;
  readonly #o: RecorderOptions;
  #steps: TraceStep[] = [];
  #node: CompiledNode | undefined;
  /** Of the node at work, by row. */
  #open = new Map<Row, OpenStep>();
  /** Ends that were told by number; the rows that have no outcome are theirs. */
  #ends: [reason: string, count: number][] = [];
  #startedMs: number | undefined;
  #chars = 0;

  constructor(options: RecorderOptions) {
    this.#o = options;
  }

  /** Everything from here on is the way of this event. */
  begin(event: number, facts: Pick<EventTrace, 'madeBy' | 'born'>): void {
    this.#steps = [];
    this.traces.push({ event, ...facts, steps: this.#steps });
  }

  end(): void {
    this.#close();
    if (this.#steps.length === 0) this.traces.pop();
  }

  /** The label's own step, which the graph runner does not announce; its outcomes follow. */
  atLabel(node: CompiledNode, view: BatchView): void {
    this.#enter(node, view, false);
  }

  /** An event out of the node's state; where it leaves follows. */
  making(node: CompiledNode, view: BatchView): void {
    this.#enter(node, view, true);
  }

  /** The label does not admit what stands at it. */
  notAdmitted(node: CompiledNode): void {
    this.sink.counts.add(node.id, 'filtered:label', 1);
  }

  refused(node: CompiledNode, view: BatchView): void {
    for (const row of rowsOf(view)) {
      const { code = 'INTERNAL', message, expected } = errorOf(view, row);
      const event = this.#show(node, view, row);
      const told = { ...(message === undefined || message === code ? {} : { message }), ...(expected ? { expected } : {}) };
      this.#add(row, { kind: 'refused', code, ...told, event });
    }
  }

  readonly sink: GraphSink = {
    counts: {
      add: (node, counter, count) => {
        this.#stopWatch();
        if (node === this.#node?.id && !noEnd.has(counter)) this.#ends.push([counter, count]);
      },
    },
    entered: (node, view) => this.#enter(node, view, false),
    left: (node, port, view) => {
      this.#stopWatch();
      const { ports } = this.#totals(node.id);
      ports[port.id] = (ports[port.id] ?? 0) + view.count;
      if (port.kind === 'error') this.refused(node, view);
      else for (const row of rowsOf(view)) this.#add(row, { kind: 'left', port: port.id, event: this.#show(node, view, row) });
    },
    unlinked: (node, port, view) => {
      this.#stopWatch();
      const reason = port.kind === 'choosing' ? 'filtered:condition' : 'dropped:unconnected';
      for (const row of rowsOf(view)) this.#add(row, { kind: 'ended', reason, port: port.id, event: this.#show(node, view, row) });
    },
    deadLetters: (node, view) => {
      this.#stopWatch();
      this.refused(node, view);
    },
    toBranch: (node, view) => {
      for (const row of rowsOf(view)) this.#add(row, { kind: 'arrived', event: this.#show(node, view, row) });
    },
    made: (node, port, events) => {
      this.#stopWatch();
      this.#o.made(node, port, events);
    },
  };

  #enter(node: CompiledNode, view: BatchView, made: boolean): void {
    this.#close();
    this.#node = node;
    for (const row of rowsOf(view))
      this.#open.set(row, {
        node: node.id,
        input: this.#show(node, view, row),
        outcomes: [],
        ...(made ? {} : this.#explain(node, view, row)),
        made,
        tookUs: 0,
      });
    this.#o.enters?.(node.id);
    this.#startedMs = this.#o.clock.monotonic();
  }

  /** At the first word of a step its work is done. */
  #stopWatch(): void {
    if (this.#startedMs === undefined) return;
    const tookUs = Math.round(((this.#o.clock.monotonic() - this.#startedMs) * 1000) / Math.max(1, this.#open.size));
    this.#startedMs = undefined;
    for (const step of this.#open.values()) step.tookUs = tookUs;
  }

  #add(row: Row, outcome: TraceOutcome): void {
    (this.#open.get(row) ?? [...this.#open.values()][0])?.outcomes.push(outcome);
  }

  #close(): void {
    this.#stopWatch();
    const node = this.#node;
    if (!node) return;
    for (const step of this.#open.values()) {
      if (step.outcomes.length === 0) step.outcomes.push(this.#endOf(node));
      this.#total(step);
      if (!this.#full && this.#shown(node)) this.#steps.push(step);
    }
    this.#node = undefined;
    this.#open = new Map();
    this.#ends = [];
  }

  #endOf(node: CompiledNode): TraceOutcome {
    const end = this.#ends.find(([, count]) => count > 0);
    if (end) end[1]--;
    const reason = end?.[0] ?? 'filtered:condition';
    return reason.startsWith('merged:') && node.step?.timed ? { kind: 'held' } : { kind: 'ended', reason };
  }

  #total({ node, outcomes, made, tookUs }: OpenStep): void {
    const totals = this.#totals(node);
    if (!made) totals.in++;
    totals.tookUs += tookUs;
    for (const outcome of outcomes) {
      if (outcome.kind === 'ended') totals.ended[outcome.reason] = (totals.ended[outcome.reason] ?? 0) + 1;
      if (outcome.kind === 'held') totals.ended['merged:window'] = (totals.ended['merged:window'] ?? 0) + 1;
      if (outcome.kind === 'refused') totals.refused[outcome.code] = (totals.refused[outcome.code] ?? 0) + 1;
    }
  }

  #totals(node: string): OpenTotals {
    return (this.nodes[node] ??= { in: 0, ports: {}, ended: {}, refused: {}, tookUs: 0 });
  }

  #shown(node: CompiledNode): boolean {
    return this.#o.only === undefined || this.#o.only === node.id;
  }

  #explain(node: CompiledNode, view: BatchView, row: Row): Pick<TraceStep, 'checked' | 'values'> {
    if (!this.#shown(node) || this.#full) return {};
    const explanation = node.step?.explain?.(view, row);
    if (!explanation) return {};
    const values = Object.fromEntries(
      explanation.values.flatMap(({ field, value }) =>
        value === undefined ? [] : [[field, valueToJsonText(value).slice(0, traceValueChars)] as const],
      ),
    );
    for (const text of Object.values(values)) this.#chars += text.length;
    const checked = explanation.checked.map(({ port, holds = null, tests }) => ({ port, holds, tests: tests.map((each) => each ?? null) }));
    return { checked, values };
  }

  get #full(): boolean {
    return this.#chars > traceChars;
  }

  #show(node: CompiledNode, view: BatchView, row: Row): TracedEvent {
    if (!this.#shown(node) || this.#full) return nothing;
    const event = tracedEvent(view, row, () => (this.cut = true));
    this.#chars += event.json.length + (event.raw?.length ?? 0);
    if (this.#full) this.cut = true;
    return event;
  }
}

const nothing: TracedEvent = { json: '{}', types: {} };
const rowsOf = (view: BatchView): Row[] => Array.from(view.rows.subarray(0, view.count));
