import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Tables of lookups on their way to another process: as files, so that large ones hold nothing up. Each is written once. */
export class HandedTables {
  readonly #folder: string;
  readonly #paths = new Map<SharedArrayBuffer, string>();
  /** Of all that were handed over. */
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file the other side reads it from, or has read it from. */
  async handOver(table: SharedArrayBuffer): Promise<string> {
    const known = this.#paths.get(table);
    if (known !== undefined) return known;
    const path = join(this.#folder, `table-${this.#paths.size}`);
    this.#paths.set(table, path);
    this.bytes += table.byteLength;
    await writeFile(path, new Uint8Array(table));
    return path;
  }
}

/** The other side: reads each file once, and removes it. */
export class TakenTables {
  readonly #tables = new Map<string, SharedArrayBuffer>();

  take(path: string): SharedArrayBuffer {
    const known = this.#tables.get(path);
    if (known) return known;
    const file = openSync(path, 'r');
    const table = new SharedArrayBuffer(fstatSync(file).size);
    const bytes = new Uint8Array(table);
    for (let read = 0; read < bytes.length;) read += readSync(file, bytes, read, bytes.length - read, null);
    closeSync(file);
    unlinkSync(path);
    this.#tables.set(path, table);
    return table;
  }
}
