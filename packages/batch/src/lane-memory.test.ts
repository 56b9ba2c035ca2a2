import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@acequia/base';
import { createLaneMemory, type Arena } from './lane-memory.ts';

describe('lane memory', () => {
  it('gives the smallest class that fits, and says when it is empty', () => {
    const memory = createLaneMemory({ bytes: 4 * MiB });
    const small = memory.take(1)!;
    expect(small.size).toBe(256 * KiB);
    const taken: Arena[] = [small];
    for (;;) {
      const next = memory.take(1);
      if (next === undefined) break;
      taken.push(next);
    }
    const usage = memory.usage();
    expect(usage.heldBytes).toBe(usage.totalBytes);
    expect(usage.totalBytes).toBeGreaterThan(3 * MiB);
    small.release();
    expect(memory.take(100)!.offset).toBe(small.offset);
  });

  it('arenas never overlap', () => {
    const memory = createLaneMemory();
    const spans: [number, number][] = [];
    for (const bytes of [17 * MiB, 17 * MiB, 4 * MiB, 4 * MiB, 1 * MiB, 1 * MiB, 1, 1, 1]) {
      const arena = memory.take(bytes)!;
      spans.push([arena.offset, arena.offset + arena.size]);
    }
    spans.sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < spans.length; i++) expect(spans[i]![0]).toBeGreaterThanOrEqual(spans[i - 1]![1]);
    expect(memory.take(17 * MiB)).toBeUndefined();
  });

  it('is counted for every thread that maps it', () => {
    const mine = createLaneMemory({ bytes: 2 * MiB });
    const other = createLaneMemory({ bytes: 2 * MiB, shared: mine.memory });
    const arena = mine.take(10)!;
    arena.bytes.write('seen');
    expect(Buffer.from(other.memory.buffer, arena.offset, 4).toString()).toBe('seen');
    arena.retain();
    arena.release();
    expect(other.usage().heldBytes).toBe(arena.size);
    arena.release();
    expect(other.usage().heldBytes).toBe(0);
    expect(() => arena.release()).toThrow();
  });

  it('release of a thing twice is a defect that shows', () => {
    const arena = createLaneMemory({ bytes: 1 * MiB }).take(1)!;
    arena.release();
    expect(() => arena.retain()).toThrow();
  });
});
