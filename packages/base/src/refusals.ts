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
  readonly addresses: { address: string; count: number }[];
}

/** Addresses that are told of a listener, over all reasons. */
export const refusalAddressesMax = 32;
