import { silentLog, systemClock } from '@acequia/base';
import { createKernels, createSlotTable, fork, frameWords, releaseBatch, type BatchView } from '@acequia/batch';
import type { StoredBlock } from '@acequia/journal';
import { TakenTables } from '../apart/handed-tables.ts';
import { compileLabels } from '../labels/compile-labels.ts';
import type { ListenerDecoder } from '../lanes/listener-decoder.ts';
import { createLoneDecoder } from '../lanes/lone-decoder.ts';
import { viewForVersion } from '../lanes/version-run.ts';
import { defaultLimits } from '../limits.ts';
import type { Components } from '../options.ts';
import { uncounted } from '../outcomes/ledger.ts';
import { compileVersion } from '../steps/compile-version.ts';
import type { CompiledVersion } from '../steps/compiled-version.ts';
import { GraphRunner, type GraphSink, type GraphStart } from '../steps/run-graph.ts';
import type { FromTrial, LookupName, ToTrial, TrialCase } from './trial-protocol.ts';

/** Nothing leaves a trial. */
const nowhere: GraphSink = {
  counts: uncounted,
  toBranch: () => undefined,
  deadLetters: () => undefined,
  entered: () => undefined,
  left: () => undefined,
  made: () => undefined,
};

class Missing extends Error {}

/** Runs parts of one block as a lane would, with the kernels' JavaScript form, fresh keyed state and no destination. */
export class TrialRun {
  readonly #components: Components;
  readonly #note: (item: number) => void;
  readonly #slots = createSlotTable();
  readonly #runner = new GraphRunner(systemClock, silentLog);
  readonly #secrets = new Map<string, string>();
  readonly #lookups = new Map<string, SharedArrayBuffer>();
  readonly #tables = new TakenTables();
  readonly #needs: { secrets: string[]; lookups: LookupName[] } = { secrets: [], lookups: [] };
  #case!: TrialCase;
  #decoder!: ListenerDecoder;
  #version: CompiledVersion | undefined;
  #events: readonly BatchView[] = [];

  /** `note`: called with each item that is run alone, before. */
  constructor(components: Components, note: (item: number) => void) {
    this.#components = components;
    this.#note = note;
  }

  /** Throws when the case cannot be set up. */
  answer(message: ToTrial): FromTrial {
    switch (message.type) {
      case 'case':
        this.#case = message.case;
        this.#decoder = this.#createDecoder();
        return this.#compile();
      case 'have':
        for (const [reference, value] of message.secrets) this.#secrets.set(reference, value);
        for (const { file, ...name } of message.lookups) this.#lookups.set(nameOf(name), this.#tables.take(file));
        return this.#compile();
      case 'run':
        this.#run(message.items);
        return { type: 'survived' };
      case 'each':
        for (const item of message.items) {
          this.#note(item);
          this.#run([item]);
        }
        return { type: 'survived' };
    }
  }

  #compile(): FromTrial {
    const { pipeline, cluster, worker } = this.#case;
    if (!pipeline) return { type: 'ready', ids: Array.from({ length: this.#case.block.frameCount }, (_, frame) => String(frame)) };
    this.#needs.secrets = [];
    this.#needs.lookups = [];
    const compiled = compileVersion(pipeline, {
      components: this.#components,
      slots: this.#slots,
      clock: systemClock,
      random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
      worker,
      logNumber: 0,
      cluster,
      stateBytes: () => defaultLimits.stateBytes,
      kernels: createKernels('script'),
      secret: (reference) => this.#secrets.get(reference) ?? this.#miss(() => this.#needs.secrets.push(reference)),
      lookup: (id, version) => {
        const table = this.#lookups.get(nameOf({ id, version })) ?? this.#miss(() => this.#needs.lookups.push({ id, version }));
        return { block: () => table };
      },
      restored: () => undefined,
    });
    if (compiled.ok) {
      this.#version = compiled.value;
      this.#events = this.#select(compiled.value);
      return { type: 'ready', ids: this.#events.flatMap(idsOf) };
    }
    const { secrets, lookups } = this.#needs;
    if (secrets.length + lookups.length === 0) throw new Error(`${compiled.error.code}: ${compiled.error.message ?? ''}`);
    return { type: 'needs', secrets, lookups };
  }

  #run(items: readonly number[]): void {
    const version = this.#version;
    if (!version) {
      releaseBatch(this.#decode(onlyFrames(this.#case.block, items)).events);
      return;
    }
    const chosen = new Set(items);
    const starts: GraphStart[] = [];
    let before = 0;
    for (const [index, view] of this.#events.entries()) {
      const first = before;
      const rows = view.rows.slice(0, view.count).filter((_, place) => chosen.has(first + place));
      before += view.count;
      if (rows.length > 0) starts.push({ node: 0, port: version.nodes[0]!.ports[index]!, view: fork(view, { rows }) });
    }
    if (starts.length > 0) this.#runner.run(version, starts, nowhere);
  }

  /** The version's events and, where it wants them, the refused frames. */
  #select({ labelId, nodes }: CompiledVersion): readonly BatchView[] {
    const { events, rejected, selections } = this.#decode(this.#case.block);
    const rows = selections.rows(labelId);
    const label = selections.name(labelId);
    const selected =
      rows === 'none' ? fork(events, { rows: new Int32Array(0) }) : viewForVersion(events, rows === 'all' ? undefined : rows, label);
    return nodes[0]!.ports[1]!.targets.length > 0 ? [selected, fork(rejected, { label })] : [selected];
  }

  #decode(block: StoredBlock) {
    const { events, rejected } = this.#decoder.decode(block);
    const selections = compileLabels(this.#case.listener.labels, this.#slots, systemClock).select(events);
    return { events, rejected, selections };
  }

  #createDecoder(): ListenerDecoder {
    const { listener, revisions, cluster, worker } = this.#case;
    const component = this.#components.listener(listener.component, listener.version);
    if (!component) throw new Error(`the component ${listener.component} ${listener.version} is not here`);
    const kernels = createKernels('script');
    return createLoneDecoder({ listener, component, revisions, slots: this.#slots, kernels, clock: systemClock, cluster, worker });
  }

  #miss(note: () => void): never {
    note();
    throw new Missing('asked for');
  }
}

const nameOf = ({ id, version }: LookupName): string => `${id} ${version ?? ''}`;

function idsOf(view: BatchView): string[] {
  return Array.from(view.rows.subarray(0, view.count), (row) => view.id(row));
}

function onlyFrames(block: StoredBlock, chosen: readonly number[]): StoredBlock {
  const frames = new Uint32Array(chosen.length * frameWords);
  for (const [place, frame] of chosen.entries())
    frames.set(block.frames.subarray(frame * frameWords, (frame + 1) * frameWords), place * frameWords);
  return { ...block, frames, frameCount: chosen.length };
}
