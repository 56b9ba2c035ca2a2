import type { EngineLimits } from '../options.ts';

/** A version with state. */
interface Stateful {
  readonly tenantId: string;
}

/**
 * Shares out the memory for the states of a lane's versions: each tenant has an equal part, and of it each of its versions, up to
 * what one version may have. So nobody fills the heap that all share by many versions.
 */
export class StateBudget {
  readonly #limits: Pick<EngineLimits, 'stateBytes' | 'laneStateBytes'>;
  readonly #shares = new Map<string, number>();

  constructor(limits: Pick<EngineLimits, 'stateBytes' | 'laneStateBytes'>) {
    this.#limits = limits;
  }

  /** Bytes that one version of the tenant may have now. */
  of(tenantId: string): number {
    return this.#shares.get(tenantId) ?? this.#limits.stateBytes;
  }

  /** These are all versions with state at work. */
  shareOut(versions: Iterable<Stateful>): void {
    const { stateBytes, laneStateBytes } = this.#limits;
    const counts = new Map<string, number>();
    for (const { tenantId } of versions) counts.set(tenantId, (counts.get(tenantId) ?? 0) + 1);
    this.#shares.clear();
    for (const [tenantId, count] of counts) this.#shares.set(tenantId, Math.min(stateBytes, laneStateBytes / counts.size / count));
  }
}
