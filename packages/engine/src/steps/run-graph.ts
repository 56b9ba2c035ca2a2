import type { Clock, Log } from '@acequia/base';
import { boundRun, fork, narrow, startNode, takeOverflow, type BatchView, type Row } from '@acequia/batch';
import { ExpressionError, spendRun } from '@acequia/event';
import { copiesMax } from '@acequia/pipeline';
import type { RejectDetail } from '@acequia/component-sdk/runtime';
import type { CountSink } from '../outcomes/ledger.ts';
import type { StepSlot } from '../poison/step-slot.ts';
import type { CompiledNode, CompiledPort, CompiledVersion } from './compiled-version.ts';
import { setError } from './error-record.ts';
import { PortCollector, type RefusedRow } from './port-collector.ts';

/** Where events go that leave the synchronous part of a version. Called in a fixed order for the same input. */
export interface GraphSink {
  readonly counts: CountSink;
  /** Events for a datasink's branch; the view is the branch's own. */
  toBranch(node: CompiledNode, view: BatchView): void;
  /** Events without a way on; `_error` is set. */
  deadLetters(node: CompiledNode, view: BatchView): void;
  /** Events out of a node's state, which do not go on now. */
  made(node: CompiledNode, port: number, events: BatchView | readonly BatchView[]): void;
  /** For live figures and samples; called with every view that enters a node or leaves by a port. */
  entered(node: CompiledNode, view: BatchView): void;
  left(node: CompiledNode, port: CompiledPort, view: BatchView): void;
  /** What ends at a port because nothing is linked there; errors, which are dead letters, and mere copies are not told. */
  unlinked?(node: CompiledNode, port: CompiledPort, view: BatchView): void;
}

export interface GraphStart {
  readonly node: number;
  readonly port: CompiledPort;
  readonly view: BatchView;
}

/** Steps of handing a view to a step and what comes of it to the next ones. */
const stepSteps = 100;

/**
 * Runs views through a version from the given ports on, synchronously. Every row gets exactly one outcome, or as many as
 * copies were made of it (`created`): in = filtered + merged + dropped + dead letters + rows handed to branches − created.
 * A version that could make too many copies makes at most `copiesMax` for each row of a run, on average, and what would go
 * on after that is refused: it ends as a dead letter. All evaluations of one event in a run share `expressionLimits.steps`, all that
 * the run does `expressionLimits.runSteps` and `eventSteps` for each of its events, and a run adds at most `addedBytesMax` to a batch:
 * no version holds up its lane for long. What a step would do after them is refused with `EXPR_LIMIT`.
 */
export class GraphRunner {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #slot: StepSlot | undefined;
  readonly #collector = new PortCollector();
  /** Copies that the run under way may still make. */
  #copiesLeft = Number.POSITIVE_INFINITY;

  /** With `slot`, says there which step is at work. */
  constructor(clock: Clock, log: Log, slot?: StepSlot) {
    this.#clock = clock;
    this.#log = log;
    this.#slot = slot;
  }

  run(version: CompiledVersion, starts: readonly GraphStart[], sink: GraphSink): void {
    const inbox: BatchView[][] = version.nodes.map(() => []);
    const rows = starts.reduce((sum, { view }) => sum + view.count, 0);
    this.#copiesLeft = version.copies > copiesMax ? copiesMax * rows : Number.POSITIVE_INFINITY;
    for (const { node, port, view } of starts) this.#send(version.nodes[node]!, port, view, inbox, sink);
    boundRun(
      starts.map(({ view }) => view),
      () => this.#runNodes(version, inbox, sink),
    );
  }

  #runNodes(version: CompiledVersion, inbox: BatchView[][], sink: GraphSink): void {
    for (const node of version.nodes) {
      for (const view of inbox[node.index]!) {
        sink.entered(node, view);
        if (node.step) this.#step(node, node.step, view, inbox, sink);
        else sink.toBranch(node, view);
      }
    }
  }

  #step(node: CompiledNode, step: NonNullable<CompiledNode['step']>, view: BatchView, inbox: BatchView[][], sink: GraphSink): void {
    const out = this.#collector;
    out.start(view, node);
    startNode(view, node.id);
    this.#slot?.enterStep(node.index);
    let failure: { readonly code: string; readonly detail?: RejectDetail } | undefined;
    try {
      spendRun(stepSteps);
      step.step(view, out);
    } catch (error) {
      if (error instanceof ExpressionError && error.code === 'EXPR_LIMIT') failure = { code: error.code };
      else {
        this.#log.error({ node: node.id, component: node.component, error }, 'a step failed; its events are refused');
        failure = { code: 'ENGINE_STEP_FAILED' };
        sink.counts.add(node.id, 'thrown', view.count);
      }
    }
    for (const { port, events } of out.emitted) sink.made(node, port, events);
    if (failure !== undefined) {
      out.start(view, node);
      for (let i = 0; i < view.count; i++) out.reject(view.rows[i]!, failure.code, failure.detail);
    }
    for (const row of out.forgotten()) out.reject(row, 'ENGINE_STEP_FORGOT');
    this.#count(node, view, out, sink);
    const outputs: [CompiledPort, BatchView][] = [];
    for (const [index, port] of node.ports.entries()) {
      const list = out.list(index);
      if (list.count === 0) continue;
      outputs.push([port, out.shared ? fork(view, { rows: list.take() }) : narrow(view, list.take())]);
    }
    const refused = this.#refuse(node, view, out.refused, out.shared);
    for (const [port, leaving] of outputs) {
      const overflowing = takeOverflow(leaving).map((overflow) => ({ ...overflow, detail: undefined }));
      if (overflowing.length === 0) {
        this.#send(node, port, leaving, inbox, sink);
        continue;
      }
      const over = new Set(overflowing.map(({ row }) => row));
      const [kept, left] = split(leaving, (row) => over.has(row));
      if (kept.count > 0) this.#send(node, port, kept, inbox, sink);
      this.#sendRefused(node, this.#markRefused(node, left, overflowing), inbox, sink);
    }
    if (refused) {
      takeOverflow(refused);
      this.#sendRefused(node, refused, inbox, sink);
    }
  }

  /** Each row that came in is one; every further one that goes on or ends was created here. */
  #count(node: CompiledNode, view: BatchView, out: PortCollector, sink: GraphSink): void {
    let ends = out.refused.length;
    if (out.evictions > 0) sink.counts.add(node.id, 'evicted', out.evictions);
    for (const [outcome, count] of out.ended) {
      sink.counts.add(node.id, outcome, count);
      ends += count;
    }
    for (const [index, port] of node.ports.entries()) {
      const rows = out.list(index).count;
      if (port.targets.length > 0 || port.kind !== 'copy') ends += rows;
    }
    ends += out.list(node.ports.length).count;
    const strays = out.list(node.ports.length).count;
    if (strays > 0) sink.counts.add(node.id, 'dropped:unconnected', strays);
    if (ends > view.count) this.#created(node, ends - view.count, sink);
    else if (ends < view.count) sink.counts.add(node.id, 'filtered:condition', view.count - ends);
  }

  #send(node: CompiledNode, port: CompiledPort, view: BatchView, inbox: BatchView[][], sink: GraphSink): void {
    if (view.count === 0) return;
    if (port.targets.length === 0) {
      if (port.kind === 'choosing' || port.kind === 'plain') sink.unlinked?.(node, port, view);
      if (port.kind === 'error') sink.deadLetters(node, view);
      else if (port.kind === 'choosing') sink.counts.add(node.id, 'filtered:condition', view.count);
      else if (port.kind === 'plain') sink.counts.add(node.id, 'dropped:unconnected', view.count);
      return;
    }
    const copies = port.targets.length - 1;
    if (this.#copiesLeft < view.count * copies) {
      const tooMany = rowsOf(view).map((row) => ({ row, code: 'LIMIT_COPIES', detail: undefined }));
      sink.deadLetters(node, this.#markRefused(node, view, tooMany));
      return;
    }
    sink.left(node, port, view);
    if (copies > 0) this.#created(node, view.count * copies, sink);
    for (const [index, target] of port.targets.entries()) {
      inbox[target]!.push(index < copies ? fork(view) : view);
    }
  }

  #created(node: CompiledNode, copies: number, sink: GraphSink): void {
    sink.counts.add(node.id, 'created', copies);
    this.#copiesLeft -= copies;
  }

  #refuse(node: CompiledNode, view: BatchView, refused: readonly RefusedRow[], shared: boolean): BatchView | undefined {
    if (refused.length === 0) return undefined;
    const rows = Int32Array.from(refused, (entry) => entry.row);
    return this.#markRefused(node, shared ? fork(view, { rows }) : narrow(view, rows), refused);
  }

  #markRefused(node: CompiledNode, view: BatchView, refused: readonly RefusedRow[]): BatchView {
    for (const { row, code, detail } of refused) {
      setError(view, row, {
        code,
        message: detail?.message,
        expected: detail?.expected,
        class: 'reject',
        attempts: 1,
        component: node.component,
        node: node.id,
        atMs: this.#clock.now(),
        ...(detail?.offset === undefined ? {} : { detail: { offset: detail.offset } }),
      });
    }
    return view;
  }

  #sendRefused(node: CompiledNode, view: BatchView, inbox: BatchView[][], sink: GraphSink): void {
    const port = node.errorPort >= 0 ? node.ports[node.errorPort]! : unlinkedError;
    this.#send(node, port, view, inbox, sink);
  }
}

const unlinkedError: CompiledPort = { id: 'error', kind: 'error', targets: [] };

function rowsOf(view: BatchView): Row[] {
  return Array.from(view.rows.subarray(0, view.count));
}

/** The rows of which it is not so, and those of which it is. */
function split(view: BatchView, isSo: (row: Row) => boolean): [BatchView, BatchView] {
  const rows = rowsOf(view);
  const part = (wanted: boolean) => narrow(view, Int32Array.from(rows.filter((row) => isSo(row) === wanted)));
  return [part(false), part(true)];
}
