import type { Framer } from './framer.ts';

/** Decides per connection by the first byte: `1`–`9` = octet-counting, else lines (catalogue 6.1). */
export function createAutoFramer(octetCounting: () => Framer, lines: () => Framer): Framer {
  let chosen: Framer | undefined;
  return {
    push(chunk, sink) {
      const first = chunk[0];
      if (first === undefined) return true;
      chosen ??= first >= 0x31 && first <= 0x39 ? octetCounting() : lines();
      return chosen.push(chunk, sink);
    },
    end: (sink) => chosen?.end(sink),
  };
}
