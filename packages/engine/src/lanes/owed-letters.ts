import type { Clock } from '@acequia/base';
import { narrow, type BatchView } from '@acequia/batch';
import { isOfOneBlock, type AwaitedRows } from '../delivery/awaited-rows.ts';
import { namesOf, originAmong, readNames, type StoredNames } from '../delivery/row-names.ts';
import type { WrittenLetters } from '../outcomes/dead-letters.ts';
import type { DeliveredWatch } from '../outcomes/delivered-watch.ts';
import type { CountSink } from '../outcomes/ledger.ts';
import type { CompiledNode } from '../steps/compiled-version.ts';
import { refuseAll } from '../steps/error-record.ts';

interface OwedLettersOptions {
  /** Of each branch. */
  readonly awaited: readonly AwaitedRows[];
  readonly counts: CountSink;
  readonly clock: Clock;
  /** Resolves when the letters are synced, with undefined when the engine stopped before. */
  park(node: CompiledNode, view: BatchView, into: string | undefined): Promise<WrittenLetters | undefined>;
}

/** A block that is run again. */
export class BlockAgain {
  readonly stream: string;
  readonly block: number;
  readonly watch: DeliveredWatch | undefined;
  readonly #views: readonly BatchView[];
  #arrivals: ReadonlySet<string> | undefined;

  /** `views`: all that came into it. */
  constructor(stream: string, block: number, watch: DeliveredWatch | undefined, views: readonly BatchView[]) {
    this.stream = stream;
    this.block = block;
    this.watch = watch;
    this.#views = views;
  }

  /** By name. */
  get arrivals(): ReadonlySet<string> {
    return (this.#arrivals ??= new Set(this.#views.flatMap((view) => this.namesOf(view))));
  }

  /** Which of the events the named rows are, or are made of. */
  leaving(events: BatchView, rows: StoredNames): BatchView {
    const found = new Map<string, number>();
    readNames(rows, found);
    const origins = new Set([...found.keys()].map((name) => originAmong(this.arrivals, name)));
    const names = this.namesOf(events);
    return narrow(
      events,
      events.rows.slice(0, events.count).filter((_, index) => origins.has(names[index]!)),
    );
  }

  namesOf(view: BatchView): string[] {
    return namesOf(view, isOfOneBlock(this.stream));
  }
}

/**
 * Dead letters for events of blocks run again that branches await and that do not come to them: one for each event, however many
 * branches await it. The branches go on to await them until the letters are synced, so that a process that dies before leaves
 * them to the next one.
 */
export class OwedLetters {
  readonly #o: OwedLettersOptions;

  constructor(options: OwedLettersOptions) {
    this.#o = options;
  }

  /** Some are not written yet. */
  get any(): boolean {
    return this.#o.awaited.some((rows) => rows.owing);
  }

  /** Events that end the process, before the others of the block run. Returns those of which nothing is awaited. `into`: as in a letter's origin. */
  setAside(node: CompiledNode, view: BatchView, again: BlockAgain, isNew: boolean, into: string | undefined): BatchView {
    const { owing, others } = this.#owe(view, again, isNew);
    if (owing.count > 0) this.#write(node, owing, again, into, () => this.#o.counts.add(node.id, 'thrown', owing.count));
    return others;
  }

  /** Events as they were before they ran: a step that has not met those set aside may have chosen others than it did. */
  missed(node: CompiledNode, view: BatchView, again: BlockAgain, into: string | undefined): void {
    const { owing } = this.#owe(view, again, false);
    if (owing.count === 0) return;
    refuseAll(owing, node, 'ENGINE_STEP_FORGOT', this.#o.clock.now());
    this.#write(node, owing, again, into, () => undefined);
  }

  #owe(view: BatchView, again: BlockAgain, isNew: boolean): { readonly owing: BatchView; readonly others: BatchView } {
    const { stream, block } = again;
    const awaiting = this.#o.awaited.filter((rows) => rows.awaits(stream, block));
    const names = awaiting.length > 0 ? again.namesOf(view) : [];
    const events = new Set(names);
    const owed = new Set(awaiting.flatMap((rows) => [...rows.owe(stream, block, events, again.arrivals, isNew)]));
    const part = (isOwed: boolean): BatchView =>
      narrow(
        view,
        view.rows.slice(0, view.count).filter((_, index) => owed.has(names[index]!) === isOwed),
      );
    return { owing: part(true), others: part(false) };
  }

  #write(node: CompiledNode, owing: BatchView, again: BlockAgain, into: string | undefined, count: () => void): void {
    const { stream, block, watch } = again;
    const events = new Set(again.namesOf(owing));
    watch?.hold();
    void this.#o.park(node, owing, into).then((letters) => {
      if (!letters) return;
      for (const rows of this.#o.awaited) this.#o.counts.add(node.id, 'rejected', rows.settle(stream, block, events));
      count();
      letters.stand();
      watch?.release();
    });
  }
}
