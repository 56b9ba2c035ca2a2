import { networkInterfaces } from 'node:os';
import { AppError } from '@acequia/base';
import { createCidrSet, type CidrSet } from './cidr-set.ts';
import { embeddedIpv4, parseIp } from './ip-address.ts';
import { systemResolver, type Resolver } from './resolver.ts';

/** Who may be called. Structurally the `EgressPolicy` of the component SDK. */
export interface EgressPolicy {
  /** `open`: public and private addresses. `public-only`: public ones and what `allowed` names. `list`: what `allowed` names. */
  readonly mode: 'open' | 'public-only' | 'list';
  /** Hosts (`*.example.com` for all below), addresses and CIDRs; `host:port` and `[cidr]:port` for one port of them. */
  readonly allowed: readonly string[];
  /** False: loopback only where `allowed` names it. Absent: as `mode` says. */
  readonly loopback?: boolean | undefined;
  /** The installation's own doors, `host:port`; `local:port` for every address of this machine. Refused, also when allowed. */
  readonly own?: readonly string[] | undefined;
}

/** Of a client whose requests bring their own policy. */
export const noEgress: EgressPolicy = { mode: 'list', allowed: [] };

export type EgressErrorCode = 'EGRESS_REFUSED' | 'NAME_NOT_FOUND' | 'RESOLVER_FAILED';

/** Which rule refused, in the field `rule` of an EGRESS_REFUSED: the first two hold whatever is allowed. */
export const egressRefusals = ['EGRESS_NEVER', 'EGRESS_OWN', 'EGRESS_UNLISTED', 'EGRESS_LOOPBACK', 'EGRESS_PRIVATE'] as const;
type EgressRefusal = (typeof egressRefusals)[number];

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Link-local, cloud metadata services, multicast and unspecified addresses: refused in every mode, also when listed. */
const neverAllowed = createCidrSet([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.0/4',
  '255.255.255.255',
  '::/128',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd00:42::42',
  'fd20:ce::254',
  'ff00::/8',
]);

const loopbackNetworks = createCidrSet(['127.0.0.0/8', '::1']);

const notPublic = createCidrSet([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::/96',
  'fc00::/7',
  'fec0::/10',
  '2001:db8::/32',
  '100::/64',
  '64:ff9b:1::/48',
]);

export interface EgressSurroundings {
  readonly resolver?: Resolver | undefined;
  /** Every address of this machine. */
  readonly localAddresses?: (() => readonly string[]) | undefined;
}

/**
 * Resolves a host and decides about every address it has; one refused address refuses the host. The caller connects to
 * an address of the answer and resolves nothing again. Throws AppError of `EgressErrorCode`.
 */
export async function checkEgress(
  host: string,
  port: number,
  policy: EgressPolicy,
  { resolver = systemResolver, localAddresses = machineAddresses }: EgressSurroundings = {},
): Promise<readonly CheckedAddress[]> {
  const name = canonicalHost(host);
  const addresses = await addressesOf(name, resolver);
  if (addresses.length === 0) throw new AppError('NAME_NOT_FOUND', { internal: name, fields: { host: name } });
  const allowed = hostsOfPort(policy.allowed, port);
  const networks = createCidrSet(allowed);
  const own = await ownNetworks(policy.own ?? [], name, port, resolver, localAddresses);
  const named = hostListed(name, allowed);
  const within = (forms: readonly Uint8Array[], networks: CidrSet) => forms.some((form) => networks.hasBytes(form));
  const broken = (forms: readonly Uint8Array[]): EgressRefusal | undefined => {
    if (within(forms, neverAllowed)) return 'EGRESS_NEVER';
    if (within(forms, own)) return 'EGRESS_OWN';
    if (named || within(forms, networks)) return undefined;
    if (policy.mode === 'list') return 'EGRESS_UNLISTED';
    const isPrivate = policy.mode !== 'open' && within(forms, notPublic);
    if ((isPrivate || policy.loopback === false) && within(forms, loopbackNetworks)) return 'EGRESS_LOOPBACK';
    return isPrivate ? 'EGRESS_PRIVATE' : undefined;
  };
  return addresses.map((address) => {
    const bytes = parseIp(address);
    if (!bytes) throw refused('EGRESS_NEVER', name, address, port);
    const rule = broken([bytes, ...embeddedIpv4(bytes)]);
    if (rule !== undefined) throw refused(rule, name, address, port);
    return { address, family: bytes.length === 4 ? 4 : 6 };
  });
}

/** `internal`: where it would have led, as `host:port (address)`. */
function refused(rule: EgressRefusal, host: string, address: string, port: number): AppError<'EGRESS_REFUSED'> {
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return new AppError('EGRESS_REFUSED', {
    internal: host === address ? place : `${place} (${address})`,
    fields: { host, address, port, rule },
  });
}

const addressesOf = async (name: string, resolver: Resolver): Promise<readonly string[]> =>
  parseIp(name) ? [name] : resolver.resolve(name);

/** Addresses of the installation's own doors at a port. The name itself is refused even if it resolves elsewhere for us. */
async function ownNetworks(
  doors: readonly string[],
  name: string,
  port: number,
  resolver: Resolver,
  localAddresses: () => readonly string[],
): Promise<CidrSet> {
  const found: string[] = [];
  for (const host of hostsOfPort(doors, port, true)) {
    if (host === 'local') found.push('127.0.0.0/8', '::1', ...localAddresses());
    else if (host === name) throw refused('EGRESS_OWN', name, name, port);
    else found.push(...(await addressesOf(host, resolver).catch(() => [])));
  }
  return createCidrSet(found);
}

/** The hosts of entries that name this port, or (unless `exact`) no port. */
const hostsOfPort = (entries: readonly string[], port: number, exact = false): string[] =>
  entries
    .map(splitEndpoint)
    .filter((entry) => (entry.port === undefined ? !exact : entry.port === port))
    .map(({ host }) => host);

/** `host`, `host:port`, an address or CIDR, `[address or CIDR]:port`. */
export function splitEndpoint(text: string): { readonly host: string; readonly port: number | undefined } {
  const match = /^\[([^\]]*)\](?::(\d+))?$/.exec(text) ?? /^([^:]*):(\d+)$/.exec(text);
  const host = (match?.[1] ?? text).toLowerCase();
  return { host, port: match?.[2] === undefined ? undefined : Number(match[2]) };
}

/** The other way round. */
export const joinEndpoint = (host: string, port: number | null | undefined): string =>
  port === null || port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;

const machineAddresses = (): string[] => Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));

/** Lower case, without brackets and trailing dot; decimal, octal, hexadecimal and shortened IPv4 forms become dotted. */
export function canonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[|\]$/g, '');
  if (parseIp(bare)) return bare.toLowerCase();
  try {
    return new URL(`http://${bare}/`).hostname.replace(/\.$/, '').replace(/^\[|\]$/g, '');
  } catch (cause) {
    throw new AppError('NAME_NOT_FOUND', { internal: bare, fields: { host: bare }, cause });
  }
}

function hostListed(name: string, allowed: readonly string[]): boolean {
  return allowed.some((wanted) => wanted === name || (wanted.startsWith('*.') && name.endsWith(wanted.slice(1))));
}

/** Whether a text is a host, `*.host`, an address or a CIDR, without a port. */
export function isEgressHost(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const bytes = address.includes('%') || address.includes('[') ? undefined : parseIp(address);
  if (bytes) return more.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bytes.length * 8));
  return prefix === undefined && hostPattern.test(text) && !/^[\d.]+$/.test(text);
}

const hostPattern = /^(?:\*\.)?(?:[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?\.)*[a-z\d_](?:[a-z\d_-]{0,61}[a-z\d_])?$/i;

/** Host and port of an address, as rules and doors are written. */
export const doorOf = (url: URL): string =>
  joinEndpoint(canonicalHost(url.hostname), Number(url.port) || (url.protocol === 'https:' ? 443 : 80));
