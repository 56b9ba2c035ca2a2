import { MiB, minuteMs, secondMs, type Clock } from '@acequia/base';
import type { DeployedLookup } from '@acequia/pipeline';
import type { LookupTables } from './lookup-tables.ts';

/** Of a file; a larger one is searched only by pipelines that run. */
const fileBytesMax = 128 * MiB;
/** Of all tables that are kept for the next question. */
const tableBytesMax = 256 * MiB;
const keptMs = 10 * minuteMs;
/** Shorter than a server waits for its answer; what is ready later is there for the next question. */
const waitMsMax = 12 * secondMs;

export interface LentTablesOptions {
  /** Of what runs. */
  readonly tables: Pick<LookupTables, 'block'>;
  /** Makes what is missing, in a folder of its own where nothing stays. */
  readonly maker: Pick<LookupTables, 'build' | 'release' | 'stop'>;
  readonly clock: Clock;
}

/** Finds the table of a version, or of the one in force as the question says; undefined: it is not here. */
export type FindTable = (id: string, version: number | undefined) => SharedArrayBuffer | undefined;

interface Kept {
  readonly block: SharedArrayBuffer;
  usedMs: number;
}

/** Tables for questions about documents that do not run: those of what runs, and others for a while, as many as there is room for. */
export class LentTables {
  readonly #o: LentTablesOptions;
  /** By hash of the file and the way it is read, oldest use first. */
  readonly #kept = new Map<string, Kept>();
  readonly #building = new Map<string, Promise<void>>();
  #last: Promise<void> = Promise.resolve();

  constructor(options: LentTablesOptions) {
    this.#o = options;
    options.maker.release([]);
  }

  /** Nothing is fetched any more. */
  stop(): void {
    this.#o.maker.stop();
  }

  /** For one question of a tenant. Tables of another tenant are not found. */
  async lend(tenantId: string, lookups: readonly DeployedLookup[]): Promise<FindTable> {
    const own = lookups.filter((lookup) => lookup.tenantId === tenantId);
    const found = new Map<string, SharedArrayBuffer>();
    const look = (): void => {
      for (const lookup of own)
        for (const version of lookup.versions) {
          const running = this.#o.tables.block(lookup.id, version.number, tenantId);
          const block = running ?? this.#use(keyOf(lookup, version));
          if (block) found.set(nameOf(lookup.id, version.number), block);
        }
    };
    look();
    const missing = own.flatMap((lookup) =>
      lookup.versions
        .filter(({ number, bytes }) => bytes <= fileBytesMax && !found.has(nameOf(lookup.id, number)))
        .map((version) => this.#fetch(lookup, version)),
    );
    if (missing.length > 0) {
      await this.#withinTime(Promise.all(missing));
      look();
    }
    const inForce = new Map(own.map(({ id, activeNumber }) => [id, activeNumber]));
    return (id, version) => {
      const number = version ?? inForce.get(id);
      return typeof number === 'number' ? found.get(nameOf(id, number)) : undefined;
    };
  }

  async #withinTime(work: Promise<unknown>): Promise<void> {
    const given = new AbortController();
    await Promise.race([work, this.#o.clock.sleep(waitMsMax, given.signal).catch(() => undefined)]);
    given.abort();
  }

  /** One after the other, each once. What cannot be had is not there. */
  #fetch(lookup: DeployedLookup, version: DeployedLookup['versions'][number]): Promise<void> {
    const key = keyOf(lookup, version);
    const known = this.#building.get(key);
    if (known) return known;
    const building = this.#last
      .then(() => this.#o.maker.build(lookup, version))
      .then(
        (block) => this.#keep(key, block),
        () => undefined,
      )
      .finally(() => {
        this.#o.maker.release([]);
        this.#building.delete(key);
      });
    this.#building.set(key, building);
    this.#last = building;
    return building;
  }

  #keep(key: string, block: SharedArrayBuffer): void {
    const now = this.#o.clock.monotonic();
    this.#kept.set(key, { block, usedMs: now });
    let bytes = [...this.#kept.values()].reduce((sum, kept) => sum + kept.block.byteLength, 0);
    for (const [other, kept] of this.#kept) {
      if (other === key || (bytes <= tableBytesMax && now - kept.usedMs <= keptMs)) continue;
      this.#kept.delete(other);
      bytes -= kept.block.byteLength;
    }
  }

  #use(key: string): SharedArrayBuffer | undefined {
    const kept = this.#kept.get(key);
    if (!kept) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.usedMs = this.#o.clock.monotonic();
    return kept.block;
  }
}

const nameOf = (id: string, number: number): string => `${id} ${number}`;

const keyOf = ({ tenantId, format, separator, keyColumn }: DeployedLookup, { sha256 }: DeployedLookup['versions'][number]): string =>
  [tenantId, sha256, format, separator, keyColumn].join(' ');
