import { embeddedIpv4, parseIp } from './ip-address.ts';

/** Networks, each an address with an optional prefix length. */
export interface CidrSet {
  readonly size: number;
  /** False for text that is no address. IPv4 in an IPv6 mapping equals the IPv4 address. */
  has(ip: string): boolean;
  hasBytes(address: Uint8Array): boolean;
}

interface Network {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/** Entries that are no networks are left out (host names in an egress list). */
export function createCidrSet(entries: readonly string[]): CidrSet {
  const networks: Network[] = [];
  for (const entry of entries) {
    const [text = '', prefix] = entry.split('/');
    const bytes = parseIp(text);
    if (!bytes) continue;
    networks.push({ bytes, bits: prefix === undefined ? bytes.length * 8 : Number(prefix) });
  }
  const matches = (address: Uint8Array) => networks.some((network) => within(address, network));
  const hasBytes = (address: Uint8Array) => matches(address) || (isMapped(address) && embeddedIpv4(address).some(matches));
  return {
    size: networks.length,
    hasBytes,
    has: (ip) => {
      const address = parseIp(ip);
      return address !== undefined && hasBytes(address);
    },
  };
}

const isMapped = (address: Uint8Array) =>
  address.length === 16 && address[10] === 0xff && address[11] === 0xff && address.subarray(0, 10).every((byte) => byte === 0);

function within(address: Uint8Array, network: Network): boolean {
  if (address.length !== network.bytes.length) return false;
  const whole = network.bits >> 3;
  for (let index = 0; index < whole; index++) if (address[index] !== network.bytes[index]) return false;
  const rest = network.bits & 7;
  if (rest === 0) return true;
  const mask = (0xff << (8 - rest)) & 0xff;
  return (address[whole]! & mask) === (network.bytes[whole]! & mask);
}
