import { ok, type Result } from '@acequia/base';
import { lookupLimits, type LookupLimits } from '../limits.ts';
import type { LookupFault } from '../lookup-fault.ts';
import { createParser, type LookupSource } from '../parse/create-parser.ts';
import { slotsFor } from '../search/hash-bytes.ts';
import { indexKeys } from './index-keys.ts';
import { inspectTable, type TableFacts } from './inspect-table.ts';
import { RowLayer } from './row-layer.ts';
import { headerBytes, headerWord, tableMagic, tableVersion, type TableMeta } from './table-layout.ts';

/** Lays a file that was inspected into a block, in pieces; holds the block and one row. */
export interface TableLayer {
  push(chunk: Uint8Array): void;
  /** The block of memory for `openTable`. */
  finish(): SharedArrayBuffer;
}

/** Builds a table from a file in memory; of equal keys the first row is found. */
export function buildTable(
  bytes: Uint8Array,
  source: LookupSource,
  limits: LookupLimits = lookupLimits,
): Result<SharedArrayBuffer, LookupFault> {
  const inspector = inspectTable(source, { limits, keys: 'first' });
  inspector.push(bytes);
  const facts = inspector.finish();
  if (!facts.ok) return facts;
  const layer = createTableLayer(source, facts.value);
  layer.push(bytes);
  return ok(layer.finish());
}

/** For the same bytes that gave the facts, however they are cut. */
export function createTableLayer(source: LookupSource, facts: TableFacts): TableLayer {
  const { columns, rows, cellBytes } = facts;
  const cells = rows * columns.length;
  const slots = slotsFor(rows);
  const meta = Buffer.from(JSON.stringify({ columns } satisfies TableMeta));
  const endsAt = headerBytes + slots * 4;
  const tagsAt = endsAt + cells * 4;
  const bytesAt = tagsAt + cells;
  const metaAt = bytesAt + cellBytes;
  const block = new SharedArrayBuffer(Math.ceil((metaAt + meta.length) / 4) * 4);
  const laid = new RowLayer(columns, {
    ends: new Uint32Array(block, endsAt, cells),
    tags: new Uint8Array(block, tagsAt, cells),
    bytes: new Uint8Array(block, bytesAt, cellBytes),
  });
  const parser = createParser(source, laid);
  return {
    push: (chunk) => parser.push(chunk),
    finish: () => {
      parser.end();
      meta.copy(new Uint8Array(block), metaAt);
      const header = new Uint32Array(block, 0, headerBytes / 4);
      header[headerWord.magic] = tableMagic;
      header[headerWord.version] = tableVersion;
      header[headerWord.rows] = rows;
      header[headerWord.columns] = columns.length;
      header[headerWord.keyColumn] = columns.indexOf(source.keyColumn);
      header[headerWord.slots] = slots;
      header[headerWord.slotsAt] = headerBytes;
      header[headerWord.endsAt] = endsAt;
      header[headerWord.tagsAt] = tagsAt;
      header[headerWord.bytesAt] = bytesAt;
      header[headerWord.bytes] = laid.used;
      header[headerWord.metaAt] = metaAt;
      header[headerWord.metaBytes] = meta.length;
      indexKeys(block, header);
      return block;
    },
  };
}
