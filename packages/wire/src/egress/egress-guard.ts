import { AppError } from '@acequia/base';
import { createCidrSet } from './cidr-set.ts';
import { embeddedIpv4, parseIp } from './ip-address.ts';
import { systemResolver, type Resolver } from './resolver.ts';

/** A cluster's rule for outgoing connections. Structurally the `EgressPolicy` of the component SDK. */
export interface EgressPolicy {
  readonly mode: 'open' | 'public-only' | 'list';
  /** Hosts (`*.example.com` for all below) and CIDRs, for `list`. */
  readonly allowed: readonly string[];
}

export type EgressErrorCode = 'EGRESS_REFUSED' | 'NAME_NOT_FOUND' | 'RESOLVER_FAILED';

export interface CheckedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Link-local and cloud metadata services: refused in every mode, also when listed. */
const neverAllowed = createCidrSet([
  '169.254.0.0/16',
  'fe80::/10',
  'fd00:ec2::/32',
  'fd20:ce::254',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.0/4',
  'ff00::/8',
  '255.255.255.255',
]);

const notPublic = createCidrSet([
  '0.0.0.0/8',
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
  '::/127',
  'fc00::/7',
  'fec0::/10',
  '2001:db8::/32',
  '100::/64',
  '64:ff9b:1::/48',
]);

/**
 * Resolves a host and decides about every address it has; one refused address refuses the host. The caller connects to
 * an address of the answer and resolves nothing again. Throws AppError of `EgressErrorCode`.
 */
export async function checkEgress(
  host: string,
  policy: EgressPolicy,
  resolver: Resolver = systemResolver,
): Promise<readonly CheckedAddress[]> {
  const name = canonicalHost(host);
  const literal = parseIp(name);
  const addresses = literal ? [name] : await resolver.resolve(name);
  if (addresses.length === 0) throw new AppError('NAME_NOT_FOUND', { internal: name, fields: { host: name } });
  const listed = policy.mode === 'list' && hostListed(name, policy.allowed);
  const networks = policy.mode === 'list' ? createCidrSet(policy.allowed) : undefined;
  return addresses.map((address) => {
    const bytes = parseIp(address);
    const forms = bytes ? [bytes, ...embeddedIpv4(bytes)] : [];
    const refused =
      forms.length === 0 ||
      forms.some((form) => neverAllowed.hasBytes(form)) ||
      (policy.mode === 'public-only' && forms.some((form) => notPublic.hasBytes(form))) ||
      (networks !== undefined && !listed && !forms.some((form) => networks.hasBytes(form)));
    if (refused) throw new AppError('EGRESS_REFUSED', { internal: `${name} is ${address}`, fields: { host: name, address } });
    return { address, family: bytes!.length === 4 ? 4 : 6 };
  });
}

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
  return allowed.some((entry) => {
    const wanted = entry.toLowerCase();
    return wanted === name || (wanted.startsWith('*.') && name.endsWith(wanted.slice(1)));
  });
}
