import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { measurementOf, type Measurement } from '../measure/measurement.ts';
import { startPinned } from '../measure/pinned-process.ts';
import type { Place } from '../systems/system.ts';

interface Appended {
  readonly bytes: number;
  readonly events: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly rssBytes: number;
}

async function append(place: Place, durability: 'fsync' | 'os', blocks: number): Promise<Appended> {
  const program = startPinned({
    command: [process.execPath, join(import.meta.dirname, 'append-blocks.ts'), join(place.run, durability), durability, String(blocks)],
    cores: place.cores,
    log: join(place.run, `${durability}.log`),
    pipe: true,
  });
  const exit = once(program.child, 'exit');
  const printed = await text(program.child.stdout!);
  await exit;
  if (printed === '') throw new Error(program.lastWords());
  return JSON.parse(printed) as Appended;
}

const mbPerSecond = ({ bytes, seconds }: Appended): number => bytes / 1e6 / seconds;

/** The journal alone: blocks that are acknowledged after a sync, and after the write only, on the same disk in the same run. */
export async function measureJournal(blocks: number, place: Place): Promise<Measurement> {
  const synced = await append(place, 'fsync', blocks);
  const unsynced = await append(place, 'os', blocks);
  return measurementOf({
    ...synced,
    extra: {
      syncedMbPerSecond: Math.round(mbPerSecond(synced)),
      unsyncedMbPerSecond: Math.round(mbPerSecond(unsynced)),
      syncedToUnsynced: Number((mbPerSecond(synced) / mbPerSecond(unsynced)).toFixed(2)),
    },
  });
}
