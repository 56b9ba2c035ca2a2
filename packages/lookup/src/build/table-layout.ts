/** Words of the block's header. Offsets are bytes from the block's beginning. */
export const headerWord = {
  magic: 0,
  version: 1,
  rows: 2,
  columns: 3,
  keyColumn: 4,
  slots: 5,
  slotsAt: 6,
  endsAt: 7,
  tagsAt: 8,
  bytesAt: 9,
  bytes: 10,
  metaAt: 11,
  metaBytes: 12,
  /** Rows without a key, and rows whose key an earlier row has. */
  keyless: 13,
  duplicates: 14,
} as const;

export const headerBytes = 64;
export const tableMagic = 0x4c4b5550;
export const tableVersion = 2;

/** What the block says in words. */
export interface TableMeta {
  readonly columns: readonly string[];
}
