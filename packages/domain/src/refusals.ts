import { reportedAddresses, type RefusalCount, type RefusalReason } from '@acequia/base';

/** Not told as an alert: an address list that does its work, and whoever looks at a wrong path, as monitors and scanners do. */
const expected: readonly RefusalReason[] = ['not-allowed', 'request'];

const isAlarming = (reason: RefusalReason): boolean => !expected.includes(reason);

/** Refusals of the last minutes that somebody should look after. */
export const alarmingRefusals = (counts: readonly RefusalCount[]): number =>
  sumOf(counts.filter(({ reason }) => isAlarming(reason)).map(({ recent }) => recent));

/** The sender that is turned away most often now; undefined: none is turned away for a reason that somebody should look after. */
export function alarmingAddress(counts: readonly RefusalCount[]): string | undefined {
  const sums = new Map<string, number>();
  for (const { reason, recent: ofReason, addresses } of counts)
    if (isAlarming(reason))
      for (const { address, count, recent = Math.min(count, ofReason) } of addresses) sums.set(address, (sums.get(address) ?? 0) + recent);
  const [most] = [...sums].filter(([, recent]) => recent > 0).sort(([, a], [, b]) => b - a);
  return most?.[0];
}

/** What several workers turned away at one listener, the most frequent reason first. */
export function joinRefusals(each: readonly (readonly RefusalCount[])[]): RefusalCount[] {
  const byReason = Map.groupBy(each.flat(), ({ reason }) => reason);
  return [...byReason]
    .map(([reason, counts]) => {
      const byAddress = Map.groupBy(
        counts.flatMap(({ addresses }) => addresses),
        ({ address }) => address,
      );
      return {
        reason,
        count: sumOf(counts.map(({ count }) => count)),
        recent: sumOf(counts.map(({ recent }) => recent)),
        addresses: reportedAddresses(
          [...byAddress].map(([address, parts]) => ({
            address,
            count: sumOf(parts.map(({ count }) => count)),
            ...(parts.every(({ recent }) => recent !== undefined) ? { recent: sumOf(parts.map(({ recent = 0 }) => recent)) } : {}),
          })),
        ),
      };
    })
    .sort((a, b) => b.count - a.count);
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
