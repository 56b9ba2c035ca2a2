import type { Port } from '@acequia/component-sdk/definition';

/** The number of each port a person named, by its id; – for the port of what met none. Undefined for steps whose ports need no telling apart. */
export function portMarks(ports: readonly Port[]): ReadonlyMap<string, string> {
  const named = ports.filter(({ id }) => id !== 'default' && id !== 'error');
  if (named.length === 0) return new Map();
  return new Map([...named.map(({ id }, index) => [id, String(index + 1)] as const), ['default', '–'] as const, ['error', '!'] as const]);
}
