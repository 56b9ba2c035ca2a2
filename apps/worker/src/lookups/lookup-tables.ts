import type { ReadableStream } from 'node:stream/web';
import type { Log } from '@acequia/base';
import { buildInThread, TableShelf } from '@acequia/lookup';
import type { DeployedLookup } from '@acequia/pipeline';
import type { LookupFiles } from './lookup-files.ts';

export interface LookupTablesOptions {
  readonly files: LookupFiles;
  /** The file of a version from the server. */
  readonly fetchFile: (versionId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>;
  readonly log: Log;
}

/** The tables this worker's pipelines search, each built once. */
export class LookupTables {
  readonly #options: LookupTablesOptions;
  readonly #shelf = new TableShelf();
  readonly #stop = new AbortController();

  constructor(options: LookupTablesOptions) {
    this.#options = options;
  }

  /** The table of a version, or of the one in force; undefined when it is not here. */
  block(id: string, version: number | undefined, tenantId: string): SharedArrayBuffer | undefined {
    return this.#shelf.block(keyOf({ id, tenantId }), version);
  }

  /** Makes every table that is named ready, then puts the active versions in force. False when one could not be had; what was in force stays. */
  async prepare(lookups: readonly DeployedLookup[]): Promise<boolean> {
    let whole = true;
    for (const lookup of lookups) {
      const key = keyOf(lookup);
      for (const version of lookup.versions) {
        if (this.#shelf.has(key, version.number)) continue;
        try {
          this.#shelf.put(key, version.number, await this.#build(lookup, version));
        } catch (error) {
          whole = false;
          this.#options.log.error({ error: String(error), lookup: lookup.id, version: version.number }, 'a lookup table could not be made');
        }
      }
      if (lookup.activeNumber !== null) this.#shelf.activate(key, lookup.activeNumber);
    }
    return whole;
  }

  /** Frees what these lookups do not name. Tables still held by a step live until its next batch. */
  release(lookups: readonly DeployedLookup[]): void {
    this.#shelf.keepOnly(new Map(lookups.map((lookup) => [keyOf(lookup), new Set(lookup.versions.map(({ number }) => number))])));
    this.#options.files.keepOnly(new Set(lookups.flatMap(({ versions }) => versions.map(({ sha256 }) => sha256))));
  }

  /** Nothing is fetched any more; what is under way fails. */
  stop(): void {
    this.#stop.abort(new Error('stopping'));
  }

  async #build(lookup: DeployedLookup, version: DeployedLookup['versions'][number]): Promise<SharedArrayBuffer> {
    const { files, fetchFile } = this.#options;
    const path = await files.path(version.sha256, version.bytes, () => fetchFile(version.id, this.#stop.signal));
    const { format, separator, keyColumn } = lookup;
    const built = await buildInThread(path, { format, separator: separator ?? undefined, keyColumn });
    if (!built.ok) throw new Error(built.error.code);
    return built.value;
  }
}

const keyOf = ({ id, tenantId }: { readonly id: string; readonly tenantId: string }): string => `${tenantId} ${id}`;
