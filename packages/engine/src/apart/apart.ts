import type { ChildProcess } from 'node:child_process';
import { openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeApartFolder } from './apart-folders.ts';
import { forkApart } from './fork-apart.ts';
import { HandedTables } from './handed-tables.ts';
import { NodeSlot } from './node-slot.ts';

/** Why a process ended: it took more memory than it may, or something else. */
export type ApartEnd = 'memory' | 'other';

export interface ApartListener<From> {
  message(message: From): void;
  end(end: ApartEnd): void;
}

/** V8 aborts, or traps, where the heap is full; the system kills where memory is. */
const memorySignals: ReadonlySet<NodeJS.Signals | null> = new Set(['SIGABRT', 'SIGTRAP', 'SIGKILL']);
const heapMiB = 256;

/** A throw-away process in which documents are tried: it may hang, grow or die without harm to this one. */
export class Apart<To extends object, From> {
  readonly tables: HandedTables;
  /** It has ended, or must not be used again. */
  ended = false;
  readonly #folder = makeApartFolder();
  readonly #slot: NodeSlot;
  readonly #child: ChildProcess;
  #listener: ApartListener<From> | undefined;

  /** `componentsModule`: address of a module that exports `components: Components`, which the program gets as its argument. */
  constructor(program: URL, componentsModule: string) {
    this.tables = new HandedTables(this.#folder);
    const file = openSync(join(this.#folder, 'node'), 'w+');
    this.#slot = new NodeSlot(file);
    // Takes its room on the disk now: later the other side only overwrites it.
    this.#slot.node = '';
    this.#child = forkApart(program, { args: [componentsModule], heapMiB, output: file });
    this.#child.on('message', (message) => this.#listener?.message(message as From));
    this.#child.on('exit', (_code, signal) => this.#end(memorySignals.has(signal) ? 'memory' : 'other'));
    this.#child.on('error', () => this.#end('other'));
    this.#child.unref();
    this.#child.channel?.unref();
  }

  /** The node at work, or that was when it ended; empty: none. */
  get node(): string {
    return this.ended ? '' : this.#slot.node;
  }

  /** One at a time. Told at once when it has ended already. */
  listen(listener: ApartListener<From>): () => void {
    this.#listener = listener;
    if (this.ended) listener.end('other');
    return () => (this.#listener = undefined);
  }

  send(message: To): void {
    if (!this.ended) this.#child.send(message, () => undefined);
  }

  close(): void {
    if (this.ended) return;
    this.ended = true;
    this.#child.kill('SIGKILL');
    this.#slot.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The listener may still ask for the node. */
  #end(end: ApartEnd): void {
    if (this.ended) return;
    this.#listener?.end(end);
    this.close();
  }
}
