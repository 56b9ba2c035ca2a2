import type { Link } from './link.ts';

/** Up to `size` links to one receiver. A delivery takes the one with the fewest under way; the engine bounds how many there are. */
export function createLinkPool<Report>(size: number, create: () => Link<Report>): Link<Report> {
  const links: { readonly link: Link<Report>; underWay: number }[] = [];

  const take = () => {
    const quietest = links.reduce<(typeof links)[number] | undefined>(
      (best, each) => (best && best.underWay <= each.underWay ? best : each),
      undefined,
    );
    if (quietest && (quietest.underWay === 0 || links.length >= size)) return quietest;
    const made = { link: create(), underWay: 0 };
    links.push(made);
    return made;
  };

  return {
    async deliver(messages, signal) {
      const taken = take();
      taken.underWay++;
      try {
        return await taken.link.deliver(messages, signal);
      } finally {
        taken.underWay--;
      }
    },
    close() {
      for (const { link } of links) link.close();
    },
  };
}
