/** Something that is found by its name. */
export interface Matchable {
  readonly label: string;
  /** Comes after everything else that fits, even where it fits better. */
  readonly last?: boolean;
}

/** Those whose name has the typed text, in whatever case: first the ones that begin with it. Otherwise the given order stays. */
export function rankMatches<T extends Matchable>(items: readonly T[], typed: string): readonly T[] {
  const sought = typed.toLowerCase();
  const rank = ({ label, last = false }: Matchable) => Number(last) * 2 + Number(!label.toLowerCase().startsWith(sought));
  return items.filter(({ label }) => label.toLowerCase().includes(sought)).toSorted((a, b) => rank(a) - rank(b));
}
