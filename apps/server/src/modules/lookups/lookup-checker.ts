import { secondMs, type Clock } from '@acequia/base';
import type { Database } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { checkLeaseMs, keepUpload, takeUpload } from './checks.store.ts';
import { lockLookup, findVersion, findLookup, type LookupVersionRow } from './lookups.store.ts';
import { FileReader, filePieces, type FileRead } from './stored-file.ts';
import { failVersion, settleVersion } from './version-life.ts';

export interface CheckerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly committed: () => void;
}

/**
 * Reads uploaded files and puts them in force, or tells why they cannot be. One of a tenant at a time; what a server that stopped had in
 * hand is taken up again.
 */
export interface LookupChecker {
  /**
   * Reads the tenant's next file, if none is in hand elsewhere; whether there was one. When `signal` aborts, the file is handed on: that
   * is held against it, unless the server stops.
   */
  check(tenantId: string, signal: AbortSignal): Promise<boolean>;
  /** Files are handed on from now on, and that is not held against them. */
  stop(): void;
}

/** A file that stopped its server, or took too long, so often is read no more. */
const takesMax = 3;
const noteEveryMs = 2 * secondMs;

export function createLookupChecker({ database, clock, committed }: CheckerDeps): LookupChecker {
  let stopping = false;

  /** Undefined: it is not ours any more, or the server stops. */
  const read = async (taken: LookupVersionRow, signal: AbortSignal): Promise<FileRead | undefined> => {
    const { tenantId, lookupId } = taken;
    const lookup = await database.withTenant(tenantId, (tx) => findLookup(tx, lookupId));
    if (!lookup) return undefined;
    const reader = new FileReader(lookup);
    let checkedBytes = 0;
    let notedAt = clock.now();
    for await (const piece of filePieces(database, tenantId, taken.id)) {
      if (stopping || signal.aborted) return release(taken);
      if (!reader.push(piece)) break;
      checkedBytes += piece.length;
      const now = clock.now();
      if (now - notedAt < noteEveryMs) continue;
      notedAt = now;
      const ours = await database.withTenant(tenantId, async (tx) => {
        await writeChange({ tx, tenantId, now }, 'lookup', lookupId);
        return keepUpload(tx, taken, { checkedBytes, takenUntil: now + checkLeaseMs });
      });
      if (!ours) return undefined;
      committed();
    }
    return reader.finish();
  };

  /** It is taken up again without waiting. */
  const release = async (taken: LookupVersionRow): Promise<undefined> => {
    const noted = { takenUntil: null, takes: stopping ? taken.takes - 1 : taken.takes, checkedBytes: 0 };
    await database.withTenant(taken.tenantId, (tx) => keepUpload(tx, taken, noted));
  };

  /** Undefined as a file: it cannot be read. */
  const settle = (taken: LookupVersionRow, file: FileRead | undefined): Promise<void> =>
    database.withTenant(taken.tenantId, async (tx) => {
      const scope = { tx, tenantId: taken.tenantId, userId: taken.createdBy, now: clock.now() };
      const lookup = await lockLookup(tx, taken.lookupId);
      const version = lookup && (await findVersion(tx, lookup.id, taken.number));
      if (version?.status !== 'processing' || version.takes !== taken.takes) return;
      if (file) await settleVersion(scope, lookup!, version, file);
      else await failVersion(scope, version, { code: 'LOOKUP_UNCHECKED', fields: {} });
    });

  return {
    check: async (tenantId, signal) => {
      if (stopping) return false;
      const taken = await database.withTenant(tenantId, (tx) => takeUpload(tx, clock.now()));
      if (!taken) return false;
      const hopeless = taken.takes > takesMax;
      const file = hopeless ? undefined : await read(taken, signal);
      if (file || hopeless) await settle(taken, file);
      committed();
      return true;
    },
    stop: () => {
      stopping = true;
    },
  };
}
