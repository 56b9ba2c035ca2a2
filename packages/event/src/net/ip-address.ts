/** An address as a number; IPv4-mapped IPv6 (`::ffff:a.b.c.d`) is IPv4. */
export interface IpAddress {
  readonly version: 4 | 6;
  readonly value: bigint;
}

const octet = /^(?:0|[1-9]\d{0,2})$/;

export function parseIp(text: string): IpAddress | undefined {
  if (text.length > 45) return undefined;
  if (!text.includes(':')) {
    const value = ipv4Number(text);
    return value === undefined ? undefined : { version: 4, value: BigInt(value) };
  }
  const value = ipv6Number(text);
  if (value === undefined) return undefined;
  return value >> 32n === 0xffffn ? { version: 4, value: value & 0xffffffffn } : { version: 6, value };
}

/** Strict dotted quad, no leading zeros. */
export function ipv4Number(text: string): number | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  let value = 0;
  for (const part of parts) {
    if (!octet.test(part)) return undefined;
    const n = Number(part);
    if (n > 255) return undefined;
    value = value * 256 + n;
  }
  return value;
}

function ipv6Number(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0]!, halves.length === 1);
  const tail = halves.length === 2 ? groupsOf(halves[1]!, true) : [];
  if (!head || !tail) return undefined;
  const gap = 8 - head.length - tail.length;
  if (halves.length === 1 ? gap !== 0 : gap < 1) return undefined;
  let value = 0n;
  for (const group of [...head, ...Array.from({ length: gap }, () => 0), ...tail]) value = (value << 16n) | BigInt(group);
  return value;
}

function groupsOf(text: string, mayEndInIpv4: boolean): number[] | undefined {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [i, part] of parts.entries()) {
    if (part.includes('.')) {
      const quad = mayEndInIpv4 && i === parts.length - 1 ? ipv4Number(part) : undefined;
      if (quad === undefined) return undefined;
      groups.push(Math.floor(quad / 65536), quad % 65536);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) {
      groups.push(Number.parseInt(part, 16));
    } else {
      return undefined;
    }
  }
  return groups;
}

/** Dotted quad, or RFC 5952. */
export function ipText(address: IpAddress): string {
  const { version, value } = address;
  if (version === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');
  const groups = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(112 - 16 * i)) & 0xffffn));
  let best = { start: -1, length: 1 };
  for (let i = 0; i < 8;) {
    let end = i;
    while (end < 8 && groups[end] === 0) end += 1;
    if (end - i > best.length) best = { start: i, length: end - i };
    i = Math.max(end, i + 1);
  }
  const hex = groups.map((group) => group.toString(16));
  if (best.start < 0) return hex.join(':');
  return `${hex.slice(0, best.start).join(':')}::${hex.slice(best.start + best.length).join(':')}`;
}
