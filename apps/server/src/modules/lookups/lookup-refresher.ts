import { isAppError, MiB, minuteMs, secondMs, type Clock, type Log, type Random } from '@acequia/base';
import { lookupPartBytesMax, type Reason } from '@acequia/contract';
import { createHttpClient, noEgress, type EgressPolicy, type HttpAnswer } from '@acequia/wire';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Database } from '../../db/database.ts';
import { writeChange } from '../../dispatch/write-change.ts';
import { readTenantIds } from '../../jobs/roll-up.store.ts';
import type { SecretsService } from '../secrets/secrets.service.ts';
import { readLostFetches } from './checks.store.ts';
import { PartCutter } from './part-cutter.ts';
import { findLookup, findVersion, putPart, readRefreshed, removeVersion, type LookupRow, type LookupVersionRow } from './lookups.store.ts';
import { bringForward, claimDue, noteOutcome, type RefreshRow } from './refreshes.store.ts';
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
}

/** Fetches the files of lookups whose turn it is, one after the other. */
export interface LookupRefresher {
  /** Of every tenant. */
  run(): Promise<void>;
  /** Of one tenant, now. */
  kick(tenantId: string): void;
  stop(): Promise<void>;
}

const connectTimeoutMs = 10 * secondMs;
const answerTimeoutMs = 10 * minuteMs;
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
    maxSockets: 4,
  });
  const ending = new AbortController();
  let last: Promise<void> = Promise.resolve();

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
      const lookup = await findLookup(tx, refresh.lookupId);
      return lookup && { lookup, version: await beginVersion(scope, lookup, { random: deps.random, refreshed: true }) };
    });

  /** Stores an answer's file as it comes. Undefined: the file that is in force already. */
  const settle = (refresh: RefreshRow, version: LookupVersionRow, read: FileRead) =>
    database.withTenant(refresh.tenantId, async (tx): Promise<LookupVersionRow | undefined> => {
      const scope = { tx, tenantId: refresh.tenantId, userId: refresh.setBy, now: clock.now() };
      const lookup = await findLookup(tx, refresh.lookupId);
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

  const fetchFile = async (refresh: RefreshRow, headers: Record<string, string>): Promise<Outcome> => {
    let begun:
      | { readonly lookup: LookupRow; readonly version: LookupVersionRow; readonly reader: FileReader; readonly parts: PartCutter }
      | undefined;
    const open = async () => {
      const made = await begin(refresh);
      if (!made) throw new DOMException('the lookup is gone', 'AbortError');
      const store = (part: number, content: Buffer) =>
        database.withTenant(refresh.tenantId, (tx) =>
          putPart(tx, { tenantId: refresh.tenantId, lookupVersionId: made.version.id, part, content }),
        );
      return { ...made, reader: new FileReader(made.lookup), parts: new PartCutter(lookupPartBytesMax, store) };
    };
    try {
      const answer = await http.request({
        method: 'GET',
        url: refresh.url,
        egress: await deps.egressOf(refresh.tenantId),
        headers,
        signal: ending.signal,
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

  const refreshOne = async (refresh: RefreshRow): Promise<void> => {
    const headers = await headersOf(refresh);
    const outcome = headers
      ? await fetchFile(refresh, headers).catch((error: unknown) => {
          deps.log.warn({ error, lookup: refresh.lookupId }, 'the file of a lookup could not be fetched');
          return failed(isAppError(error) ? error.code : 'LOOKUP_SOURCE');
        })
      : failed('LOOKUP_CREDENTIALS');
    const at = clock.now();
    await database.withTenant(refresh.tenantId, (tx) =>
      ending.signal.aborted ? bringForward(tx, refresh.lookupId, at) : noteOutcome(tx, refresh, noted(outcome, at)),
    );
    deps.committed();
  };

  /** What a server that is gone was fetching is fetched again. */
  const takeUpLost = (tenantId: string): Promise<void> =>
    database.withTenant(tenantId, async (tx) => {
      const now = clock.now();
      for (const { id, lookupId } of await readLostFetches(tx, now)) {
        await removeVersion(tx, id);
        await bringForward(tx, lookupId, now);
        await writeChange({ tx, tenantId, now }, 'lookup', lookupId);
      }
    });

  const runTenant = async (tenantId: string): Promise<void> => {
    await takeUpLost(tenantId);
    while (!ending.signal.aborted) {
      const due = await database.withTenant(tenantId, (tx) => claimDue(tx, clock.now()));
      if (!due) return;
      await refreshOne(due);
    }
  };
  const queue = (work: () => Promise<void>): Promise<void> => {
    const next = last.then(work);
    last = next.catch((error: unknown) => deps.log.error({ error }, 'lookups could not be refreshed; it is tried again'));
    return next;
  };
  return {
    run: () =>
      queue(async () => {
        for (const tenantId of await readTenantIds(database.gate)) await runTenant(tenantId);
      }),
    kick: (tenantId) => void queue(() => runTenant(tenantId)).catch(() => undefined),
    stop: async () => {
      ending.abort(new Error('stopping'));
      await last;
      http.close();
    },
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
