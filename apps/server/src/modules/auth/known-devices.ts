import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Random } from '@acequia/base';

/** Where a password comes from. */
export interface Caller {
  readonly ip: string;
  /** What the browser shows as its device cookie, true or not. */
  readonly device: string | undefined;
}

/**
 * Devices that have logged in to an account before. A device has a random name, signed together with the account: its guesses are
 * counted for it alone, and guesses of others do not hold it. It proves nothing else, so it needs neither an end nor a row.
 */
export interface KnownDevices {
  /** The device that a cookie names; undefined when it is none of this account. */
  nameIn(cookie: string | undefined, account: string): string | undefined;
  /** What the cookie holds of a device that has logged in; absent: of a new one. */
  cookieOf(account: string, device?: string): string;
}

/** `key`: the same on all servers, and for as long as the installation lasts. */
export function createKnownDevices(key: Uint8Array, random: Random): KnownDevices {
  const proofOf = (account: string, device: string): Buffer =>
    createHmac('sha256', key).update(`known device ${device} ${account}`).digest();
  return {
    nameIn: (cookie, account) => {
      const [, device = '', proof = ''] = /^([\w-]{22})([\w-]{43})$/.exec(cookie ?? '') ?? [];
      const shown = Buffer.from(proof, 'base64url');
      const real = proofOf(account, device);
      return shown.length === real.length && timingSafeEqual(shown, real) ? device : undefined;
    },
    cookieOf: (account, device = Buffer.from(random.bytes(16)).toString('base64url')) =>
      device + proofOf(account, device).toString('base64url'),
  };
}
