import { KiB, MiB, assert } from '@acequia/base';
import { textBuffer, type TextBuffer } from './text-buffer.ts';

/** Sizes an arena can have, in bytes (engine decision 7). */
export const arenaSizes = [256 * KiB, 1 * MiB, 4 * MiB, 17 * MiB] as const;

const pageBytes = 64 * KiB;
const controlBytes = pageBytes;
const maxSlots = controlBytes / 4 - 4;

/** A piece of lane memory with a count of its holders; free again when the last one releases it. Holders may live on any thread that maps the memory. */
export interface Arena {
  /** Place in the lane's memory, in bytes; a multiple of 64. */
  readonly offset: number;
  readonly size: number;
  readonly bytes: TextBuffer;
  retain(): void;
  release(): void;
}

export interface LaneMemoryUsage {
  /** Bytes of all arenas, and of those in use. */
  readonly totalBytes: number;
  readonly heldBytes: number;
  /** Per size class: how many exist and how many are free. */
  readonly classes: readonly { readonly size: number; readonly total: number; readonly free: number }[];
}

/**
 * One lane's memory: a shared `WebAssembly.Memory` that never grows (initial = maximum; untouched pages cost nothing),
 * cut into arenas of four sizes. Reference counts lie in the memory itself and change atomically, so intake and lane
 * threads may take and release alike.
 */
export interface LaneMemory {
  readonly memory: WebAssembly.Memory;
  /** The smallest free arena of at least `bytes`; undefined when the pool has none: the caller stops reading blocks. A request over 17 MiB is a defect. */
  take(bytes: number): Arena | undefined;
  usage(): LaneMemoryUsage;
}

export interface LaneMemoryOptions {
  /** Virtual size; default 512 MiB, at least 1 MiB. */
  readonly bytes?: number;
  /** Memory made by another thread with the same `bytes`; its counts are kept. */
  readonly shared?: WebAssembly.Memory;
}

interface SizeClass {
  readonly size: number;
  readonly firstSlot: number;
  readonly count: number;
  readonly base: number;
}

/** The last page is left free: readers of 16 bytes at a time may run over an arena's end. */
function cut(bytes: number): SizeClass[] {
  let rest = bytes - controlBytes - pageBytes;
  const counts = [0, 0, 0, 0];
  if (rest >= 160 * MiB) counts[3] = 2;
  rest -= counts[3]! * arenaSizes[3];
  if (rest >= 32 * MiB) counts[2] = 2;
  rest -= counts[2]! * arenaSizes[2];
  counts[1] = Math.floor(rest / 4 / arenaSizes[1]);
  rest -= counts[1]! * arenaSizes[1];
  counts[0] = Math.floor(rest / arenaSizes[0]);
  const classes: SizeClass[] = [];
  let base = controlBytes;
  let firstSlot = 0;
  for (const [index, size] of arenaSizes.entries()) {
    const count = counts[index]!;
    classes.push({ size, firstSlot, count, base });
    base += size * count;
    firstSlot += count;
  }
  assert(firstSlot <= maxSlots, 'more arenas than the control page can count');
  return classes;
}

export function createLaneMemory(options: LaneMemoryOptions = {}): LaneMemory {
  const bytes = options.bytes ?? 512 * MiB;
  assert(bytes >= 1 * MiB, 'lane memory below 1 MiB');
  const pages = Math.floor(bytes / pageBytes);
  const memory = options.shared ?? new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const classes = cut(pages * pageBytes);
  const whole = new Uint8Array(memory.buffer);
  const refs = new Int32Array(memory.buffer, 0, maxSlots);
  const hints = classes.map(() => 0);

  const arena = (kind: SizeClass, index: number): Arena => {
    const slot = kind.firstSlot + index;
    const offset = kind.base + index * kind.size;
    return {
      offset,
      size: kind.size,
      bytes: textBuffer(whole.subarray(offset, offset + kind.size)),
      retain() {
        const before = Atomics.add(refs, slot, 1);
        assert(before > 0, 'a free arena was retained');
      },
      release() {
        const before = Atomics.sub(refs, slot, 1);
        assert(before > 0, 'an arena was released twice');
      },
    };
  };

  return {
    memory,
    take(wanted) {
      assert(wanted <= arenaSizes[3], 'an arena over 17 MiB was asked for');
      for (const [which, kind] of classes.entries()) {
        if (kind.size < wanted) continue;
        const start = hints[which]!;
        for (let i = 0; i < kind.count; i++) {
          const index = (start + i) % kind.count;
          if (Atomics.compareExchange(refs, kind.firstSlot + index, 0, 1) !== 0) continue;
          hints[which] = (index + 1) % kind.count;
          return arena(kind, index);
        }
      }
      return undefined;
    },
    usage() {
      let totalBytes = 0;
      let heldBytes = 0;
      const report = classes.map((kind) => {
        let free = 0;
        for (let i = 0; i < kind.count; i++) if (Atomics.load(refs, kind.firstSlot + i) === 0) free++;
        totalBytes += kind.count * kind.size;
        heldBytes += (kind.count - free) * kind.size;
        return { size: kind.size, total: kind.count, free };
      });
      return { totalBytes, heldBytes, classes: report };
    },
  };
}
