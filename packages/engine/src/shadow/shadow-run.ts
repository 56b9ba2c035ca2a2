import { err, ok, type Clock, type Random, type Result } from '@acequia/base';
import {
  createKernels,
  createSlotTable,
  fork,
  internalSlots,
  releaseBatch,
  type BatchView,
  type Kernels,
  type SlotTable,
} from '@acequia/batch';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import type { StoredBlock } from '@acequia/journal';
import type { PipelineDocument } from '@acequia/pipeline';
import { eventJson } from '../dead-letters/letter-content.ts';
import { compileLabels } from '../labels/compile-labels.ts';
import type { LabelRouter } from '../labels/label-router.ts';
import type { ListenerDecoder } from '../lanes/listener-decoder.ts';
import { createLoneDecoder } from '../lanes/lone-decoder.ts';
import { viewForVersion } from '../lanes/version-run.ts';
import { defaultLimits } from '../limits.ts';
import type { Components } from '../options.ts';
import { compileVersion } from '../steps/compile-version.ts';
import { SideRun } from './shadow-side.ts';
import type { ShadowCase, ShadowDifference, ShadowEnd, ShadowFault, ShadowLookup, ShadowOutcome } from './shadow.ts';

/** More are counted, not kept. */
const differencesMax = 100;
/** Of the texts of one event, and of all that are kept. */
const eventCharsMax = 65_536;
const keptCharsMax = 4_194_304;
const nsPerMs = 1_000_000n;

export interface ShadowSurroundings {
  readonly components: Components;
  readonly clock: Clock;
  readonly random: Random;
  table(name: ShadowLookup): SharedArrayBuffer | undefined;
}

/** Runs two versions over the same blocks and notes which events end differently. Nothing is written to a datasink. */
export class ShadowRun {
  readonly #case: ShadowCase;
  readonly #decoder: ListenerDecoder;
  readonly #router: LabelRouter;
  readonly #running: SideRun;
  readonly #draft: SideRun;
  readonly #differences: ShadowDifference[] = [];
  #differing = 0;
  #keptChars = 0;
  #bytesIn = 0;
  #turn = 0;
  /** Events that either version took. */
  events = 0;
  /** As many as are to be run have been: no further block is wanted. */
  full = false;

  private constructor(shadow: ShadowCase, parts: { decoder: ListenerDecoder; router: LabelRouter; running: SideRun; draft: SideRun }) {
    this.#case = shadow;
    this.#decoder = parts.decoder;
    this.#router = parts.router;
    this.#running = parts.running;
    this.#draft = parts.draft;
  }

  /** The fault says which of the two versions cannot run, and why. */
  static open(shadow: ShadowCase, surroundings: ShadowSurroundings): Result<ShadowRun, ShadowFault> {
    const { components } = surroundings;
    const frozen: Clock = { ...surroundings.clock, now: () => shadow.frozenMs };
    const slots = createSlotTable();
    const kernels = createKernels('script');
    const compile = (document: PipelineDocument) => compileFor(shadow, document, { ...surroundings, slots, kernels, clock: frozen });
    const running = compile(shadow.running);
    if (!running.ok) return err({ ...running.error, of: 'running' });
    const draft = compile(shadow.draft);
    if (!draft.ok) {
      for (const { step } of running.value.nodes) step?.stop?.();
      return err({ ...draft.error, of: 'draft' });
    }
    const { listener, revisions, cluster, worker } = shadow;
    const component = components.listener(listener.component, listener.version);
    if (!component) return err({ of: 'running', code: 'COMPONENT_UNKNOWN', message: listener.component });
    const decoder = createLoneDecoder({ listener, component, revisions, slots, kernels, clock: frozen, cluster, worker });
    return ok(
      new ShadowRun(shadow, {
        decoder,
        router: compileLabels(listener.labels, slots, frozen, kernels),
        running: new SideRun(running.value, frozen),
        draft: new SideRun(draft.value, frozen),
      }),
    );
  }

  take(block: StoredBlock): void {
    if (this.full) return;
    const { events, rejected } = this.#decoder.decode(block);
    const { labelId: runningLabel } = this.#running.version;
    const { labelId: draftLabel } = this.#draft.version;
    const selections = this.#router.select(events, new Set([runningLabel, draftLabel]));
    const select = (labelId: string) => {
      const rows = selections.rows(labelId);
      const selected = rows === 'none' ? undefined : viewForVersion(events, rows === 'all' ? undefined : rows, selections.name(labelId));
      return { label: selections.name(labelId), view: this.#inTime(selected) };
    };
    const [running, draft] = [select(runningLabel), select(draftLabel)];
    const taken = new Set([...idRows(running.view), ...idRows(draft.view)].map(([, row]) => row));
    const refused = (label: string) => (rejected.count === 0 ? undefined : this.#inTime(fork(rejected, { label })));
    const inputs = new Map([...idRows(running.view), ...idRows(draft.view)]);
    const receivedMs = lastReceived(events);
    const sides = [
      () => this.#running.take(running.view, refused(running.label), receivedMs),
      () => this.#draft.take(draft.view, refused(draft.label), receivedMs),
    ];
    this.#turn += 1;
    for (const side of this.#turn % 2 === 0 ? sides.toReversed() : sides) side();
    this.events += taken.size;
    this.#bytesIn += taken.size * Math.ceil(block.bytes.length / Math.max(1, block.frameCount, events.count + rejected.count));
    this.#compare((event) => inputs.get(event), events);
    releaseBatch(events);
    this.full = this.events >= this.#case.eventsMax;
  }

  finish(cut: boolean): ShadowOutcome {
    this.#running.flush();
    this.#draft.flush();
    this.#compare(() => undefined, undefined);
    this.#running.stop();
    this.#draft.stop();
    return {
      events: this.events,
      bytesIn: this.#bytesIn,
      cut,
      running: this.#running.result(),
      draft: this.#draft.result(),
      differing: this.#differing,
      differences: this.#differences,
    };
  }

  #compare(rowOf: (event: string) => number | undefined, events: BatchView | undefined): void {
    const [running, draft] = [this.#running.takeEnds(), this.#draft.takeEnds()];
    for (const event of new Set([...running.keys(), ...draft.keys()])) {
      const [before, after] = [running.get(event) ?? [], draft.get(event) ?? []];
      if (textOf(before) === textOf(after)) continue;
      this.#differing += 1;
      if (this.#differences.length >= differencesMax || this.#keptChars >= keptCharsMax) continue;
      const row = rowOf(event);
      const known = row !== undefined && events;
      const difference: ShadowDifference = {
        event,
        receivedMs: known ? receivedOf(events, row) : this.#case.toMs,
        input: known ? shown(eventJson(events, row)) : '{}',
        running: before.map(shownEnd),
        draft: after.map(shownEnd),
      };
      this.#differences.push(difference);
      this.#keptChars += [difference.input, ...[...difference.running, ...difference.draft].map(({ json }) => json)].join('').length;
    }
  }

  #inTime(view: BatchView | undefined): BatchView | undefined {
    if (!view) return undefined;
    const { fromMs, toMs } = this.#case;
    const rows = view.rows.subarray(0, view.count).filter((row) => {
      const receivedMs = receivedOf(view, row);
      return receivedMs >= fromMs && receivedMs < toMs;
    });
    if (rows.length === 0) return undefined;
    return rows.length === view.count ? view : fork(view, { rows: Int32Array.from(rows) });
  }
}

interface CompileParts extends ShadowSurroundings {
  readonly slots: SlotTable;
  readonly kernels: Kernels;
}

function compileFor(shadow: ShadowCase, document: PipelineDocument, parts: CompileParts): ReturnType<typeof compileVersion> {
  const { pipelineId, listener, cluster, worker, secrets } = shadow;
  const deployed = { id: pipelineId, versionId: 'shadow', tenantId: listener.tenantId, name: '', version: '0.0.0', document };
  const { components, slots, kernels, clock, random } = parts;
  return compileVersion(deployed, {
    components,
    slots,
    kernels,
    clock,
    random,
    worker,
    logNumber: 0,
    cluster,
    secret: (reference) => {
      const value = Object.hasOwn(secrets, reference) ? secrets[reference] : undefined;
      if (value === undefined) throw new Misconfigured('SECRET_UNAVAILABLE', { message: reference });
      return value;
    },
    lookup: (id, version) => {
      const table = parts.table({ id, version });
      if (!table) throw new Misconfigured('LOOKUP_UNAVAILABLE', { message: id });
      return { block: () => table };
    },
    stateBytes: () => defaultLimits.stateBytes,
    restored: () => undefined,
  });
}

/** Where an event ended, in words that are equal when it ends alike: node ids may differ between versions. */
const textOf = (ends: readonly ShadowEnd[]): string =>
  ends
    .map(({ datasinkId, code, json }) => `${datasinkId ?? code} ${json}`)
    .toSorted()
    .join('\n');

/** Large events are cut: they are looked at, not run. */
const shown = (json: string): string => (json.length > eventCharsMax ? `${json.slice(0, eventCharsMax)}…` : json);
const shownEnd = (end: ShadowEnd): ShadowEnd => ({ ...end, json: shown(end.json) });

const receivedOf = (view: BatchView, row: number): number => Number((view.time(row, internalSlots.received) ?? 0n) / nsPerMs);

const idRows = (view: BatchView | undefined): [string, number][] =>
  view ? Array.from(view.rows.subarray(0, view.count), (row): [string, number] => [view.id(row), row]) : [];

const lastReceived = (view: BatchView): number => (view.count === 0 ? 0 : receivedOf(view, view.rows[view.count - 1]!));
