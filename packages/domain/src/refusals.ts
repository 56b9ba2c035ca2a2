import { refusalAddressesMax, type RefusalCount, type RefusalReason } from '@acequia/base';

/** Not told as an alert: an address list that does its work, and whoever looks at a wrong path, as monitors and scanners do. */
const expected: readonly RefusalReason[] = ['not-allowed', 'request'];

export const isAlarming = (reason: RefusalReason): boolean => !expected.includes(reason);

/** Refusals of the last minutes that somebody should look after. */
export const alarmingRefusals = (counts: readonly RefusalCount[]): number =>
  sumOf(counts.filter(({ reason }) => isAlarming(reason)).map(({ recent }) => recent));

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
        addresses: [...byAddress]
          .map(([address, parts]) => ({ address, count: sumOf(parts.map(({ count }) => count)) }))
          .sort((a, b) => b.count - a.count)
          .slice(0, refusalAddressesMax),
      };
    })
    .sort((a, b) => b.count - a.count);
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
