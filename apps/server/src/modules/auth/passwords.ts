import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '@acequia/base';

/** RFC 9106, second recommended choice: 64 MiB, three passes, four lanes (argon2id is the library's default). */
const parameters = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 4, outputLen: 32 } as const;
/** So many may wait for their turn, then callers are told to come back. */
const waitingMax = 64;

/**
 * How many hashes run at once: one has a thread for each lane, so where there are no more cores, two at once end later than one after the
 * other, and requests wait for a core behind all their threads. Four at most, which is 256 MiB.
 */
export const hashesAtOnce = (cores: number): number => Math.max(1, Math.min(4, Math.floor(cores / parameters.parallelism)));

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a stored hash (unknown user) the same work is done and the answer is false. */
  verify(stored: string | undefined, password: string): Promise<boolean>;
}

export function createPasswords(options: { readonly memoryCost?: number } = {}): Passwords {
  const cost = { ...parameters, ...(options.memoryCost === undefined ? {} : { memoryCost: options.memoryCost }) };
  const atOnce = hashesAtOnce(availableParallelism());
  const waiting: (() => void)[] = [];
  let busy = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy >= atOnce) {
      if (waiting.length >= waitingMax) throw new AppError('ACQ-TOO-MANY', { internal: 'password queue full' });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else busy += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
  let dummy: Promise<string> | undefined;
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    verify: async (stored, password) => {
      dummy ??= hash('nobody has this password', cost);
      const against = stored ?? (await dummy);
      const fits = await inTurn(() => verify(against, password));
      return fits && stored !== undefined;
    },
  };
}
