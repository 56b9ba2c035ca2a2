import { ipText, parseIp, type IpAddress } from './ip-address.ts';

/** A block of addresses; `bits` of the prefix. */
export interface Cidr {
  readonly version: 4 | 6;
  readonly base: bigint;
  readonly bits: number;
}

/** `10.0.0.0/8`, `2001:db8::/32`, or one address. Host bits are cleared. */
export function parseCidr(text: string): Cidr | undefined {
  const slash = text.indexOf('/');
  const address = parseIp(slash < 0 ? text : text.slice(0, slash));
  if (!address) return undefined;
  const width = address.version === 4 ? 32 : 128;
  let bits = width;
  if (slash >= 0) {
    const digits = text.slice(slash + 1);
    if (!/^\d{1,3}$/.test(digits)) return undefined;
    bits = Number(digits);
    if (address.version === 4 && text.includes(':')) bits -= 96;
    if (bits < 0 || bits > width) return undefined;
  }
  return { version: address.version, base: networkOf(address, bits).value, bits };
}

export function networkOf(address: IpAddress, bits: number): IpAddress {
  const host = BigInt((address.version === 4 ? 32 : 128) - bits);
  return { version: address.version, value: (address.value >> host) << host };
}

export function inCidr(address: IpAddress, cidr: Cidr): boolean {
  return address.version === cidr.version && networkOf(address, cidr.bits).value === cidr.base;
}

export const cidrText = (cidr: Cidr): string => `${ipText({ version: cidr.version, value: cidr.base })}/${cidr.bits}`;

/** A set of blocks asked by prefix length: a few look-ups per address, however many blocks. */
export class CidrSet {
  readonly #blocks = { 4: new Map<number, Set<bigint>>(), 6: new Map<number, Set<bigint>>() };

  constructor(blocks: Iterable<Cidr>) {
    for (const { version, base, bits } of blocks) {
      const known = this.#blocks[version].get(bits);
      if (known) known.add(base);
      else this.#blocks[version].set(bits, new Set([base]));
    }
  }

  has(address: IpAddress): boolean {
    for (const [bits, bases] of this.#blocks[address.version]) {
      if (bases.has(networkOf(address, bits).value)) return true;
    }
    return false;
  }
}

const privateBlocks = new CidrSet(
  [
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '100.64.0.0/10',
    'fc00::/7',
    'fe80::/10',
    '::1/128',
  ].map((text) => parseCidr(text)!),
);

/** Private, shared, loopback or link-local. */
export const isPrivateIp = (address: IpAddress): boolean => privateBlocks.has(address);
