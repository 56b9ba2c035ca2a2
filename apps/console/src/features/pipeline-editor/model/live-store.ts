import type { LiveFrame } from '@acequia/contract';
import { linkKey, type Link, type PipelineDocument } from '@acequia/pipeline';

export type LiveNode = LiveFrame['nodes'][string];
export type LivePipeline = LiveFrame['pipelines'][string];

/** The newest numbers of one pipeline. Whoever listens hears only of numbers that changed. */
/** What the numbers are of. */
export interface RunningVersion {
  readonly version: string;
  readonly document: PipelineDocument;
}

export interface LiveStore {
  /** From now on the numbers are of this version; undefined while it is not known, or none runs. */
  run(version: RunningVersion | undefined): void;
  running(): RunningVersion | undefined;
  /** Whether a link is one of the running version: no other carries anything. */
  runs(link: Pick<Link, 'from' | 'to'>): boolean;
  receive(frame: LiveFrame): void;
  /** The stream broke or the pipeline stopped: no number is shown rather than an old one. */
  clear(): void;
  node(id: string): LiveNode | undefined;
  pipeline(): LivePipeline | undefined;
  /** Events per second that the busiest port stays under, in steps, so that widths of links keep still; 0 when nothing flows. */
  largest(): number;
  /** Grows with every change; for views over many nodes. */
  revision(): number;
  subscribe(listener: () => void): () => void;
}

export function createLiveStore(pipelineId: string): LiveStore {
  let nodes = new Map<string, LiveNode>();
  let pipeline: LivePipeline | undefined;
  let running: RunningVersion | undefined;
  let links: ReadonlySet<string> = new Set();
  let largest = 0;
  let revision = 0;
  const listeners = new Set<() => void>();
  const tell = () => {
    revision += 1;
    for (const listener of listeners) listener();
  };
  return {
    receive(frame) {
      const next = new Map<string, LiveNode>();
      for (const [id, live] of Object.entries(frame.nodes)) next.set(id, keepEqual(nodes.get(id), live));
      nodes = next;
      const entered = frame.pipelines[pipelineId];
      pipeline = entered && keepEqual(pipeline, entered);
      let busiest = 0;
      for (const live of next.values()) for (const rate of Object.values(live.ports)) busiest = Math.max(busiest, rate.events);
      largest = stepAbove(busiest);
      tell();
    },
    clear() {
      if (nodes.size === 0 && pipeline === undefined) return;
      nodes = new Map();
      pipeline = undefined;
      largest = 0;
      tell();
    },
    run(version) {
      if (version === running) return;
      running = version;
      links = new Set(version?.document.links.map(linkKey));
      tell();
    },
    running: () => running,
    runs: (link) => links.has(linkKey(link)),
    node: (id) => nodes.get(id),
    pipeline: () => pipeline,
    largest: () => largest,
    revision: () => revision,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** 1, 2, 5, 10 … */
function stepAbove(value: number): number {
  if (!(value > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? 10 * power;
}

/** The old object when nothing in it changed that a person would see, so that its readers are not drawn again. */
function keepEqual<T>(before: T | undefined, now: T): T {
  return before !== undefined && equal(before, now) ? before : now;
}

function equal(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a === 'number' && typeof b === 'number') return seen(a) === seen(b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, value]) => equal(value, (b as Record<string, unknown>)[key]));
}

/** As it is written: three digits. */
const seen = (value: number): string => (Math.abs(value) < 0.005 ? '0' : value.toPrecision(3));
