/** A record as dotted paths and texts, so that outputs of systems which write numbers as texts can be compared. Nulls are left out. */
export type FlatRecord = Record<string, string>;

export function flatten(value: unknown, path = '', into: FlatRecord = {}): FlatRecord {
  if (value === null || value === undefined) return into;
  if (typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) flatten(member, path === '' ? name : `${path}.${name}`, into);
  } else {
    into[path] = scalarText(value as string | number | boolean);
  }
  return into;
}

/** `1.670` is `1.67`; everything else is what it says. */
function scalarText(value: string | number | boolean): string {
  const text = String(value);
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

/** The first difference as a sentence, undefined when there is none. */
export function recordDifference(expected: FlatRecord, found: FlatRecord): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const other = found[name];
    if (other === undefined) return `${name} is missing`;
    if (other !== value) return `${name} is ${JSON.stringify(other)} instead of ${JSON.stringify(value)}`;
  }
  const extra = Object.keys(found).find((name) => expected[name] === undefined);
  return extra === undefined ? undefined : `${extra} should not be there`;
}
