import type { Log } from '@acequia/base';
import { fork, type BatchView } from '@acequia/batch';
import type { DeliveryDetail } from '@acequia/component-sdk/runtime';
import type { CountSink } from '../outcomes/ledger.ts';
import type { Entry } from './entry.ts';
import type { RecordBatch } from './record-buffer.ts';
import type { SpillStore } from './spill-store.ts';

/** A row that leaves a data sink by a port instead of being delivered. */
export interface Reroute {
  readonly row: number;
  readonly code: string;
  readonly message?: string | undefined;
  readonly detail?: DeliveryDetail | undefined;
  readonly fields?: Readonly<Record<string, string>> | undefined;
}

export type RerouteKind = 'reject' | 'expired' | 'routed';

/** Rows that are durable where they went. */
export interface Left {
  /** To be called in one turn with giving the rows their outcome: a commit says both or neither. */
  enter(counts: CountSink): void;
}

export interface ReroutesOptions {
  readonly node: string;
  readonly store: SpillStore;
  readonly counts: CountSink;
  readonly log: Log;
  /**
   * Rows that leave by a port (or end as dead letters where it is unconnected). The view is independent. Resolves when
   * they are durable somewhere else, with the counts to enter; undefined when the engine stopped before.
   */
  reroute(
    view: BatchView,
    entry: Entry,
    rows: readonly Reroute[],
    port: string,
    kind: RerouteKind,
    attempts: number,
  ): Promise<Left | undefined>;
  onLeft(events: number): void;
  /** One more is done with. */
  onSettled(): void;
}

/** By what and why rows leave, and how often it was tried to deliver them. */
export interface Departure {
  readonly port: string;
  readonly kind: RerouteKind;
  readonly attempts: number;
}

/** The rows that leave a queue by a port. A row has its outcome here once it is durable where it goes. */
export class Reroutes {
  readonly #o: ReroutesOptions;
  readonly #underWay = new Set<Promise<boolean>>();

  constructor(options: ReroutesOptions) {
    this.#o = options;
  }

  get size(): number {
    return this.#underWay.size;
  }

  /** Waits for those under way now. True: all their rows are durable elsewhere and have their outcome here. */
  async done(): Promise<boolean> {
    return (await Promise.all(this.#underWay)).every(Boolean);
  }

  /** Records of a batch, by their number. */
  leave(batch: RecordBatch, records: ReadonlyMap<number, Omit<Reroute, 'row'>>, departure: Departure): void {
    const rows: (Reroute & { readonly entry: Entry })[] = [];
    batch.forEach((record, entry, row) => {
      const reroute = records.get(record);
      if (reroute) rows.push({ ...reroute, row, entry });
    });
    this.leaveRows(rows, departure);
  }

  leaveRows(rows: readonly (Reroute & { readonly entry: Entry })[], departure: Departure): void {
    for (const [entry, list] of Map.groupBy(rows, (row) => row.entry)) {
      if (!entry.view) continue;
      const reroute = this.#reroute(
        entry,
        entry.view,
        list.map(({ entry: _entry, ...row }) => row),
        departure,
      );
      this.#underWay.add(reroute);
      void reroute.finally(() => {
        this.#underWay.delete(reroute);
        this.#o.onSettled();
      });
    }
  }

  /** Resolves to false when the engine stopped before the events were durable elsewhere. */
  async #reroute(entry: Entry, view: BatchView, rows: readonly Reroute[], { port, kind, attempts }: Departure): Promise<boolean> {
    const { log, node, counts, store } = this.#o;
    const leaving = fork(view, { rows: Int32Array.from(rows, ({ row }) => view.rows[row]!) });
    const left = await this.#o.reroute(leaving, entry, rows, port, kind, attempts).catch((error: unknown) => {
      log.error({ node, error }, 'events could not leave a data sink by a port; they stay where they wait');
      return undefined;
    });
    if (!left) return false;
    left.enter(counts);
    for (const { row } of rows) store.settle(entry, row, row + 1);
    this.#o.onLeft(rows.length);
    return true;
  }
}
