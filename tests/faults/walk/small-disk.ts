import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const MiB = 1024 * 1024;
const chunk = Buffer.alloc(MiB);

/** A file system of its own, which can be filled to its last byte and emptied again. Needs a user who may mount. */
export class SmallDisk {
  readonly folder: string;
  readonly #filler: string;

  private constructor(folder: string) {
    this.folder = folder;
    this.#filler = join(folder, '.filler');
  }

  /** Undefined: this user may not mount. */
  static mount(folder: string, sizeMb: number): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'tmpfs', folder]);
    return status === 0 ? new SmallDisk(folder) : undefined;
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Leaves no byte free. What others free meanwhile stays free. */
  fill(): void {
    const file = openSync(this.#filler, 'a');
    try {
      for (let size = MiB; size >= 1; size = size > 4096 ? size >> 1 : 0) while (isWritten(file, size));
    } finally {
      closeSync(file);
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    this.free();
    spawnSync('umount', ['-l', this.folder]);
  }
}

function isWritten(file: number, size: number): boolean {
  try {
    return writeSync(file, chunk, 0, size) === size;
  } catch {
    return false;
  }
}
