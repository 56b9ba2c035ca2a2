import { isIP, SocketAddress } from 'node:net';

/** The 4 or 16 bytes of an address; undefined when the text is none. Zone ids are cut off. */
export function parseIp(text: string): Uint8Array | undefined {
  const bare = text.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  switch (isIP(bare)) {
    case 4:
      return Uint8Array.from(bare.split('.'), Number);
    case 6:
      return parseIpv6(bare);
    default:
      return undefined;
  }
}

function parseIpv6(text: string): Uint8Array {
  const bytes = new Uint8Array(16);
  const [head = '', tail] = text.split('::');
  const before = groupBytes(head);
  const after = tail === undefined ? [] : groupBytes(tail);
  bytes.set(before, 0);
  bytes.set(after, 16 - after.length);
  return bytes;
}

function groupBytes(part: string): number[] {
  if (part === '') return [];
  return part
    .split(':')
    .flatMap((group) =>
      group.includes('.') ? group.split('.').map(Number) : [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255],
    );
}

/** Dotted text for IPv4 and IPv4-in-IPv6, else the text as it came: one peer, one name. */
export function normaliseIp(text: string): string {
  return text.startsWith('::ffff:') && text.includes('.') ? text.slice(7) : text;
}

/**
 * The one text of an address that somebody else wrote: dotted for IPv4 and IPv4-in-IPv6, else as RFC 5952 has it. Undefined: it is no
 * address and nothing but one; zones too, which mean nothing outside the machine that wrote them.
 */
export function plainIp(text: string): string | undefined {
  switch (isIP(text)) {
    case 4:
      return text;
    case 6:
      return text.includes('%') ? undefined : normaliseIp(new SocketAddress({ address: text, family: 'ipv6' }).address);
    default:
      return undefined;
  }
}

/** The IPv4 addresses an IPv6 address stands for: mapped, compatible, NAT64, 6to4, Teredo. */
export function embeddedIpv4(address: Uint8Array): Uint8Array[] {
  if (address.length !== 16) return [];
  const zero = (from: number, to: number) => address.subarray(from, to).every((byte) => byte === 0);
  const found: Uint8Array[] = [];
  if (zero(0, 10) && address[10] === 0xff && address[11] === 0xff) found.push(address.subarray(12));
  if (zero(0, 8) && address[8] === 0xff && address[9] === 0xff && zero(10, 12)) found.push(address.subarray(12));
  if (zero(0, 12) && !zero(12, 15)) found.push(address.subarray(12));
  if (startsWith(address, [0, 0x64, 0xff, 0x9b])) found.push(address.subarray(12));
  if (startsWith(address, [0x20, 0x02])) found.push(address.subarray(2, 6));
  if (startsWith(address, [0x20, 0x01, 0, 0]))
    found.push(
      address.subarray(4, 8),
      address.subarray(12).map((byte) => byte ^ 0xff),
    );
  return found;
}

export const startsWith = (address: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => address[index] === byte);
