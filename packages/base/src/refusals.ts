/** Why a listener turns a sender away. */
export const refusalReasons = [
  'credentials',
  'blocked',
  'client-certificate',
  'tls',
  'not-allowed',
  'too-many',
  'address-full',
  'proxy-header',
  'request',
  'too-large',
  'malformed',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** What a listener turned away within the last hour for one reason. */
export interface RefusalCount {
  readonly reason: RefusalReason;
  readonly count: number;
  /** Those of the last 5 to 10 minutes. */
  readonly recent: number;
  /** The addresses with the most, each at least so often; the rest of `count` came from others. */
  readonly addresses: RefusedAddress[];
}

export interface RefusedAddress {
  address: string;
  count: number;
  /** Those of the last 5 to 10 minutes; workers of earlier versions do not report them. */
  recent?: number | undefined;
}

/** Addresses that are told of a listener, over all reasons. */
export const refusalAddressesMax = 32;

/** Those to report, the most frequent of the hour first. Half of the places are for the most frequent of the last minutes. */
export function reportedAddresses<T extends RefusedAddress>(addresses: readonly T[]): T[] {
  const late = addresses
    .filter(({ recent = 0 }) => recent > 0)
    .sort((a, b) => (b.recent ?? 0) - (a.recent ?? 0))
    .slice(0, refusalAddressesMax / 2);
  const places = new Set(late);
  for (const each of addresses.toSorted(mostFirst)) if (places.size < refusalAddressesMax) places.add(each);
  return [...places].sort(mostFirst);
}

const mostFirst = (a: RefusedAddress, b: RefusedAddress): number => b.count - a.count;
