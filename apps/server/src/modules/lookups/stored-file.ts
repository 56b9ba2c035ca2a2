import { createHash } from 'node:crypto';
import { MiB } from '@acequia/base';
import { headIsWhole, inspectTable, openRowPage, type LookupFault, type RowPage, type RowPlace, type TableFacts } from '@acequia/lookup';
import type { Database } from '../../db/database.ts';
import { readPart, type LookupRow } from './lookups.store.ts';

export type FileRead = { readonly bytes: number } & (
  | { readonly facts: TableFacts; readonly sha256: string }
  | { readonly fault: LookupFault }
);

export const sourceOf = ({ format, separator, keyColumn }: Pick<LookupRow, 'format' | 'separator' | 'keyColumn'>) => ({
  format,
  separator: separator ?? undefined,
  keyColumn,
});

/** Reads a file once from beginning to end as it comes, and keeps nothing of it. */
export class FileReader {
  readonly #inspector: ReturnType<typeof inspectTable>;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(lookup: Pick<LookupRow, 'format' | 'separator' | 'keyColumn'>) {
    this.#inspector = inspectTable(sourceOf(lookup));
  }

  /** False when the file is refused already. */
  push(content: Uint8Array): boolean {
    this.#bytes += content.length;
    this.#hash.update(content);
    return this.#inspector.push(content);
  }

  finish(): FileRead {
    const facts = this.#inspector.finish();
    const bytes = this.#bytes;
    return facts.ok ? { bytes, facts: facts.value, sha256: this.#hash.digest('hex') } : { bytes, fault: facts.error };
  }
}

/** The file of a version in pieces, each in a transaction of its own. */
export async function* filePieces(database: Pick<Database, 'withTenant'>, tenantId: string, versionId: string): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const content = await database.withTenant(tenantId, (tx) => readPart(tx, versionId, part));
    if (content === undefined) return;
    yield content;
  }
}

export interface StoredFile {
  readonly sizes: readonly { readonly part: number; readonly bytes: number }[];
  read(part: number): Promise<Buffer | undefined>;
}

export interface RowRequest {
  readonly lookup: Pick<LookupRow, 'format' | 'separator'>;
  readonly columns: readonly string[];
  readonly search: string;
  readonly from: RowPlace;
}

/** A page, and so much is read for it at most; a search that finds little goes on with the next page. */
const pageRowsMax = 100;
const pageBytesMax = 16 * MiB;

/** Rows of a stored file, and where to read on. */
export async function readRows(
  file: StoredFile,
  { lookup, columns, search, from }: RowRequest,
): Promise<{ readonly rows: RowPage['rows']; readonly next: RowPlace | null }> {
  const source = { format: lookup.format, separator: lookup.separator ?? undefined };
  const head = await headOf(file, source);
  const page = openRowPage({ source, columns, search, rowsMax: pageRowsMax, head, from: from.at === 0 ? undefined : from });
  const start = page.next.at;
  let at = 0;
  let read = 0;
  for (const { part, bytes } of file.sizes) {
    const skip = Math.max(0, start - at);
    at += bytes;
    if (skip >= bytes) continue;
    const content = await file.read(part);
    if (content === undefined) break;
    if (!page.push(content.subarray(skip))) return { rows: page.rows, next: page.next };
    read += content.length - skip;
    if (read >= pageBytesMax && page.next.at > start) return { rows: page.rows, next: page.next };
  }
  return { rows: page.rows, next: page.finish() ? null : page.next };
}

async function headOf(file: StoredFile, source: Parameters<typeof headIsWhole>[0]): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for (const { part } of file.sizes) {
    head = Buffer.concat([head, (await file.read(part)) ?? Buffer.alloc(0)]);
    if (headIsWhole(source, head)) break;
  }
  return head;
}
