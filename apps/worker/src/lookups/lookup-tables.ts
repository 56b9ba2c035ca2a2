import type { ReadableStream } from 'node:stream/web';
import { GiB, MiB, type Log } from '@acequia/base';
import { buildInThread, TableShelf } from '@acequia/lookup';
import type { DeployedLookup } from '@acequia/pipeline';
import type { LookupFiles } from './lookup-files.ts';

export interface LookupTablesOptions {
  readonly files: LookupFiles;
  /** The file of a version from the server. */
  readonly fetchFile: (versionId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly log: Log;
  /** Memory of all tables together; default 1 GiB. */
  readonly bytesMax?: number;
}

const defaultBytesMax = GiB;

/** The tables do not fit. */
class NoRoom extends Error {
  readonly neededBytes: number;
  readonly freeBytes: number;

  constructor(neededBytes: number, freeBytes: number, limitBytes: number) {
    super(`the tables of lookups would take more than ${limitBytes} bytes`);
    this.neededBytes = neededBytes;
    this.freeBytes = freeBytes;
  }
}

/** A version that is wanted here and has no table; what was in force before stays. */
export interface LookupFault {
  readonly lookupId: string;
  readonly tenantId: string;
  /** As people see it; the version is among the fields. */
  readonly reason: { readonly code: 'LOOKUP_MEMORY' | 'LOOKUP_NOT_LOADED'; readonly fields: Readonly<Record<string, number>> };
}

/** The tables this worker's pipelines search, each built once. */
export class LookupTables {
  readonly #options: LookupTablesOptions;
  readonly #shelf = new TableShelf();
  readonly #stop = new AbortController();
  /** As of the last `prepare`; of a lookup with several, that of the version that should be in force. */
  #faults: ReadonlyMap<string, LookupFault> = new Map();
  /** As last released, to see whether anything changes. */
  #released = '';

  constructor(options: LookupTablesOptions) {
    this.#options = options;
  }

  /** The table of a version, or of the one in force; undefined when it is not here. */
  block(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined {
    return this.#shelf.block(keyOf({ id, tenantId }), version);
  }

  /** Makes every table that is named ready, then puts the active versions in force. False when one could not be had, or there is no room for it; what was in force stays. */
  async prepare(lookups: readonly DeployedLookup[]): Promise<boolean> {
    const faults = new Map<string, LookupFault>();
    for (const lookup of lookups) {
      const key = keyOf(lookup);
      for (const version of lookup.versions) {
        if (this.#shelf.has(key, version.number)) continue;
        try {
          this.#assertRoom(version.bytes);
          const table = await this.build(lookup, version);
          this.#assertRoom(table.byteLength);
          this.#shelf.put(key, version.number, table);
        } catch (error) {
          if (!faults.has(key) || version.number === lookup.activeNumber) faults.set(key, this.#faultOf(lookup, version.number, error));
          this.#options.log.error({ error: String(error), lookup: lookup.id, version: version.number }, 'a lookup table could not be made');
        }
      }
      if (lookup.activeNumber !== null) this.#shelf.activate(key, lookup.activeNumber);
    }
    this.#faults = faults;
    return faults.size === 0;
  }

  /** Of the lookups that the last `prepare` named. */
  faults(): readonly LookupFault[] {
    return [...this.#faults.values()];
  }

  /** Why there is no table where one is wanted, as a code; undefined: not for want of room. */
  faultOf(id: string, tenantId: string): 'LOOKUP_MEMORY' | undefined {
    return this.#faults.get(keyOf({ id, tenantId }))?.reason.code === 'LOOKUP_MEMORY' ? 'LOOKUP_MEMORY' : undefined;
  }

  /** Frees what these lookups do not name; whether that is other than the last time. Tables still held by a step live until its next batch. */
  release(lookups: readonly DeployedLookup[]): boolean {
    const wanted = new Map<string, Set<number>>();
    const hashes = new Set<string>();
    for (const lookup of lookups) {
      const numbers = wanted.get(keyOf(lookup)) ?? new Set();
      wanted.set(keyOf(lookup), numbers);
      for (const { number, sha256 } of lookup.versions) {
        numbers.add(number);
        hashes.add(sha256);
      }
    }
    const text = JSON.stringify([[...wanted].map(([key, numbers]) => [key, ...numbers]), ...hashes]);
    if (text === this.#released) return false;
    this.#released = text;
    this.#shelf.keepOnly(wanted);
    this.#options.files.keepOnly(hashes);
    return true;
  }

  #assertRoom(bytes: number): void {
    const { bytesMax = defaultBytesMax } = this.#options;
    const freeBytes = Math.max(0, bytesMax - this.#shelf.bytes);
    if (bytes > freeBytes) throw new NoRoom(bytes, freeBytes, bytesMax);
  }

  #faultOf({ id: lookupId, tenantId }: DeployedLookup, version: number, error: unknown): LookupFault {
    if (!(error instanceof NoRoom)) return { lookupId, tenantId, reason: { code: 'LOOKUP_NOT_LOADED', fields: { version } } };
    const { bytesMax = defaultBytesMax } = this.#options;
    const fields = {
      version,
      needed: Math.ceil(error.neededBytes / MiB),
      free: Math.floor(error.freeBytes / MiB),
      limit: Math.floor(bytesMax / MiB),
    };
    return { lookupId, tenantId, reason: { code: 'LOOKUP_MEMORY', fields } };
  }

  /** Nothing is fetched any more; what is under way fails. */
  stop(): void {
    this.#stop.abort(new Error('stopping'));
  }

  /** Fetches the file of a version when it is not here, and builds its table. Rejects when it cannot be had. */
  async build(lookup: DeployedLookup, version: DeployedLookup['versions'][number]): Promise<SharedArrayBuffer> {
    const { files, fetchFile } = this.#options;
    const path = await files.path(version.sha256, version.bytes, () => fetchFile(version.id, this.#stop.signal));
    const { format, separator, keyColumn } = lookup;
    const built = await buildInThread(path, { format, separator: separator ?? undefined, keyColumn });
    if (!built.ok) throw new Error(built.error.code);
    return built.value;
  }
}

const keyOf = ({ id, tenantId }: { readonly id: string; readonly tenantId: string }): string => `${tenantId} ${id}`;
