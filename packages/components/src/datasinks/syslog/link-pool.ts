import type { Link, LinkReport } from './link.ts';

/** Links used in turn by deliveries that run at once; one delivery at a time on each. */
export function createLinkPool(size: number, create: () => Link): Link {
  const all: Link[] = [];
  const free: Link[] = [];
  const waiting: ((link: Link) => void)[] = [];

  const take = (): Promise<Link> => {
    const ready = free.pop();
    if (ready !== undefined) return Promise.resolve(ready);
    if (all.length < size) {
      const made = create();
      all.push(made);
      return Promise.resolve(made);
    }
    return new Promise((resolve) => waiting.push(resolve));
  };

  const give = (link: Link): void => {
    const next = waiting.shift();
    if (next === undefined) free.push(link);
    else next(link);
  };

  return {
    async deliver(messages, signal): Promise<LinkReport> {
      const link = await take();
      try {
        return await link.deliver(messages, signal);
      } finally {
        give(link);
      }
    },
    close() {
      for (const link of all) link.close();
    },
  };
}
