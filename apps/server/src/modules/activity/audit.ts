import type { GateDb } from '../../db/database.ts';
import { readChainAfter, readHeads } from './audit.store.ts';
import { chainHash } from './chain.ts';
import type { HeadFile } from './head-file.ts';

export interface TenantAudit {
  readonly slug: string;
  /** Rows whose hash was computed again. */
  readonly rows: number;
  /** Written heads that were compared. */
  readonly heads: number;
  /** The first row that is not what was written, or where one is missing; null when the chain is whole. */
  readonly broken: { readonly seq: number; readonly what: 'changed' | 'missing' | 'other head' } | null;
}

const pieceRows = 2000;

/** Goes through every tenant's chain from its first row to its head, and compares it with the heads written outside of the database. */
export async function verifyActivity(gate: GateDb, heads: HeadFile): Promise<TenantAudit[]> {
  const written = heads.read();
  const audits: TenantAudit[] = [];
  for (const { head, slug } of await readHeads(gate)) {
    const expected = new Map(written.filter(({ tenantId }) => tenantId === head.tenantId).map(({ seq, hash }) => [seq, hash]));
    audits.push({ slug, ...(await verifyChain(gate, head, expected)) });
  }
  return audits;
}

type Head = Awaited<ReturnType<typeof readHeads>>[number]['head'];

async function verifyChain(gate: GateDb, head: Head, expected: ReadonlyMap<number, string>): Promise<Omit<TenantAudit, 'slug'>> {
  let previous: Uint8Array = head.trimmedHash;
  let seq = head.trimmedSeq;
  let rows = 0;
  let heads = 0;
  const stop = (at: number, what: 'changed' | 'missing' | 'other head') => ({ rows, heads, broken: { seq: at, what } });
  for (;;) {
    const piece = await readChainAfter(gate, head.tenantId, seq, pieceRows);
    for (const row of piece) {
      if (row.seq !== seq + 1) return stop(seq + 1, 'missing');
      const hash = chainHash(previous, row);
      if (!hash.equals(row.hash)) return stop(row.seq, 'changed');
      const outside = expected.get(row.seq);
      if (outside !== undefined) {
        if (outside !== hash.toString('hex')) return stop(row.seq, 'other head');
        heads += 1;
      }
      seq = row.seq;
      previous = hash;
      rows += 1;
    }
    if (piece.length < pieceRows) break;
  }
  const last = Math.max(head.seq, ...expected.keys());
  if (seq < last) return stop(seq + 1, 'missing');
  return Buffer.compare(head.hash, previous) === 0 ? { rows, heads, broken: null } : stop(seq, 'other head');
}
