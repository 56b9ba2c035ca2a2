import { closeSync, openSync, readSync } from 'node:fs';

const pieceBytes = 1 << 20;
const lineFeed = 0x0a;

/** Calls `use` with each line of a file, without its end; a last line without an end counts too. */
export function forEachLine(path: string, use: (line: string) => void): void {
  const file = openSync(path, 'r');
  let rest = Buffer.alloc(0);
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes);
      const bytes = Buffer.concat([rest, piece.subarray(0, readSync(file, piece))]);
      if (bytes.length === rest.length) break;
      const end = bytes.lastIndexOf(lineFeed);
      if (end >= 0) for (const line of bytes.toString('utf8', 0, end).split('\n')) use(line);
      rest = bytes.subarray(end + 1);
    }
    if (rest.length > 0) use(rest.toString('utf8'));
  } finally {
    closeSync(file);
  }
}
