/** Deaths of trials after which everything that is left is guilty. */
const deathsMax = 100;

export interface Trials<T> {
  /** Runs the items one by one; resolves with the first that a process does not survive. */
  firstDeath(items: readonly T[]): Promise<T | undefined>;
  /** Runs the items together. */
  survives(items: readonly T[]): Promise<boolean>;
}

/**
 * The items a process does not survive, empty when it survives all of them: first those it dies of alone, then, by halves,
 * the smallest parts of which it dies as a whole.
 */
export async function findGuilty<T>(items: readonly T[], { firstDeath, survives }: Trials<T>): Promise<readonly T[]> {
  let guilty: readonly T[] = [];
  let left = items;
  while (left.length > 0 && guilty.length < deathsMax) {
    const died = await firstDeath(left);
    if (died === undefined) break;
    guilty = [...guilty, died];
    left = left.slice(left.indexOf(died) + 1);
  }
  let deaths = guilty.length;
  const passes = async (part: readonly T[]): Promise<boolean> => {
    if (deaths >= deathsMax) return false;
    const isFine = await survives(part);
    if (!isFine) deaths++;
    return isFine;
  };
  const within = async (part: readonly T[]): Promise<readonly T[]> => {
    if (part.length <= 1 || deaths >= deathsMax) return part;
    const half = part.length >> 1;
    const found: T[] = [];
    for (const side of [part.slice(0, half), part.slice(half)]) if (!(await passes(side))) found.push(...(await within(side)));
    return found.length === 0 ? part : found;
  };
  for (;;) {
    const known = new Set(guilty);
    const rest = items.filter((item) => !known.has(item));
    if (rest.length === 0 || (await passes(rest))) return guilty;
    guilty = [...guilty, ...(await within(rest))];
  }
}
