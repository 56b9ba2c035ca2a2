type Numbers = readonly [number, number, number];

function numbersOf(version: string): Numbers | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** Below 0: `a` is older than `b`; undefined when one of them is no version of a component. */
export function compareNumbers(a: string, b: string): number | undefined {
  const [one, two] = [numbersOf(a), numbersOf(b)];
  if (!one || !two) return undefined;
  return one[0] - two[0] || one[1] - two[1] || one[2] - two[2];
}

/** Whether a component of version `have` runs a node written for `wanted`: same major, and not older. */
export function serves(have: string, wanted: string): boolean {
  const order = compareNumbers(have, wanted);
  return order !== undefined && order >= 0 && have.split('.')[0] === wanted.split('.')[0];
}
