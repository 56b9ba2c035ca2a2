import { silentLog, systemClock } from '@acequia/base';
import { textBlock } from './conformance-blocks.ts';
import { openJournal } from './open-journal.ts';
import { testLog } from './test-log.ts';

/** Run by the crash test: appends groups of two streams for ever and prints the number of each one acknowledged. Arguments: directory, first number. */
const [, , directory, first] = process.argv;
const journal = await openJournal({
  directory: directory!,
  identity: testLog(),
  clock: systemClock,
  log: silentLog,
  segmentBytes: 256 * 1024,
  reserveBytes: 4096,
});
process.stdout.write('open\n');
let next = Number(first);
const one = async (): Promise<void> => {
  for (;;) {
    const number = next++;
    const text = `${number}:${'x'.repeat(number % 7000)}`;
    await journal.append({
      blocks: [textBlock('a', [text, text]), textBlock('b', [text])],
      durability: number % 3 === 0 ? 'os' : 'fsync',
      idempotencyKeys: [`key ${number}`],
    });
    await journal.commits.commit(new Map([[`done/${number % 10}`, number]]));
    process.stdout.write(`${number}\n`);
  }
};
await Promise.all([one(), one(), one(), one()]);
