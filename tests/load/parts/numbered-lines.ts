const textBytes = 960;

/** The same for one key, so that a destination knows what must stand there. */
const textOf = (key: string): string => `${key}:`.padEnd(textBytes, 'outage ');

/** JSON lines of about 1 KB: events of a key from a number on. */
export function numberedLines(key: string, from: number, count: number): Buffer {
  const end = `,"t":"${textOf(key)}"}\n`;
  let lines = '';
  for (let number = from; number < from + count; number++) lines += `{"k":"${key}","n":${number}${end}`;
  return Buffer.from(lines);
}

/** What an event says, and whether it says all that was sent. */
export function readNumberedLine(line: string): { readonly key: string; readonly number: number; readonly isIntact: boolean } {
  const { k: key, n: number, t: text } = JSON.parse(line) as { readonly k: string; readonly n: number; readonly t: string };
  return { key, number, isIntact: text === textOf(key) };
}
