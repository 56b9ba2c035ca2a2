import { secondMs, type Clock, type Log } from '@acequia/base';
import type { Database } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { readTenantIds } from '../../jobs/roll-up.store.ts';
import { checkLeaseMs, keepUpload, takeUpload } from './checks.store.ts';
import { lockLookup, findVersion, findLookup, type LookupVersionRow } from './lookups.store.ts';
import { FileReader, filePieces, type FileRead } from './stored-file.ts';
import { failVersion, settleVersion } from './version-life.ts';

export interface CheckerDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly committed: () => void;
}

/**
 * Reads uploaded files in the background and puts them in force, or tells why they cannot be. One of a tenant at a time, and few in
 * all; what a server that stopped had in hand is taken up again.
 */
export interface LookupChecker {
  /** Of every tenant. */
  run(): Promise<void>;
  /** Of one tenant, now. */
  kick(tenantId: string): void;
  stop(): Promise<void>;
}

/** Files that are read at the same time. */
const atOnceMax = 2;
/** A file that stopped its server so often is read no more. */
const takesMax = 3;
const noteEveryMs = 2 * secondMs;

export function createLookupChecker({ database, clock, log, committed }: CheckerDeps): LookupChecker {
  const waiting = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let stopping = false;

  /** Undefined: it is not ours any more, or the server stops. */
  const read = async (taken: LookupVersionRow): Promise<FileRead | undefined> => {
    const { tenantId, lookupId } = taken;
    const lookup = await database.withTenant(tenantId, (tx) => findLookup(tx, lookupId));
    if (!lookup) return undefined;
    const reader = new FileReader(lookup);
    let checkedBytes = 0;
    let notedAt = clock.now();
    for await (const piece of filePieces(database, tenantId, taken.id)) {
      if (stopping) return release(taken);
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

  /** The next server takes it up without waiting, and it is not held against the file. */
  const release = async (taken: LookupVersionRow): Promise<undefined> => {
    const noted = { takenUntil: null, takes: taken.takes - 1, checkedBytes: 0 };
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

  /** Whether there was one. */
  const checkNext = async (tenantId: string): Promise<boolean> => {
    const taken = await database.withTenant(tenantId, (tx) => takeUpload(tx, clock.now()));
    if (!taken) return false;
    const hopeless = taken.takes > takesMax;
    const file = hopeless ? undefined : await read(taken);
    if (file || hopeless) await settle(taken, file);
    committed();
    return true;
  };

  const go = (): void => {
    for (const tenantId of waiting) {
      if (stopping || running.size >= atOnceMax) return;
      if (running.has(tenantId)) continue;
      waiting.delete(tenantId);
      running.set(
        tenantId,
        checkNext(tenantId)
          .then((more) => void (more && waiting.add(tenantId)))
          .catch((error: unknown) => log.error({ error, tenantId }, 'the file of a lookup could not be checked; it is tried again'))
          .then(() => {
            running.delete(tenantId);
            go();
          }),
      );
    }
  };
  const kick = (tenantId: string): void => {
    waiting.add(tenantId);
    go();
  };
  return {
    run: async () => {
      for (const tenantId of await readTenantIds(database.gate)) kick(tenantId);
    },
    kick,
    stop: async () => {
      stopping = true;
      await Promise.all(running.values());
    },
  };
}
