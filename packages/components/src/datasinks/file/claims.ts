import { locks } from 'node:worker_threads';

/** Ends a claim; resolves once somebody else can have it. */
export type Release = () => Promise<void>;

/**
 * Claims `name` for its holder alone, over all threads of the process, until released. Undefined while it has another holder.
 * A thread that ends, however it ends, holds nothing any more.
 */
export const claim = (name: string): Promise<Release | undefined> => request(name, { ifAvailable: true });

/** Claims `name` together with others that share it. Waits while it is claimed alone. */
export async function claimShared(name: string): Promise<Release> {
  return (await request(name, { mode: 'shared' }))!;
}

function request(name: string, options: { mode?: 'shared'; ifAvailable?: boolean }): Promise<Release | undefined> {
  return new Promise((resolve, reject) => {
    let release: () => void;
    const held = new Promise<void>((done) => (release = done));
    const ended = locks.request(`acequia file: ${name}`, options, (lock) => {
      if (lock === null) {
        resolve(undefined);
        return undefined;
      }
      resolve(() => {
        release();
        return ended.then(() => undefined);
      });
      return held;
    });
    ended.catch(reject);
  });
}
