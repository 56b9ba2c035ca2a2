/**
 * Appends blocks of 256 KiB to a journal from three closed loops: `node append-blocks.ts <folder> fsync|os <blocks>`.
 * Prints `{ bytes, events, seconds, cpuSeconds, rssBytes }`.
 */
import { KiB, silentLog, systemClock } from '@acequia/base';
import { openJournal, type BlockInput, type Durability } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';

const senders = 3;
const frameBytes = 320;
const blockBytes = 256 * KiB;
const [directory = '', durability = 'fsync', blocks = '1000'] = process.argv.slice(2);

function blockOf(stream: string): BlockInput {
  const frameCount = Math.floor(blockBytes / frameBytes);
  const frames = new Uint32Array(frameCount * 5);
  for (let n = 0; n < frameCount; n += 1) frames.set([n * frameBytes, frameBytes, 0, 0, frameBytes], n * 5);
  const bytes = new Uint8Array(new SharedArrayBuffer(blockBytes)).fill(0x61);
  return { stream, codec: 1, meta: ['{"receivedMs":1,"transport":"http"}'], frames, frameCount, bytes };
}

const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
const usage = process.cpuUsage();
const start = performance.now();
let left = Number(blocks);
await Promise.all(
  Array.from({ length: senders }, async (_, sender) => {
    const stream = `s${sender}`;
    const block = blockOf(stream);
    while (left > 0) {
      left -= 1;
      const receipt = await journal.append({ blocks: [block], durability: durability as Durability });
      journal.trim(stream, { block: receipt.blocks[0]!.block, frame: 0 });
    }
  }),
);
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(usage);
await journal.close();
process.stdout.write(
  `${JSON.stringify({
    bytes: Number(blocks) * blockBytes,
    events: Number(blocks) * Math.floor(blockBytes / frameBytes),
    seconds,
    cpuSeconds: (user + system) / 1e6,
    rssBytes: process.resourceUsage().maxRSS * KiB,
  })}\n`,
);
