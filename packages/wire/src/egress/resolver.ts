import { readFile, stat } from 'node:fs/promises';
import { AppError, minuteMs, secondMs, systemClock, type Clock } from '@acequia/base';
import { Resolver as CaresResolver } from 'node:dns/promises';
import { parseIp } from './ip-address.ts';

export interface Resolver {
  /** All addresses of a name, IPv4 first; empty when it has none. Throws AppError `RESOLVER_FAILED`. */
  resolve(name: string): Promise<readonly string[]>;
}

/** An answer is used without asking again for this long. Whoever uses an address checks it each time. */
const freshMs = 30 * secondMs;
/** An answer that is used all the time is renewed in the background until it is this old; an older one is waited for. */
const renewedMs = minuteMs;
/** While name servers fail, the last answer is used until it is this old. */
const keptMs = 60 * minuteMs;
const namesMax = 1000;
/** Between two looks at the hosts file. */
const hostsLookMs = 5 * secondMs;

export interface ResolverOptions {
  readonly hostsFile?: string;
  readonly servers?: readonly string[];
  readonly clock?: Clock;
}

/**
 * Asks DNS through c-ares, which does not occupy the process's thread pool while a server is silent, and the hosts file
 * before it. At most two tries of two seconds. Answers are kept: a name that is in use is not asked for again each time, and goes
 * on working while the name servers fail.
 */
export function createResolver(options: ResolverOptions = {}): Resolver {
  const cares = new CaresResolver({ timeout: 2000, tries: 2 });
  if (options.servers) cares.setServers(options.servers);
  const clock = options.clock ?? systemClock;
  const hosts = new HostsFile(options.hostsFile ?? '/etc/hosts', clock);
  const remembered = rememberAnswers({ resolve: (name) => askServers(cares, name) }, clock);
  return {
    async resolve(name) {
      const fixed = await hosts.addressesOf(name);
      if (fixed.length > 0) return fixed;
      if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
      return remembered.resolve(name);
    },
  };
}

interface Answer {
  readonly addresses: readonly string[];
  readonly answeredAtMs: number;
  /** When the name was last asked for, whatever came of it. */
  askedAtMs: number;
}

/** Keeps answers with addresses; questions for one name at a time are one question. */
export function rememberAnswers(resolver: Resolver, clock: Clock): Resolver {
  const answers = new Map<string, Answer>();
  const asking = new Map<string, Promise<readonly string[]>>();

  const ask = (name: string): Promise<readonly string[]> => {
    const underWay = asking.get(name);
    if (underWay) return underWay;
    const question = resolver
      .resolve(name)
      .then(
        (addresses) => {
          answers.delete(name);
          const now = clock.monotonic();
          if (addresses.length > 0) answers.set(name, { addresses, answeredAtMs: now, askedAtMs: now });
          const [oldest] = answers.keys();
          if (answers.size > namesMax) answers.delete(oldest!);
          return addresses;
        },
        (error: unknown) => {
          const kept = answers.get(name);
          if (!kept || clock.monotonic() - kept.answeredAtMs > keptMs) throw error;
          kept.askedAtMs = clock.monotonic();
          return kept.addresses;
        },
      )
      .finally(() => asking.delete(name));
    asking.set(name, question);
    return question;
  };

  return {
    resolve(name) {
      const kept = answers.get(name);
      if (!kept) return ask(name);
      const now = clock.monotonic();
      if (now - kept.askedAtMs < freshMs) return Promise.resolve(kept.addresses);
      const waits = now - kept.askedAtMs > renewedMs && !asking.has(name);
      const question = ask(name);
      if (waits) return question;
      question.catch(() => undefined);
      return Promise.resolve(kept.addresses);
    },
  };
}

async function askServers(cares: CaresResolver, name: string): Promise<readonly string[]> {
  const answers = await Promise.allSettled([cares.resolve4(name), cares.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : []));
  const silent = failures.find((failure) => failure.code !== 'ENOTFOUND' && failure.code !== 'ENODATA');
  if (silent) throw new AppError('RESOLVER_FAILED', { internal: name, fields: { host: name }, cause: silent });
  return [];
}

/** The hosts file, read anew when it has changed. */
class HostsFile {
  readonly #path: string;
  readonly #clock: Clock;
  #addresses: ReadonlyMap<string, readonly string[]> = new Map();
  #changed = '';
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(path: string, clock: Clock) {
    this.#path = path;
    this.#clock = clock;
  }

  async addressesOf(name: string): Promise<readonly string[]> {
    if (this.#clock.monotonic() - this.#lookedAtMs >= hostsLookMs) await this.#look();
    return this.#addresses.get(name) ?? [];
  }

  async #look(): Promise<void> {
    try {
      const { mtimeMs, size, ino } = await stat(this.#path);
      const changed = `${mtimeMs} ${size} ${ino}`;
      if (changed !== this.#changed) {
        this.#addresses = parseHosts(await readFile(this.#path, 'utf8'));
        this.#changed = changed;
      }
    } catch {
      this.#addresses = new Map();
      this.#changed = '';
    }
    this.#lookedAtMs = this.#clock.monotonic();
  }
}

function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!address || !parseIp(address)) continue;
    for (const name of names) {
      const known = found.get(name.toLowerCase()) ?? [];
      if (!known.includes(address)) known.push(address);
      found.set(name.toLowerCase(), known);
    }
  }
  return found;
}

export const systemResolver = createResolver();
