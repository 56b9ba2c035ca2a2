import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { KiB, silentLog, systemClock } from '@acequia/base';
import { openJournal, type BlockInput, type DiskJournal, type Durability } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { median } from './parts/median.ts';

/**
 * Early test 1 of the engine: what a sync before each acknowledgement costs. Run with
 * `node tests/load/journal-append.ts [--seconds 5] [--directory /path/on/the/disk]`; the last line is one JSON object.
 *
 * - closed loop: three senders, each with one 256 KiB block in flight, synced and unsynced, interleaved
 * - near idle: 300 streams with 10 small blocks a second each; syncs a second and acknowledgement times
 */
const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const seconds = Number(option('seconds', '5'));
const parent = option('directory', tmpdir());

function block(stream: string, bytes: number): BlockInput {
  const payload = new Uint8Array(new SharedArrayBuffer(bytes)).fill(0x61);
  const frameBytes = Math.min(320, bytes);
  const frameCount = Math.floor(bytes / frameBytes);
  const frames = new Uint32Array(frameCount * 5);
  for (let i = 0; i < frameCount; i++) frames.set([i * frameBytes, frameBytes, 0, 0, frameBytes], i * 5);
  return { stream, codec: 1, meta: ['{"receivedMs":1,"transport":"http"}'], frames, frameCount, bytes: payload };
}

async function withJournal<T>(work: (journal: DiskJournal) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(parent, 'journal-load-'));
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  try {
    return await work(journal);
  } finally {
    await journal.close();
    rmSync(directory, { recursive: true });
  }
}

/** Megabytes a second. */
function closedLoop(durability: Durability): Promise<number> {
  return withJournal(async (journal) => {
    const start = performance.now();
    const end = start + (seconds * 1000) / 2;
    let bytes = 0;
    const sender = async (stream: string): Promise<void> => {
      const body = block(stream, 256 * KiB);
      while (performance.now() < end) {
        const receipt = await journal.append({ blocks: [body], durability });
        bytes += body.bytes.length;
        journal.trim(stream, { block: receipt.blocks[0]!.block, frame: 0 });
      }
    };
    await Promise.all(['a', 'b', 'c'].map(sender));
    return bytes / 1e6 / ((performance.now() - start) / 1000);
  });
}

function nearIdle(streams: number, perSecond: number): Promise<{ syncsPerSecond: number; p50Ms: number; p99Ms: number; appends: number }> {
  return withJournal(async (journal) => {
    const times: number[] = [];
    const pending: Promise<void>[] = [];
    const start = performance.now();
    const syncsBefore = journal.syncs;
    const small = Array.from({ length: streams }, (_, i) => block(`li/t/${i}/0`, 320));
    let next = 0;
    const total = streams * perSecond * seconds;
    while (next < total) {
      const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * streams * perSecond));
      for (; next < due; next++) {
        const begun = performance.now();
        pending.push(
          journal.append({ blocks: [small[next % streams]!], durability: 'fsync' }).then(() => {
            times.push(performance.now() - begun);
          }),
        );
      }
      await systemClock.sleep(1);
    }
    await Promise.all(pending);
    const elapsed = (performance.now() - start) / 1000;
    times.sort((a, b) => a - b);
    const at = (share: number): number => Number(times[Math.floor(times.length * share)]!.toFixed(2));
    return { syncsPerSecond: Math.round((journal.syncs - syncsBefore) / elapsed), p50Ms: at(0.5), p99Ms: at(0.99), appends: times.length };
  });
}

const synced: number[] = [];
const unsynced: number[] = [];
for (let round = 0; round < 3; round++) {
  synced.push(await closedLoop('fsync'));
  unsynced.push(await closedLoop('os'));
}
const idle = await nearIdle(300, 10);
process.stdout.write(
  `${JSON.stringify({
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    node: process.version,
    closedLoop: {
      syncedMbPerSecond: Math.round(median(synced)),
      unsyncedMbPerSecond: Math.round(median(unsynced)),
      ratio: Number((median(synced) / median(unsynced)).toFixed(2)),
      goal: 0.7,
    },
    nearIdle: { streams: 300, eventsPerSecondEach: 10, ...idle, goals: { p99Ms: 15, syncsPerSecond: 300 } },
  })}\n`,
);
