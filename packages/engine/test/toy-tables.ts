import type { DeployedLookup, Deployment } from '@acequia/pipeline';
import type { Engine } from '../src/engine.ts';
import type { EngineOptions } from '../src/options.ts';

/** A deployment in which a version of the lookup is in force; `kept`: versions that nodes keep to. */
export function withLookup(deployment: Deployment, activeNumber: number, kept: readonly number[] = []): Deployment {
  const lookup: DeployedLookup = {
    id: 'LK_1',
    tenantId: 't1',
    format: 'csv',
    separator: null,
    keyColumn: 'k',
    activeNumber,
    versions: [...new Set([activeNumber, ...kept])].map((number) => ({ id: `LV_${number}`, number, bytes: 1, sha256: 'a'.repeat(64) })),
  };
  return { ...deployment, hash: `${deployment.hash} ${activeNumber}`, lookups: [lookup] };
}

/** Tables as a worker has them: of the deployment, and those the engine says are in use. The first byte of each is its number. */
export class ToyTables {
  readonly #tables = new Map<number, SharedArrayBuffer>();
  #active: number | undefined;

  readonly lookup: NonNullable<EngineOptions['lookup']> = (id, version, tenantId) => {
    const number = version ?? this.#active;
    return id === 'LK_1' && tenantId === 't1' && number !== undefined ? this.#tables.get(number) : undefined;
  };

  get here(): number[] {
    return [...this.#tables.keys()].sort((one, other) => one - other);
  }

  prepare(engine: Engine, { lookups = [] }: Deployment): void {
    for (const number of numbersOf([...lookups, ...engine.tablesInUse()])) if (!this.#tables.has(number)) this.#put(number);
    this.#active = lookups[0]?.activeNumber ?? undefined;
  }

  release(engine: Engine, { lookups = [] }: Deployment): void {
    const wanted = new Set(numbersOf([...lookups, ...engine.tablesInUse()]));
    for (const number of this.#tables.keys()) if (!wanted.has(number)) this.#tables.delete(number);
    engine.tablesReleased();
  }

  #put(number: number): void {
    const table = new SharedArrayBuffer(1);
    new Uint8Array(table)[0] = number;
    this.#tables.set(number, table);
  }
}

const numbersOf = (lookups: readonly DeployedLookup[]): number[] => lookups.flatMap(({ versions }) => versions.map(({ number }) => number));
