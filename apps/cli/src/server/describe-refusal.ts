import type { ServerRefusal } from './server-client.ts';

/** One line: the code and what it is about. */
export function describeRefusal({ code, fields }: ServerRefusal): string {
  const about = Object.entries(fields).map(([name, value]) => `, ${name} ${value}`);
  return `The server refused: ${code}${about.join('')}.`;
}
