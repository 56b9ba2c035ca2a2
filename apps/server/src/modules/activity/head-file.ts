import { createPublicKey, sign, verify } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dayMs } from '@acequia/base';
import type { GateDb } from '../../db/database.ts';
import type { Job } from '../../jobs/job-runner.ts';
import { readHeads } from './audit.store.ts';

/** The end of a tenant's chain at a moment. */
export interface WrittenHead {
  /** ms since 1970 */
  readonly at: number;
  readonly tenantId: string;
  readonly seq: number;
  /** In hex. */
  readonly hash: string;
}

/** Heads outside of the database, one signed line each: who can write the database cannot write a whole chain anew unseen. */
export interface HeadFile {
  /** Those whose signature is right. */
  read(): WrittenHead[];
  append(heads: readonly WrittenHead[]): void;
}

/** `heads.ndjson` of a folder that is made when missing; signed with an Ed25519 key. Undefined: nothing is kept (tests). */
export function openHeadFile(folder: string | undefined, privatePem: string): HeadFile {
  if (folder === undefined) return { read: () => [], append: () => undefined };
  const file = path.join(folder, 'heads.ndjson');
  const bytesOf = ({ at, tenantId, seq, hash }: WrittenHead) => Buffer.from(`activity head\n${at}\n${tenantId}\n${seq}\n${hash}`);
  const publicKey = createPublicKey(privatePem);
  return {
    read: () => {
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '');
      return lines.flatMap((line) => {
        const { signature, ...head } = readLine(line);
        return signature !== undefined && verify(null, bytesOf(head), publicKey, Buffer.from(signature, 'base64')) ? [head] : [];
      });
    },
    append: (heads) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const lines = heads.map((head) => JSON.stringify({ ...head, signature: sign(null, bytesOf(head), privatePem).toString('base64') }));
      appendFileSync(file, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
    },
  };
}

/** A line that was cut by a kill counts for nothing. */
function readLine(line: string): WrittenHead & { readonly signature?: string } {
  try {
    return JSON.parse(line) as WrittenHead & { readonly signature?: string };
  } catch {
    return { at: 0, tenantId: '', seq: 0, hash: '' };
  }
}

/** quality.md 2.4: the head of each chain, written once a day. */
export const headJob = (gate: GateDb, file: HeadFile): Job => ({
  name: 'activity heads',
  everyMs: dayMs,
  run: async (now) => {
    const heads = await readHeads(gate);
    file.append(heads.map(({ head }) => ({ at: now, tenantId: head.tenantId, seq: head.seq, hash: head.hash.toString('hex') })));
  },
});
