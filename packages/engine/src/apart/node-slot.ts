import { closeSync, readSync, writeSync } from 'node:fs';

/** Longest id in bytes; longer ones are cut. */
const idBytesMax = 127;

/** The node at work, at the begin of an open file: it can still be told when the process that wrote it cannot. */
export class NodeSlot {
  readonly #file: number;
  readonly #record = Buffer.alloc(idBytesMax + 1);

  constructor(file: number) {
    this.#file = file;
  }

  get node(): string {
    const length = readSync(this.#file, this.#record, 0, this.#record.length, 0);
    return length === 0 ? '' : this.#record.toString('utf8', 1, 1 + this.#record[0]!);
  }

  set node(id: string) {
    this.#record[0] = this.#record.write(id, 1, idBytesMax);
    writeSync(this.#file, this.#record, 0, this.#record.length, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}
