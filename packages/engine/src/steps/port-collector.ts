import { RowList, type BatchView, type Row } from '@acequia/batch';
import type { RejectDetail, StepOutput } from '@acequia/component-sdk/runtime';
import type { CompiledNode } from './compiled-version.ts';

export interface RefusedRow {
  readonly row: Row;
  readonly code: string;
  readonly detail: RejectDetail | undefined;
}

/** Takes what one step says about the rows of one view. Reused for all steps of a lane. */
export class PortCollector implements StepOutput {
  #view: BatchView | undefined;
  #node: CompiledNode | undefined;
  readonly #lists: RowList[] = [];
  /** How often each row was given an end or a way on. */
  #seen = new Uint8Array(256);
  #touched = 0;
  readonly refused: RefusedRow[] = [];
  readonly ended = new Map<string, number>();
  /** Events out of the step's state, by port. */
  readonly emitted: { readonly port: number; readonly events: BatchView | readonly BatchView[] }[] = [];
  /** Entries of state given up by the step. */
  evictions = 0;
  /** Some row stands in more than one list. */
  shared = false;

  start(view: BatchView, node: CompiledNode): void {
    this.#view = view;
    this.#node = node;
    while (this.#lists.length < node.ports.length + 1) this.#lists.push(new RowList());
    for (const list of this.#lists) list.clear();
    this.#seen.fill(0, 0, this.#touched);
    this.#touched = 0;
    this.refused.length = 0;
    this.emitted.length = 0;
    this.ended.clear();
    this.evictions = 0;
    this.shared = false;
  }

  /** Rows of a port, in the order given. */
  list(port: number): RowList {
    return this.#lists[port]!;
  }

  to(port: number, row: Row): void {
    this.#see(row);
    this.#listOf(port)?.push(row);
  }

  all(port: number): void {
    const view = this.#view!;
    for (let i = 0; i < view.count; i++) this.#see(view.rows[i]!);
    this.#listOf(port)?.pushAll(view.rows, view.count);
  }

  reject(row: Row, code: string, detail?: RejectDetail): void {
    this.#see(row);
    this.refused.push({ row, code, detail });
  }

  filtered(row: Row, reason: string): void {
    this.#end(row, `filtered:${reason}`);
  }

  merged(row: Row, reason: string): void {
    this.#end(row, `merged:${reason}`);
  }

  expired(row: Row, reason: string): void {
    this.#end(row, `expired:${reason}`);
  }

  emit(port: number, events: BatchView | readonly BatchView[]): void {
    this.emitted.push({ port, events });
  }

  evicted(count: number): void {
    this.evictions += count;
  }

  /** Selected rows the step said nothing about; a defect of the component that must not lose events. */
  forgotten(): Row[] {
    const view = this.#view!;
    const rows: Row[] = [];
    for (let i = 0; i < view.count; i++) {
      const row = view.rows[i]!;
      if (row >= this.#touched || this.#seen[row] === 0) rows.push(row);
    }
    return rows;
  }

  #end(row: Row, outcome: string): void {
    this.#see(row);
    this.ended.set(outcome, (this.ended.get(outcome) ?? 0) + 1);
  }

  #listOf(port: number): RowList | undefined {
    const index = port >= 0 ? port : -1 - port;
    const kind = this.#node!.ports[index];
    if (!kind) return this.#lists[this.#node!.ports.length];
    return this.#lists[index];
  }

  #see(row: Row): void {
    if (row >= this.#seen.length) {
      const grown = new Uint8Array(Math.max(row + 1, this.#seen.length * 2));
      grown.set(this.#seen);
      this.#seen = grown;
    }
    if (row >= this.#touched) this.#touched = row + 1;
    if (this.#seen[row]! > 0) this.shared = true;
    else this.#seen[row] = 1;
  }
}
