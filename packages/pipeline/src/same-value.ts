export const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A member of its own; a field called `constructor` is not taken for one that every object has. */
export const member = (value: Record<string, unknown>, key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);

/** Whether two JSON values say the same, whatever the order of their keys; a member that is undefined is one that is not there. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isTree(a) || !isTree(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameValue(member(a, key), member(b, key)));
}
