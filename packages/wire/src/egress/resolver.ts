import { AppError } from '@acequia/base';
import { readFileSync } from 'node:fs';
import { Resolver as CaresResolver } from 'node:dns/promises';
import { parseIp } from './ip-address.ts';

export interface Resolver {
  /** All addresses of a name, IPv4 first; empty when it has none. Throws AppError `RESOLVER_FAILED`. */
  resolve(name: string): Promise<readonly string[]>;
}

/**
 * Asks DNS through c-ares, which does not occupy the process's thread pool while a server is silent, and the hosts file
 * before it. At most two tries of two seconds.
 */
export function createResolver(options: { readonly hostsFile?: string; readonly servers?: readonly string[] } = {}): Resolver {
  const cares = new CaresResolver({ timeout: 2000, tries: 2 });
  if (options.servers) cares.setServers(options.servers);
  return {
    async resolve(name) {
      const fixed = fromHostsFile(name, options.hostsFile ?? '/etc/hosts');
      if (fixed.length > 0) return fixed;
      if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      const answers = await Promise.allSettled([cares.resolve4(name), cares.resolve6(name)]);
      const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      if (found.length > 0) return found;
      const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : []));
      const silent = failures.find((failure) => failure.code !== 'ENOTFOUND' && failure.code !== 'ENODATA');
      if (silent) throw new AppError('RESOLVER_FAILED', { internal: name, fields: { host: name }, cause: silent });
      return [];
    },
  };
}

export const systemResolver = createResolver();

function fromHostsFile(name: string, path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return [];
  }
  const found: string[] = [];
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (address && names.some((each) => each.toLowerCase() === name) && parseIp(address)) found.push(address);
  }
  return found;
}
