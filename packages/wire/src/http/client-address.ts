import type { IncomingHttpHeaders } from 'node:http';
import type { CidrSet } from '../egress/cidr-set.ts';
import { normaliseIp, parseIp } from '../egress/ip-address.ts';

/**
 * The sender behind trusted proxies: `Forwarded` (RFC 7239) or `X-Forwarded-For`, read from the right past addresses
 * that are trusted themselves. The peer's own address when it is no trusted proxy.
 */
export function clientAddress(peerIp: string, headers: IncomingHttpHeaders, trusted: CidrSet): string {
  if (trusted.size === 0 || !trusted.has(peerIp)) return peerIp;
  const chain = headers['forwarded'] ? forwardedFor(headers['forwarded']) : listOf(headers['x-forwarded-for']);
  let client = peerIp;
  for (const hop of chain.reverse()) {
    if (!parseIp(hop)) break;
    client = normaliseIp(hop);
    if (!trusted.has(hop)) break;
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
