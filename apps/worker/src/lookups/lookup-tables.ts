import type { ReadableStream } from 'node:stream/web';
import { GiB, MB, type Log } from '@acequia/base';
import { buildInThread, TableShelf } from '@acequia/lookup';
import type { DeployedLookup } from '@acequia/pipeline';
import { lacksSpace, type LookupFiles } from './lookup-files.ts';

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

/** Tables that are made at the same time, each of another tenant. */
const atOnce = 3;

interface Missing {
  readonly key: string;
  readonly lookup: DeployedLookup;
  readonly version: DeployedLookup['versions'][number];
}

/** The tables this worker's pipelines search, each built once. */
export class LookupTables {
  readonly #options: LookupTablesOptions;
  readonly #shelf = new TableShelf();
  readonly #stop = new AbortController();
  #wanted: readonly DeployedLookup[] = [];
  /** To be made, by version, first come first. */
  readonly #due = new Map<string, Missing>();
  /** By tenant. */
  readonly #making = new Map<string, { readonly key: string; readonly bytes: number; readonly ended: Promise<void> }>();
  /** By version, of what is wanted: why it could not be made when it was last tried. */
  readonly #faults = new Map<string, LookupFault>();
  /** Those of them whose file the disk had no room for. */
  readonly #withoutSpace = new Set<string>();
  /** Tenants with such news since nothing of theirs was under way. */
  readonly #changed = new Set<string>();
  #onSettled: (tenantId: string) => void = () => undefined;
  /** As last released, to see whether anything changes. */
  #released = '';

  constructor(options: LookupTablesOptions) {
    this.#options = options;
  }

  /** The table of a version, or of the one in force; undefined when it is not here. */
  block(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined {
    return this.#shelf.block(keyOf({ id, tenantId }), version);
  }

  /**
   * Names the tables that are needed from now on, and puts the active versions that are here in force. The others are made in the
   * background, one of a tenant at a time; those that could not be made before only with `again`. Until then what was in force stays.
   * `onSettled` is called for a tenant, until the next `want`, when nothing more of it is under way and something of it has changed.
   */
  want(
    lookups: readonly DeployedLookup[],
    { again, onSettled = () => undefined }: { readonly again: boolean; readonly onSettled?: (tenantId: string) => void },
  ): void {
    this.#wanted = lookups;
    this.#onSettled = onSettled;
    const missing = new Map(this.#missing().map((one) => [one.key, one]));
    for (const key of this.#faults.keys()) if (!missing.has(key)) this.#faults.delete(key);
    for (const key of this.#withoutSpace) if (!missing.has(key)) this.#withoutSpace.delete(key);
    this.#due.clear();
    for (const [key, one] of missing)
      if (this.#making.get(one.lookup.tenantId)?.key !== key && (again || !this.#faults.has(key))) this.#due.set(key, one);
    for (const lookup of lookups) if (lookup.activeNumber !== null) this.#shelf.activate(keyOf(lookup), lookup.activeNumber);
    this.#makeDue();
  }

  /** Resolves when nothing is under way. */
  async settled(): Promise<void> {
    while (this.#making.size > 0) await Promise.all([...this.#making.values()].map(({ ended }) => ended));
  }

  /** Tenants with a wanted table that is under way and has not failed: it is not known yet whether it can be had. */
  pending(): ReadonlySet<string> {
    return new Set(this.#missing().flatMap(({ key, lookup }) => (this.#faults.has(key) ? [] : [lookup.tenantId])));
  }

  /** Of the lookups that are wanted; of one with several versions, that of the version that should be in force. */
  faults(): readonly LookupFault[] {
    const faults = new Map<string, LookupFault>();
    for (const { key, lookup, version } of this.#missing()) {
      const fault = this.#faults.get(key);
      if (fault && (!faults.has(keyOf(lookup)) || version.number === lookup.activeNumber)) faults.set(keyOf(lookup), fault);
    }
    return [...faults.values()];
  }

  /** A table that is wanted could not be had because the disk is full. */
  get lacksSpace(): boolean {
    return this.#missing().some(({ key }) => this.#faults.has(key) && this.#withoutSpace.has(key));
  }

  /** Why there is no table where one is wanted, as a code; undefined: not for want of room. */
  faultOf(id: string, tenantId: string): 'LOOKUP_MEMORY' | undefined {
    const fault = this.faults().find((one) => one.lookupId === id && one.tenantId === tenantId);
    return fault?.reason.code === 'LOOKUP_MEMORY' ? 'LOOKUP_MEMORY' : undefined;
  }

  /** Each once: a lookup may be named with several of its versions. */
  #missing(): Missing[] {
    return this.#wanted.flatMap((lookup) =>
      lookup.versions.flatMap((version) =>
        this.#shelf.has(keyOf(lookup), version.number) ? [] : [{ key: `${keyOf(lookup)} ${version.number}`, lookup, version }],
      ),
    );
  }

  #makeDue(): void {
    for (const [key, one] of this.#due) {
      if (this.#making.size >= atOnce) return;
      const { tenantId } = one.lookup;
      if (this.#making.has(tenantId)) continue;
      this.#due.delete(key);
      const ended = this.#make(one).then((isNews) => {
        this.#making.delete(tenantId);
        if (isNews) this.#changed.add(tenantId);
        const isSettled = ![...this.#due.values()].some(({ lookup }) => lookup.tenantId === tenantId);
        this.#makeDue();
        if (isSettled && this.#changed.delete(tenantId)) this.#onSettled(tenantId);
      });
      this.#making.set(tenantId, { key, bytes: one.version.bytes, ended });
    }
  }

  /** Whether it is here now, or has failed for the first time; never rejects. */
  async #make({ key, lookup, version }: Missing): Promise<boolean> {
    const isWanted = (): boolean => this.#missing().some((one) => one.key === key);
    try {
      const others = [...this.#making.values()].reduce((sum, { bytes }) => sum + bytes, 0);
      this.#assertRoom(version.bytes, others);
      const table = await this.build(lookup, version);
      if (!isWanted()) return false;
      this.#assertRoom(table.byteLength);
      this.#shelf.put(keyOf(lookup), version.number, table);
      this.#faults.delete(key);
      return true;
    } catch (error) {
      this.#options.log.error({ error: String(error), lookup: lookup.id, version: version.number }, 'a lookup table could not be made');
      if (!isWanted()) return false;
      const isFirst = !this.#faults.has(key);
      if (lacksSpace(error)) this.#withoutSpace.add(key);
      else this.#withoutSpace.delete(key);
      this.#faults.set(key, this.#faultOf(lookup, version.number, error));
      return isFirst;
    }
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

  /** `others`: bytes of files whose tables are being made. */
  #assertRoom(bytes: number, others = 0): void {
    const { bytesMax = defaultBytesMax } = this.#options;
    const freeBytes = Math.max(0, bytesMax - this.#shelf.bytes - others);
    if (bytes > freeBytes) throw new NoRoom(bytes, freeBytes, bytesMax);
  }

  #faultOf({ id: lookupId, tenantId }: DeployedLookup, version: number, error: unknown): LookupFault {
    if (!(error instanceof NoRoom)) return { lookupId, tenantId, reason: { code: 'LOOKUP_NOT_LOADED', fields: { version } } };
    const { bytesMax = defaultBytesMax } = this.#options;
    const fields = {
      version,
      neededMB: Math.ceil(error.neededBytes / MB),
      freeMB: Math.floor(error.freeBytes / MB),
      limitMB: Math.floor(bytesMax / MB),
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
