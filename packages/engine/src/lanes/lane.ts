import type { Clock, Log } from '@acequia/base';
import { TenantWork, type LaneReader, type Straggler } from './tenant-work.ts';

/**
 * Runs what is placed on it, a unit at a time, and lets sockets and timers in after each quantum. A unit is at most one version
 * over one block. Tenants that have work share the lane's time alike, as measured, and who has used little has its unit next
 * (ADR 23); within a tenant, versions that have fallen behind get at most a quarter of the time while riders have work (engine
 * decision 14).
 */
export class Lane {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #quantumMs: number;
  readonly #tenants = new Map<string, TenantWork>();
  readonly #order: TenantWork[] = [];
  #scheduled: NodeJS.Immediate | undefined;
  #stopped = false;
  /** Virtual time: what the tenant that has used least has used, of those with work. It never goes back. */
  #virtualMs = 0;
  /** Something may have become possible, or a tenant has left, since everybody was ranked. */
  #news = false;
  /** What is at work is counted already. */
  #running = false;

  constructor(clock: Clock, log: Log, quantumMs: number) {
    this.#clock = clock;
    this.#log = log;
    this.#quantumMs = quantumMs;
  }

  add(reader: LaneReader): void {
    this.#workOf(reader.tenantId).add(reader);
    this.wake();
  }

  remove(reader: LaneReader): void {
    this.#tenants.get(reader.tenantId)?.remove(reader);
    this.#forget(reader.tenantId);
  }

  attach(straggler: Straggler): void {
    this.#workOf(straggler.tenantId).attach(straggler);
    this.wake();
  }

  detach(straggler: Straggler): void {
    this.#tenants.get(straggler.tenantId)?.detach(straggler);
    this.#forget(straggler.tenantId);
  }

  /** A unit of the tenant's: whatever must not take more of the thread at a time than others can wait. */
  later(tenantId: string, work: () => void): void {
    this.#workOf(tenantId).later(() => {
      work();
      // Its last listener may have left.
      this.#forget(tenantId);
    });
    this.wake();
  }

  /** Something may have become possible. */
  wake(): void {
    this.#news = true;
    if (this.#stopped || this.#scheduled) return;
    this.#scheduled = setImmediate(() => {
      this.#scheduled = undefined;
      if (this.#turn()) this.wake();
    });
  }

  /** No block is run after this. */
  stop(): void {
    this.#stopped = true;
    if (this.#scheduled) clearImmediate(this.#scheduled);
  }

  /** Does work of a tenant at once: the time it takes counts as the tenant's, once. Within a unit it is part of that. */
  account<T>(tenantId: string, work: () => T): T {
    const tenant = this.#tenants.get(tenantId);
    if (this.#running || !tenant) return work();
    this.#running = true;
    const start = this.#clock.monotonic();
    try {
      return work();
    } finally {
      this.#running = false;
      tenant.used(this.#clock.monotonic() - start, this.#virtualMs);
    }
  }

  #workOf(tenantId: string): TenantWork {
    const known = this.#tenants.get(tenantId);
    if (known) return known;
    const work = new TenantWork();
    this.#tenants.set(tenantId, work);
    this.#order.push(work);
    return work;
  }

  #forget(tenantId: string): void {
    const work = this.#tenants.get(tenantId);
    if (!work?.empty) return;
    this.#tenants.delete(tenantId);
    this.#order.splice(this.#order.indexOf(work), 1);
    this.wake();
  }

  /**
   * Runs units until nobody has anything to do or the quantum is over; false: nobody has. At least one is run where there is one,
   * also when the machine took the processor away for longer than a quantum: a lane that asked nobody would go to sleep over work.
   */
  #turn(): boolean {
    const startMs = this.#clock.monotonic();
    let nowMs = startMs;
    this.#rank(nowMs);
    // Those before have nothing to do.
    for (let at = 0; at < this.#order.length;) {
      const tenant = this.#order[at]!;
      if (!this.#run(tenant)) {
        tenant.state = 'quiet';
        at++;
        continue;
      }
      const endMs = this.#clock.monotonic();
      tenant.ran(endMs - nowMs, endMs);
      nowMs = endMs;
      if (nowMs - startMs >= this.#quantumMs) return true;
      if (this.#news) {
        this.#rank(nowMs);
        at = 0;
      } else this.#moveBack(at);
    }
    return false;
  }

  /** Everybody may have something to do. First comes the one whose next unit would leave it with the least use. */
  #rank(nowMs: number): void {
    this.#news = false;
    let least = Number.POSITIVE_INFINITY;
    for (const { state, usedMs } of this.#order) if (state === 'busy') least = Math.min(least, usedMs);
    if (least !== Number.POSITIVE_INFINITY) this.#virtualMs = Math.max(this.#virtualMs, least);
    for (const tenant of this.#order) tenant.rank(this.#virtualMs, nowMs);
    this.#order.sort((one, other) => one.rankMs - other.rankMs);
  }

  /** The tenant at this place has used more than before. */
  #moveBack(place: number): void {
    const tenant = this.#order[place]!;
    let at = place;
    for (; at + 1 < this.#order.length && this.#order[at + 1]!.rankMs < tenant.rankMs; at++) this.#order[at] = this.#order[at + 1]!;
    this.#order[at] = tenant;
  }

  #run(tenant: TenantWork): boolean {
    this.#running = true;
    try {
      return tenant.run();
    } catch (error) {
      this.#log.error({ error }, 'a lane failed');
      throw error;
    } finally {
      this.#running = false;
    }
  }
}
