declare const sender: unique symbol;

/** Whom a limit counts as one. Made by `senderOf` alone. */
export type Sender = string & { readonly [sender]: true };

/**
 * What one sender has for sure: an IPv4 address, or the /64 network of an IPv6 one, whose other addresses are as much the sender's own.
 * IPv4 in IPv6 (`::ffff:192.0.2.1`) is IPv4, zones are cut off, and however an address is written it is the same sender. Text that is no
 * address stays.
 */
export function senderOf(ip: string): Sender {
  // IPv4, the usual case, is asked for with every datagram.
  if (!ip.includes(':')) return ip as Sender;
  const groups = groupsOf(ip);
  if (groups === undefined) return ip as Sender;
  const [, , , , , , high = 0, low = 0] = groups;
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 255, low >> 8, low & 255].join('.') as Sender;
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  // As RFC 5952 has it: with the four groups after it, the zeros at its end are the longest run.
  return `${network.join(':').replace(/(^|:)0(:0)*$/, '')}::/64` as Sender;
}

/** The eight groups of an IPv6 address; undefined: it is none. */
function groupsOf(ip: string): number[] | undefined {
  const bare = ip.replace(/%.*$/, '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${pair(a, b)}:${pair(c, d)}`);
  const [head = '', tail, ...more] = bare.split('::').map((part) => (part === '' ? [] : part.split(':')));
  if (head === '' || more.length > 0) return undefined;
  const missing = 8 - head.length - (tail?.length ?? 0);
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...head, ...Array<string>(missing).fill('0'), ...(tail ?? [])];
  return all.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? all.map((group) => Number.parseInt(group, 16)) : undefined;
}

const pair = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);
