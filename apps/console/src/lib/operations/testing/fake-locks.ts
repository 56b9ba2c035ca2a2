/** Locks in the order they are asked for, as a browser keeps them for all its windows. */
export function fakeLocks(): Pick<LockManager, 'request'> {
  const queues = new Map<string, (() => void)[]>();
  const request = async (name: string, { signal }: LockOptions, run: () => Promise<unknown>) => {
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    let granted = false;
    await new Promise<void>((resolve, reject) => {
      const grant = () => {
        granted = true;
        resolve();
      };
      signal?.addEventListener('abort', () => {
        if (granted) return;
        queue.splice(queue.indexOf(grant), 1);
        reject(new DOMException('aborted', 'AbortError'));
      });
      if (queue.push(grant) === 1) grant();
    });
    try {
      return await run();
    } finally {
      queue.shift();
      queue[0]?.();
    }
  };
  return { request } as unknown as Pick<LockManager, 'request'>;
}

/** Lets everything that is ready happen. */
export const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};
