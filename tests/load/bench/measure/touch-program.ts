/**
 * Writes and removes a file until that costs what memory in use costs: `node touch-program.ts <path>`. Runs on the cores of the system
 * under test, because freed memory stays with the core that freed it.
 */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';

const piece = Buffer.alloc(1 << 20, 1);
/** A little less than the 1 GiB of freed memory that a virtual machine was seen to keep from its host. */
const pieces = 900;
const passesMax = 10;
/** Taking memory in use costs two to three times what writing over it does; memory that was given back, ten times and more. */
const dear = 5;

const [path = ''] = process.argv.slice(2);
for (let cheap = 0, pass = 0; cheap < 2 && pass < passesMax; pass++) {
  const file = openSync(path, 'wx');
  try {
    const taking = cpuOf(() => write(file));
    const over = cpuOf(() => write(file));
    cheap = taking < dear * over ? cheap + 1 : 0;
  } finally {
    closeSync(file);
    rmSync(path);
  }
}

function write(file: number): void {
  for (let at = 0; at < pieces; at++) writeSync(file, piece, 0, piece.length, at * piece.length);
}

function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
