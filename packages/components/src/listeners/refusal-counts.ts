import { minuteMs, refusalAddressesMax, reportedAddresses, type RefusalCount, type RefusalReason, type Sender } from '@acequia/base';

const slotMs = 5 * minuteMs;
const slotsOfHour = 12;

interface Entry {
  readonly reason: RefusalReason;
  readonly address: string;
  count: number;
  /** At most so many of `count` were not its own. */
  readonly inherited: number;
}

interface Slot {
  readonly at: number;
  readonly totals: Map<RefusalReason, number>;
  readonly entries: Map<string, Entry>;
}

/**
 * Counts by reason and sender over the last hour. However many come, it keeps `refusalAddressesMax` of each five minutes: the
 * newest takes the place of the one with the least and begins with its count (space-saving, Metwally 2005), so that whoever comes often stays.
 */
export class RefusalCounts {
  /** The newest last. */
  #slots: Slot[] = [];

  /** `now`: ms of a clock that never goes back. */
  note(reason: RefusalReason, address: Sender, now: number): void {
    const { totals, entries } = this.#slot(now);
    totals.set(reason, (totals.get(reason) ?? 0) + 1);
    const key = `${reason} ${address}`;
    const known = entries.get(key);
    if (known) {
      known.count += 1;
      return;
    }
    let inherited = 0;
    if (entries.size >= refusalAddressesMax) {
      const [leastKey, least] = leastOf(entries);
      inherited = least.count;
      entries.delete(leastKey);
    }
    entries.set(key, { reason, address, count: inherited + 1, inherited });
  }

  /** The most frequent reason first; undefined: nobody was turned away. */
  read(now: number): readonly RefusalCount[] | undefined {
    this.#forget(now);
    if (this.#slots.length === 0) return undefined;
    const newest = Math.floor(now / slotMs);
    const totals = new Map<RefusalReason, { count: number; recent: number }>();
    const sums = new Map<string, { readonly reason: RefusalReason; readonly address: string; count: number; recent: number }>();
    for (const slot of this.#slots) {
      for (const [reason, count] of slot.totals) {
        const total = totals.get(reason) ?? { count: 0, recent: 0 };
        total.count += count;
        if (slot.at >= newest - 1) total.recent += count;
        totals.set(reason, total);
      }
      for (const [key, { reason, address, count, inherited }] of slot.entries) {
        const sum = sums.get(key) ?? { reason, address, count: 0, recent: 0 };
        sum.count += count - inherited;
        if (slot.at >= newest - 1) sum.recent += count - inherited;
        sums.set(key, sum);
      }
    }
    const told = reportedAddresses([...sums.values()]);
    return [...totals]
      .map(([reason, total]) => ({
        reason,
        ...total,
        addresses: told.filter((sum) => sum.reason === reason).map(({ reason: _reason, ...sum }) => sum),
      }))
      .sort((a, b) => b.count - a.count);
  }

  #slot(now: number): Slot {
    const at = Math.floor(now / slotMs);
    const newest = this.#slots.at(-1);
    if (newest?.at === at) return newest;
    this.#forget(now);
    const slot: Slot = { at, totals: new Map(), entries: new Map() };
    this.#slots.push(slot);
    return slot;
  }

  #forget(now: number): void {
    const oldest = Math.floor(now / slotMs) - slotsOfHour;
    if (this.#slots.length > 0 && this.#slots[0]!.at <= oldest) this.#slots = this.#slots.filter(({ at }) => at > oldest);
  }
}

function leastOf(entries: ReadonlyMap<string, Entry>): readonly [string, Entry] {
  let found: readonly [string, Entry] | undefined;
  for (const each of entries) if (found === undefined || each[1].count < found[1].count) found = each;
  return found!;
}
