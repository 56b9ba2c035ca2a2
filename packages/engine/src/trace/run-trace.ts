import { err, ok, silentLog, type Clock, type Log, type Random, type Result } from '@acequia/base';
import { createKernels, narrow, type BatchView, type Kernels, type SlotTable } from '@acequia/batch';
import type { LookupHandle } from '@acequia/component-sdk/runtime';
import type { StoredBlock } from '@acequia/journal';
import type { DeployedListener, PipelineDocument } from '@acequia/pipeline';
import { defaultLimits } from '../limits.ts';
import type { Components } from '../options.ts';
import { compileVersion } from '../steps/compile-version.ts';
import { timedNodes, type CompiledNode, type CompiledVersion } from '../steps/compiled-version.ts';
import { GraphRunner } from '../steps/run-graph.ts';
import { cutDocument, traceEnd } from './cut-document.ts';
import { TraceRecorder } from './trace-recorder.ts';
import { jsonEvents } from './json-events.ts';
import type { Sourced, SourcedEvent, TraceSourceOptions } from './sourced-event.ts';
import { TraceDecoder } from './trace-decoder.ts';
import type { TraceFault, TraceInput, TraceResult } from './trace.ts';

export interface TraceOptions {
  readonly document: PipelineDocument;
  readonly components: Components;
  readonly slots: SlotTable;
  readonly clock: Clock;
  readonly random: Random;
  /** Throws when it is not here. */
  lookup(id: string, version: number | undefined): LookupHandle;
  /** Throws when it is not here. */
  secret(reference: string): string;
  /** Settings and labels raw texts and blocks are decoded with; needed for those. */
  readonly listener?: DeployedListener;
  readonly revisions?: ReadonlyMap<number, Readonly<Record<string, unknown>>>;
  /** Only what leads to this node runs, and only its steps are kept. */
  readonly upTo?: string;
  /** The time all steps see, ms since 1970. */
  readonly frozenMs?: number;
  /** Default: their JavaScript form, which needs no warming up. */
  readonly kernels?: Kernels;
  /** Whose events they are. */
  readonly facts?: TraceFacts;
  /** Called with each node before it works. */
  readonly enters?: (node: string) => void;
}

export interface TraceFacts {
  readonly tenantId: string;
  readonly pipelineId: string;
  readonly cluster: string;
  readonly worker: string;
}

/** What is traced is delivered nowhere. */
const noLog = 0;
const nobody: TraceFacts = { tenantId: '', pipelineId: 'trace', cluster: '', worker: '' };

/** A document ready to be run over events, once. */
export interface OpenTrace {
  events(input: TraceInput): Sourced;
  /** The newest `count` events of the label in a block of the listener, received before `beforeMs`; in order, their numbers open. */
  newest(block: StoredBlock, count: number, beforeMs: number): SourcedEvent[];
  /** The event of a block that became the one of this id. */
  find(block: StoredBlock, id: string): SourcedEvent | undefined;
  run(sourced: Sourced): TraceResult;
}

/**
 * What a document does to events, node by node: with the steps and the graph of running versions, one event after the other,
 * and fresh state. Nothing is written anywhere. Never throws for what a document or an event says.
 */
export function runTrace({ input, ...options }: TraceOptions & { readonly input: TraceInput }): TraceResult {
  const trace = openTrace(options);
  return trace.ok ? trace.value.run(trace.value.events(input)) : faulty(trace.error);
}

export const faulty = (fault: TraceFault): TraceResult => ({ traces: [], nodes: {}, faults: [fault], cut: false });

/** As `runTrace`, in its two steps. */
export function openTrace(options: TraceOptions): Result<OpenTrace, TraceFault> {
  const { slots, upTo, listener, facts = nobody, kernels = createKernels('script') } = options;
  const clock: Clock = options.frozenMs === undefined ? options.clock : { ...options.clock, now: () => options.frozenMs! };
  const document = upTo === undefined ? options.document : cutDocument(options.document, upTo);
  const components: Components = {
    listener: (id, version) => options.components.listener(id, version),
    action: (id, version) => options.components.action(id, version),
    datasink: (id, version) => traceEnd(id) ?? options.components.datasink(id, version),
  };
  const compiled = compileVersion(
    { id: facts.pipelineId, versionId: 'trace', tenantId: facts.tenantId, name: '', version: '0.0.0', document },
    {
      components,
      slots,
      clock,
      random: options.random,
      kernels,
      worker: facts.worker,
      logNumber: noLog,
      cluster: facts.cluster,
      secret: (reference) => options.secret(reference),
      lookup: (id, version) => options.lookup(id, version),
      stateBytes: () => defaultLimits.stateBytes,
      restored: () => undefined,
    },
  );
  if (!compiled.ok) return compiled;
  const label = document.nodes.find((node) => node.kind === 'label')!;
  const component = listener && components.listener(listener.component, listener.version);
  if (listener && !component) return err({ node: label.id, code: 'COMPONENT_UNKNOWN', message: listener.component });
  const source: TraceSourceOptions = {
    components,
    slots,
    clock,
    kernels,
    label,
    listener,
    revisions: options.revisions ?? new Map(),
    facts,
  };
  const decoder = listener && component && new TraceDecoder(source, listener, component);
  const missing: Sourced = { events: [], faults: [{ node: label.id, code: 'TRACE_NO_LISTENER' }], cut: false };
  return ok({
    events: (input) => (input.kind === 'events' ? jsonEvents(input.json, source) : (decoder?.texts(input) ?? missing)),
    newest: (block, count, beforeMs) => decoder?.newest(block, count, beforeMs) ?? [],
    find: (block, id) => decoder?.find(block, id),
    run: (sourced) => runVersion(compiled.value, sourced, { clock, only: upTo, enters: options.enters }),
  });
}

function runVersion(version: CompiledVersion, sourced: Sourced, options: RunOptions): TraceResult {
  const run = new TraceRun(version, options);
  try {
    for (const event of sourced.events) run.take(event);
    run.flush();
  } finally {
    for (const { step } of version.nodes) step?.stop?.();
  }
  const { traces, nodes, cut } = run.recorder;
  return { traces, nodes, faults: [...sourced.faults, ...run.faults.values()], cut: sourced.cut || cut };
}

interface RunOptions {
  readonly clock: Clock;
  readonly only: string | undefined;
  readonly enters: ((node: string) => void) | undefined;
}

interface MadeView {
  readonly node: CompiledNode;
  readonly port: number;
  readonly view: BatchView;
}

class TraceRun {
  /** By node and code. */
  readonly faults = new Map<string, TraceFault>();
  readonly recorder: TraceRecorder;
  readonly #version: CompiledVersion;
  readonly #clock: Clock;
  readonly #runner: GraphRunner;
  #made: MadeView[] = [];
  #event = 0;
  #timeMs = 0;

  constructor(version: CompiledVersion, { clock, only, enters }: RunOptions) {
    this.#version = version;
    this.#clock = clock;
    this.#runner = new GraphRunner(clock, this.#log());
    this.recorder = new TraceRecorder({ clock, only, enters, made: (node, port, events) => this.#make(node, port, events) });
  }

  take({ event, view, receivedMs, as, id }: SourcedEvent): void {
    const { recorder } = this;
    const label = this.#version.nodes[0]!;
    const port = label.ports[as === 'rejected' ? 1 : 0]!;
    this.#event = event;
    recorder.begin(event, id === undefined ? {} : { born: { id, receivedMs } });
    recorder.atLabel(label, view);
    if (as === 'unlabelled') recorder.notAdmitted(label);
    else if (as === 'rejected' && port.targets.length === 0) recorder.refused(label, view);
    else this.#runner.run(this.#version, [{ node: 0, port, view }], recorder.sink);
    recorder.end();
    this.#timeMs = Math.max(this.#timeMs, receivedMs);
    for (const node of timedNodes(this.#version)) {
      const { timed } = node.step!;
      while (timed!.dueMs() <= this.#timeMs) {
        timed!.advance(this.#timeMs, this.#output(node));
        this.#runMade();
      }
    }
  }

  /** Nodes give their state up, one after the other, since what a node before made must have come through. */
  flush(): void {
    const nowMs = Math.max(this.#timeMs, this.#clock.now());
    for (const node of timedNodes(this.#version)) {
      for (let isMore = true; isMore;) {
        isMore = node.step!.timed!.flush(nowMs, this.#output(node));
        this.#runMade();
      }
    }
  }

  #output = (node: CompiledNode) => ({
    emit: (port: number, events: BatchView | readonly BatchView[]) => this.#make(node, port, events),
    evicted: () => undefined,
  });

  #make(node: CompiledNode, port: number, events: BatchView | readonly BatchView[]): void {
    for (const view of [events].flat() as BatchView[])
      for (const row of view.rows.subarray(0, view.count)) this.#made.push({ node, port, view: narrow(view, Int32Array.of(row)) });
  }

  #runMade(): void {
    for (let next = this.#made.shift(); next; next = this.#made.shift()) {
      const { node, port: number, view } = next;
      const port = node.ports[number >= 0 ? number : -1 - number]!;
      this.recorder.begin(this.#event, { madeBy: node.id });
      this.recorder.making(node, view);
      this.#runner.run(this.#version, [{ node: node.index, port, view }], this.recorder.sink);
      this.recorder.end();
    }
  }

  #log(): Log {
    return {
      ...silentLog,
      error: ({ node, error }) => {
        const message = error instanceof Error ? error.message : String(error);
        const fault = { node: String(node), code: 'ENGINE_STEP_FAILED', message };
        this.faults.set(`${fault.node} ${message}`, fault);
      },
    };
  }
}
