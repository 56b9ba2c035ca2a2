import type { IncomingHttpHeaders } from 'node:http';
import type { CidrSet } from '../egress/cidr-set.ts';
import { plainIp } from '../egress/ip-address.ts';

/** Where proxies name the sender. Usual ones write the first and pass on what a sender wrote in the second (RFC 7239), or the other way around. */
export type ForwardedHeader = 'x-forwarded-for' | 'forwarded';

/**
 * The sender behind trusted proxies, by the header that they write, read from the right past addresses that are trusted themselves, as
 * `plainIp` writes it. The peer's own address when it is no trusted proxy.
 */
export function clientAddress(peerIp: string, headers: IncomingHttpHeaders, trusted: CidrSet, header: ForwardedHeader): string {
  if (trusted.size === 0 || !trusted.has(peerIp)) return peerIp;
  const chain = header === 'forwarded' ? forwardedFor(headers['forwarded'] ?? '') : listOf(headers['x-forwarded-for']);
  let client = peerIp;
  for (const hop of chain.reverse()) {
    const address = plainIp(hop);
    if (address === undefined) break;
    client = address;
    if (!trusted.has(address)) break;
  }
  return client;
}

const listOf = (header: string | string[] | undefined) =>
  [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => stripPort(hop.trim()))
    .filter((hop) => hop !== '');

function forwardedFor(header: string): string[] {
  return header.split(',').flatMap((element) => {
    const match = /(?:^|;)\s*for=(?:"([^"]*)"|([^;\s]*))/i.exec(element);
    return match ? [stripPort(match[1] ?? match[2] ?? '')] : [];
  });
}

function stripPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1]!;
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(':')) : hop;
}
