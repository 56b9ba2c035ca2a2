/** Something that is found by its name. */
export interface Matchable {
  readonly label: string;
  /** Comes after everything else that fits, even where it fits better. */
  readonly last?: boolean;
}

/** Those whose name has the typed text, in whatever case: first the ones that are or begin with it. Otherwise the given order stays. */
export function rankMatches<T extends Matchable>(items: readonly T[], typed: string): readonly T[] {
  const sought = typed.toLowerCase();
  const rank = ({ label, last = false }: Matchable) => {
    const name = label.toLowerCase();
    return Number(last) * 3 + (name === sought ? 0 : name.startsWith(sought) ? 1 : 2);
  };
  return items.filter(({ label }) => label.toLowerCase().includes(sought)).toSorted((a, b) => rank(a) - rank(b));
}
