import { BlockList, isIP } from 'node:net';

/** Whether an address stands in a list of addresses and networks; an empty list holds every address. */
export function inAddresses(list: readonly string[], ip: string): boolean {
  if (list.length === 0) return true;
  const address = plain(ip);
  const allowed = new BlockList();
  for (const entry of list) {
    const [base = '', prefix] = entry.split('/');
    const family = familyOf(base);
    if (prefix === undefined) allowed.addAddress(base, family);
    else allowed.addSubnet(base, Number(prefix), family);
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address));
}

/** A socket that listens for both kinds gives IPv4 addresses wrapped in IPv6. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
const familyOf = (ip: string): 'ipv4' | 'ipv6' => (isIP(ip) === 6 ? 'ipv6' : 'ipv4');
