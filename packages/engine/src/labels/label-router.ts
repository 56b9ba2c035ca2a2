import type { Clock } from '@acequia/base';
import { internalSlots, RowList, truth, type BatchView, type BulkCondition } from '@acequia/batch';

/** A label's test on one event; throws when it cannot be evaluated. */
export type LabelTest = (view: BatchView, row: number, env: LabelEnv) => boolean;

/** What a condition knows beside the event's fields; the received time is read only when a condition asks. */
export class LabelEnv {
  readonly nowMs: number;
  readonly #view: BatchView;
  row = 0;

  constructor(view: BatchView, nowMs: number) {
    this.#view = view;
    this.nowMs = nowMs;
  }

  get receivedNs(): bigint {
    return this.#view.time(this.row, internalSlots.received) ?? 0n;
  }
}

export interface CompiledLabel {
  readonly id: string;
  readonly name: string;
  readonly test: LabelTest;
  /** The same test on whole batches, where it has that form; events it does not settle are tested one by one. */
  readonly many?: BulkCondition;
}

export interface LabelSelections {
  /** What `_label` holds for events that entered through the label: its name; the two built in, whose names are translated, go by their ids. */
  name(labelId: string): string;
  /** Rows of a label: all, none, or some, in order. The array belongs to the caller. */
  rows(labelId: string): 'all' | 'none' | Int32Array;
  /** How many rows a label has. */
  count(labelId: string): number;
  readonly unlabelled: number;
  readonly matched: ReadonlyMap<string, number>;
  /** Tests that could not be evaluated; counted as no match. */
  readonly failed: ReadonlyMap<string, number>;
}

/** Sorts a listener's events by its labels (catalogue 3). */
export class LabelRouter {
  readonly #labels: readonly CompiledLabel[];

  readonly #clock: Clock;

  constructor(labels: readonly CompiledLabel[], clock: Clock) {
    this.#labels = labels;
    this.#clock = clock;
  }

  /** Tests every label once per event; only those in `wanted` (and what `unlabelled` needs) when given. */
  select(view: BatchView, wanted?: ReadonlySet<string>): LabelSelections {
    const needed = !wanted || wanted.has('unlabelled') ? this.#labels : this.#labels.filter(({ id }) => wanted.has(id));
    const lists = new Map<string, RowList>();
    const matched = new Map<string, number>();
    const failed = new Map<string, number>();
    const labelled = new Uint8Array(view.count);
    const env = new LabelEnv(view, this.#clock.now());
    for (const { id, test, many } of needed) {
      let list: RowList | undefined;
      const truths = many?.(view);
      for (let index = 0; index < view.count; index++) {
        const row = view.rows[index]!;
        const own = truths === undefined ? truth.unknown : truths[index]!;
        if (own === truth.no) continue;
        env.row = row;
        try {
          if (own === truth.unknown && !test(view, row, env)) continue;
        } catch {
          failed.set(id, (failed.get(id) ?? 0) + 1);
          continue;
        }
        labelled[index] = 1;
        list ??= new RowList(view.count);
        list.push(row);
      }
      if (list) lists.set(id, list);
      matched.set(id, list?.count ?? 0);
    }
    const rest = new RowList(Math.max(1, view.count));
    if (this.#labels.length === 0) rest.pushAll(view.rows, view.count);
    else if (needed === this.#labels)
      for (let index = 0; index < view.count; index++) if (labelled[index] === 0) rest.push(view.rows[index]!);
    lists.set('unlabelled', rest);
    return {
      unlabelled: rest.count,
      failed,
      matched,
      name: (labelId) => this.#labels.find(({ id }) => id === labelId)?.name ?? labelId,
      rows: (labelId) => rowsOf(labelId, lists, view),
      count: (labelId) => (labelId === 'all' ? view.count : (lists.get(labelId)?.count ?? 0)),
    };
  }
}

function rowsOf(labelId: string, lists: ReadonlyMap<string, RowList>, view: BatchView): 'all' | 'none' | Int32Array {
  if (view.count === 0) return 'none';
  if (labelId === 'all') return 'all';
  const list = lists.get(labelId);
  if (!list || list.count === 0) return 'none';
  return list.take();
}
