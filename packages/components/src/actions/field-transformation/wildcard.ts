import { findText } from '@acequia/event';

/** Whether a name is one of the patterns; `*` stands for any characters. Linear in the name for each pattern. */
export function matcherOf(patterns: readonly string[]): (name: string) => boolean {
  const tests = patterns.map((pattern) => {
    if (!pattern.includes('*')) return (name: string) => name === pattern;
    const parts = pattern.split('*');
    const [first = '', ...rest] = parts;
    const last = rest.pop() ?? '';
    return (name: string) => {
      if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
      let at = first.length;
      for (const part of rest) {
        const found = findText(name, part, at);
        if (found < 0 || found + part.length > name.length - last.length) return false;
        at = found + part.length;
      }
      return true;
    };
  });
  return (name) => tests.some((test) => test(name));
}
