import { silentLog, type Clock } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import { errorOf, eventJson } from '../dead-letters/letter-content.ts';
import { timedNodes, type CompiledNode, type CompiledVersion } from '../steps/compiled-version.ts';
import { GraphRunner, type GraphSink, type GraphStart } from '../steps/run-graph.ts';
import type { ShadowEnd, ShadowSide } from './shadow.ts';

/** What the ledger counts beside the ends of events. */
const noEnd = new Set(['created', 'evicted']);

interface EndedView {
  readonly node: CompiledNode;
  readonly view: BatchView;
}

/** One version of a shadow run. It runs as in a lane, in batches; what would go to datasinks and dead letters is kept to be compared. */
export class SideRun {
  readonly version: CompiledVersion;
  /** Where events of the batch at work ended, by birth id. */
  #ends = new Map<string, ShadowEnd[]>();
  readonly #clock: Clock;
  readonly #runner: GraphRunner;
  readonly #outcomes: Record<string, number> = {};
  readonly #datasinks: Record<string, { events: number; bytes: number }> = {};
  readonly #errors = new Map<string, { node: string; code: string; count: number }>();
  #arrived: EndedView[] = [];
  #refused: EndedView[] = [];
  #made: GraphStart[] = [];
  #events = 0;
  #tookMs = 0;
  #timeMs = 0;

  constructor(version: CompiledVersion, clock: Clock) {
    this.version = version;
    this.#clock = clock;
    this.#runner = new GraphRunner(clock, silentLog);
  }

  /** Runs a batch from the label on; `refused` are frames its listener could not read. */
  take(events: BatchView | undefined, refused: BatchView | undefined, receivedMs: number): void {
    const [plain, error] = this.version.nodes[0]!.ports;
    const starts: GraphStart[] = [];
    if (events) starts.push({ node: 0, port: plain!, view: events });
    if (refused && error!.targets.length > 0) starts.push({ node: 0, port: error!, view: refused });
    this.#events += starts.reduce((sum, { view }) => sum + view.count, 0);
    if (starts.length > 0) this.#run(starts);
    this.#timeMs = Math.max(this.#timeMs, receivedMs);
    for (const node of timedNodes(this.version)) {
      const { timed } = node.step!;
      while (timed!.dueMs() <= this.#timeMs) {
        timed!.advance(this.#timeMs, this.#output(node));
        this.#runMade();
      }
    }
  }

  /** The nodes give up what they hold. */
  flush(): void {
    const nowMs = Math.max(this.#timeMs, this.#clock.now());
    for (const node of timedNodes(this.version)) {
      for (let isMore = true; isMore;) {
        isMore = node.step!.timed!.flush(nowMs, this.#output(node));
        this.#runMade();
      }
    }
  }

  /** Where events ended since the last call; views must still be held. */
  takeEnds(): ReadonlyMap<string, readonly ShadowEnd[]> {
    for (const { node, view } of this.#arrived.splice(0)) this.#arrive(node, view);
    for (const { node, view } of this.#refused.splice(0)) this.#refuse(node, view);
    const ends = this.#ends;
    this.#ends = new Map();
    return ends;
  }

  result(): ShadowSide {
    const errors = [...this.#errors.values()].toSorted((a, b) => b.count - a.count);
    return {
      outcomes: this.#outcomes,
      datasinks: this.#datasinks,
      bytesOut: Object.values(this.#datasinks).reduce((sum, { bytes }) => sum + bytes, 0),
      errors,
      usPerEvent: this.#events === 0 ? 0 : (this.#tookMs * 1000) / this.#events,
    };
  }

  stop(): void {
    for (const { step } of this.version.nodes) step?.stop?.();
  }

  readonly #sink: GraphSink = {
    counts: {
      add: (_node, outcome, count) => {
        if (!noEnd.has(outcome)) this.#count(outcome, count);
      },
    },
    entered: () => undefined,
    left: (node, port, view) => {
      if (port.kind === 'error') this.#countErrors(node, view);
    },
    toBranch: (node, view) => void this.#arrived.push({ node, view }),
    deadLetters: (node, view) => void this.#refused.push({ node, view }),
    made: (node, port, events) => this.#make(node, port, events),
  };

  #run(starts: readonly GraphStart[]): void {
    const begin = this.#clock.monotonic();
    this.#runner.run(this.version, starts, this.#sink);
    this.#tookMs += this.#clock.monotonic() - begin;
  }

  #output = (node: CompiledNode) => ({
    emit: (port: number, events: BatchView | readonly BatchView[]) => this.#make(node, port, events),
    evicted: () => undefined,
  });

  #make(node: CompiledNode, port: number, events: BatchView | readonly BatchView[]): void {
    for (const view of [events].flat() as BatchView[])
      this.#made.push({ node: node.index, port: node.ports[port >= 0 ? port : -1 - port]!, view });
  }

  #runMade(): void {
    for (let next = this.#made.shift(); next; next = this.#made.shift()) this.#run([next]);
  }

  #arrive(node: CompiledNode, view: BatchView): void {
    const { datasinkId } = node.datasink!;
    const total = (this.#datasinks[datasinkId] ??= { events: 0, bytes: 0 });
    for (const row of rowsOf(view)) {
      const json = eventJson(view, row);
      total.events += 1;
      total.bytes += Buffer.byteLength(json);
      this.#end(view.id(row), { datasinkId, node: node.id, json });
    }
    this.#count('delivered', view.count);
  }

  #refuse(node: CompiledNode, view: BatchView): void {
    this.#countErrors(node, view);
    for (const row of rowsOf(view))
      this.#end(view.id(row), { node: node.id, code: errorOf(view, row).code ?? 'INTERNAL', json: eventJson(view, row) });
    this.#count('rejected', view.count);
  }

  #countErrors(node: CompiledNode, view: BatchView): void {
    for (const row of rowsOf(view)) {
      const { code = 'INTERNAL' } = errorOf(view, row);
      const key = `${node.id} ${code}`;
      const error = this.#errors.get(key) ?? { node: node.id, code, count: 0 };
      error.count += 1;
      this.#errors.set(key, error);
    }
  }

  #end(event: string, end: ShadowEnd): void {
    const ends = this.#ends.get(event);
    if (ends) ends.push(end);
    else this.#ends.set(event, [end]);
  }

  #count(outcome: string, count: number): void {
    this.#outcomes[outcome] = (this.#outcomes[outcome] ?? 0) + count;
  }
}

const rowsOf = (view: BatchView): Int32Array => view.rows.subarray(0, view.count);
