import type { LookupTable } from '../lookup-table.ts';

export function keyText(key: Uint8Array, start: number, end: number): string {
  return Buffer.from(key.buffer, key.byteOffset + start, end - start).toString();
}

/** Calls back for each row that has a key, in the order of the file. */
export function forEachKey(table: LookupTable, visit: (key: string, row: number) => void): void {
  for (let row = 0; row < table.rows; row += 1) {
    if (!table.isNull(row, table.keyColumn)) visit(table.text(row, table.keyColumn), row);
  }
}
