import { isAppError, MiB, minuteMs, secondMs, type Clock, type Log, type Random } from '@acequia/base';
import { lookupPartBytesMax, type Reason } from '@acequia/contract';
import { createHttpClient, noEgress, type EgressPolicy, type HttpAnswer } from '@acequia/wire';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { databaseOutage } from '../../db/unavailable.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { lockLostFetches } from './checks.store.ts';
import { assertLookupSpace } from './lookup-space.ts';
import { PartCutter } from './part-cutter.ts';
import { lockLookup, findVersion, putPart, readRefreshed, removeVersion, type LookupRow, type LookupVersionRow } from './lookups.store.ts';
import { bringForward, claimRefresh, noteOutcome, type RefreshRow } from './refreshes.store.ts';
import { FileReader, type FileRead } from './stored-file.ts';
import { beginVersion, dropAbandoned, dropVersion, fixedNumbers, settleVersion } from './version-life.ts';

export interface RefresherDeps {
  readonly database: Database;
  readonly catalogue: Pick<Catalogue, 'action'>;
  readonly secrets: Pick<SecretsService, 'openValues'>;
  readonly egressOf: (tenantId: string) => Promise<EgressPolicy>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly committed: () => void;
  /** Of all files of a tenant. */
  readonly bytesMax: number;
}

/** One attempt to refresh a lookup, as the jobs have it: nobody else has the same lookup in hand. */
export interface RefreshAttempt {
  readonly tenantId: string;
  /** Id of the lookup. */
  readonly key: string;
  /** From 1; a later one takes up what a server that stopped had begun. */
  readonly attempt: number;
}

export interface LookupRefresher {
  /** Fetches the file of a lookup if its turn has come, or if an attempt before was cut. */
  refresh(attempt: RefreshAttempt, signal: AbortSignal): Promise<void>;
  close(): void;
}

const connectTimeoutMs = 10 * secondMs;
export const answerTimeoutMs = 10 * minuteMs;
/** Files that one server fetches at the same time. */
export const refreshesAtOnce = 8;
/** Of the versions that refreshes brought and that are not in force, so many stay. */
const keptMax = 4;

export function createLookupRefresher(deps: RefresherDeps): LookupRefresher {
  const { database, clock } = deps;
  const http = createHttpClient({
    egress: noEgress,
    clock,
    connectTimeoutMs,
    timeoutMs: answerTimeoutMs,
    maxResponseBytes: 513 * MiB,
    maxSockets: refreshesAtOnce,
  });

  const headersOf = async (refresh: RefreshRow): Promise<Record<string, string> | undefined> => {
    const known = {
      ...(refresh.etag === null ? {} : { 'if-none-match': refresh.etag }),
      ...(refresh.lastModified === null ? {} : { 'if-modified-since': refresh.lastModified }),
    };
    const { credentials } = refresh;
    if (credentials.kind === 'none') return known;
    const values = await database.withTenant(refresh.tenantId, (tx) => deps.secrets.openValues(tx, [credentials.secretId]));
    const value = values[credentials.secretId];
    if (value === undefined) return undefined;
    switch (credentials.kind) {
      case 'bearer':
        return { ...known, authorization: `Bearer ${value}` };
      case 'basic':
        return { ...known, authorization: `Basic ${Buffer.from(`${credentials.user}:${value}`).toString('base64')}` };
      case 'header':
        return { ...known, [credentials.header.toLowerCase()]: value };
    }
  };

  const begin = (refresh: RefreshRow) =>
    database.withTenant(refresh.tenantId, async (tx) => {
      const scope = { tx, tenantId: refresh.tenantId, userId: refresh.setBy, now: clock.now() };
      await dropAbandoned(scope);
      const lookup = await lockLookup(tx, refresh.lookupId);
      return lookup && { lookup, version: await beginVersion(scope, lookup, { random: deps.random, refreshed: true }) };
    });

  /** Stores an answer's file as it comes. Undefined: the file that is in force already. */
  const settle = (refresh: RefreshRow, version: LookupVersionRow, read: FileRead) =>
    database.withTenant(refresh.tenantId, async (tx): Promise<LookupVersionRow | undefined> => {
      const scope = { tx, tenantId: refresh.tenantId, userId: refresh.setBy, now: clock.now() };
      const lookup = await lockLookup(tx, refresh.lookupId);
      if (!lookup) return undefined;
      const active = lookup.activeNumber === null ? undefined : await findVersion(tx, lookup.id, lookup.activeNumber);
      if ('sha256' in read && read.sha256 === active?.sha256) {
        await removeVersion(tx, version.id);
        return undefined;
      }
      const settled = await settleVersion(scope, lookup, version, read);
      const fixed = await fixedNumbers(tx, lookup.id, deps.catalogue);
      for (const old of (await readRefreshed(tx, lookup.id)).slice(keptMax)) if (!fixed.has(old.number)) await dropVersion(tx, old);
      return settled;
    });

  const fetchFile = async (refresh: RefreshRow, headers: Record<string, string>, signal: AbortSignal): Promise<Outcome> => {
    let begun:
      | { readonly lookup: LookupRow; readonly version: LookupVersionRow; readonly reader: FileReader; readonly parts: PartCutter }
      | undefined;
    const open = async () => {
      const made = await begin(refresh);
      if (!made) throw new DOMException('the lookup is gone', 'AbortError');
      const store = (part: number, content: Buffer) =>
        database.withTenant(refresh.tenantId, async (tx) => {
          await assertLookupSpace(tx, content.length, deps.bytesMax, 'LOOKUP_SPACE');
          await putPart(tx, { tenantId: refresh.tenantId, lookupVersionId: made.version.id, part, content });
        });
      return { ...made, reader: new FileReader(made.lookup), parts: new PartCutter(lookupPartBytesMax, store) };
    };
    try {
      const answer = await http.request({
        method: 'GET',
        url: refresh.url,
        egress: await deps.egressOf(refresh.tenantId),
        headers,
        signal,
        takeBody: async (piece) => {
          begun ??= await open();
          if (begun.reader.push(piece)) await begun.parts.push(piece);
        },
      });
      if (answer.status === 304) return { kind: 'same' };
      if (answer.status < 200 || answer.status > 299) return failed('LOOKUP_SOURCE', { status: answer.status });
      begun ??= await open();
      await begun.parts.end();
      const settled = await settle(refresh, begun.version, begun.reader.finish());
      begun = undefined;
      deps.committed();
      if (settled?.fault) return { kind: 'failed', reason: settled.fault };
      return settled ? { kind: 'changed', headers: answer.headers } : { kind: 'same' };
    } finally {
      const left = begun?.version;
      if (left) await database.withTenant(refresh.tenantId, (tx) => removeVersion(tx, left.id));
    }
  };

  const fetchOne = async (refresh: RefreshRow, signal: AbortSignal): Promise<void> => {
    const headers = await headersOf(refresh);
    const outcome = headers
      ? await fetchFile(refresh, headers, signal).catch((error: unknown) => {
          if (databaseOutage(error)) throw error;
          if (!signal.aborted) deps.log.warn({ error, lookup: refresh.lookupId }, 'the file of a lookup could not be fetched');
          return isAppError(error) ? failed(error.code, error.fields) : failed('LOOKUP_SOURCE');
        })
      : failed('LOOKUP_CREDENTIALS');
    const at = clock.now();
    await database.withTenant(refresh.tenantId, (tx) =>
      signal.aborted ? bringForward(tx, refresh.lookupId, at) : noteOutcome(tx, refresh, noted(outcome, at)),
    );
    deps.committed();
    signal.throwIfAborted();
  };

  /** The refresh if it is to be done now, put off to its next turn; what an attempt before left behind goes. */
  const begun = ({ tenantId, key, attempt }: RefreshAttempt): Promise<RefreshRow | undefined> =>
    database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      const refresh = await claimRefresh(tx, key, attempt > 1 ? Infinity : now, now);
      for (const { id } of refresh ? await lockLostFetches(tx, key) : []) {
        await removeVersion(tx, id);
        await writeChange({ tx, tenantId, now }, 'lookup', key);
      }
      return refresh;
    });

  return {
    refresh: async (attempt, signal) => {
      const refresh = await begun(attempt);
      if (refresh) await fetchOne(refresh, signal);
    },
    close: () => http.close(),
  };
}

type Outcome =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly headers: HttpAnswer['headers'] }
  | { readonly kind: 'failed'; readonly reason: Reason };

const failed = (code: string, fields: Reason['fields'] = {}): Outcome => ({ kind: 'failed', reason: { code, fields } });

/** What the row keeps of it. */
function noted(outcome: Outcome, at: number) {
  switch (outcome.kind) {
    case 'same':
      return { checkedAt: at, fault: null };
    case 'failed':
      return { checkedAt: at, fault: outcome.reason };
    case 'changed': {
      const { etag = null, 'last-modified': lastModified = null } = outcome.headers;
      return { checkedAt: at, changedAt: at, fault: null, etag, lastModified };
    }
  }
}
