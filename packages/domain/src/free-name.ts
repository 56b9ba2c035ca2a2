/** The first of `name`, `name 2`, … that nobody has. */
export function freeName(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map((each) => each.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (!known.has(candidate.toLowerCase())) return candidate;
  }
}
