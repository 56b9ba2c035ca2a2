import { join } from 'node:path';
import type { DataFile } from '../data/data-files.ts';
import { startLoad, startTaker } from '../load/load-program.ts';
import type { Place } from '../systems/system.ts';

/** Rates of a generator alone. */
export interface LoadAlone {
  readonly kind: 'tcp' | 'http';
  readonly eventsPerSecond: number;
  readonly mbPerSecond: number;
}

/** How fast a load generator is when the other side only takes and throws away. */
export async function measureLoadAlone(kind: 'tcp' | 'http', { path, rows }: DataFile, place: Place): Promise<LoadAlone> {
  const taker = await startTaker(kind, place.port, join(place.run, 'taker.log'));
  const load = await startLoad(kind, [path], place.port, join(place.run, 'load.log'));
  try {
    const { bytes, seconds } = await load.go();
    return { kind, eventsPerSecond: Math.round(rows / seconds), mbPerSecond: Math.round(bytes / 1e6 / seconds) };
  } finally {
    await load.stop();
    await taker.stop();
  }
}
