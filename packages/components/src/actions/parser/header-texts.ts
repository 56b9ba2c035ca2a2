import { component, levelWord, location, process } from './header-shapes.ts';
import { matchAt, type Line } from './line-reader.ts';

/** Whether the words stand where syslog has its host: between a time in no brackets and the program. */
export function followsSyslogTime(parts: readonly string[], words: readonly (readonly [line: Line, end: number])[]): boolean {
  const time = parts.findLastIndex((part) => part.startsWith('{'));
  if (!parts[time]?.startsWith('{time') || !/^(?: |<space>)$/.test(parts.slice(time + 1).join(''))) return false;
  // Programs that write such lines themselves have their date otherwise, and no number.
  const isOfSyslog = /^\{time(?:_\d+)?:timestamp(?:\}|\("(?:%Y )?%b %e )/.test(parts[time]);
  const programs = words.map(([line, end]) => {
    const next = { ...line, at: end + /^[ \t:]*/.exec(line.text.slice(end))![0].length };
    return matchAt(component, next)?.[0] ?? (isOfSyslog ? matchAt(process, next)?.[0] : undefined);
  });
  if (programs.includes(undefined)) return false;
  return isOfSyslog || programs.filter((text) => /\[\d+\]/.test(text!)).length >= words.length / 2;
}

export const isLevel = (text: string): boolean => matchAt(levelWord, { text, at: 0, index: 0 })?.[0] === text;

/** Whether each text is a file and a line of it. */
export function areLocations(texts: readonly string[]): boolean {
  return texts.every((text) => matchAt(location, { text: `${text} `, at: 0, index: 0 })?.[0] === text);
}

/** Where the group that began just before `at` ends; −1 when it does not. */
export function endOfGroup(text: string, at: number, open: string, close: string): number {
  if (open === close) return text.indexOf(close, at);
  for (let index = at, depth = 1; index < text.length; index++) {
    if (text[index] === open) depth++;
    else if (text[index] === close && --depth === 0) return index;
  }
  return -1;
}

export function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const text of others) while (!text.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
