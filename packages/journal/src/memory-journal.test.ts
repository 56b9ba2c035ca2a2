import { describe, expect, it } from 'vitest';
import { textBlock } from './conformance-blocks.ts';
import { journalConformance } from './conformance.ts';
import { streamStart } from './journal.ts';
import { createMemoryJournal } from './memory-journal.ts';
import { standingClock } from './test-journal.ts';

journalConformance('memory', {
  open({ limitBytes }) {
    const clock = standingClock();
    const journal = createMemoryJournal(limitBytes === undefined ? { clock } : { clock, limitBytes });
    return Promise.resolve({ journal, advance: clock.advance });
  },
});

describe('memory journal', () => {
  it('shows gaps and repeats where asked', async () => {
    const journal = createMemoryJournal({ gapEvery: 3, repeatEvery: 2 });
    for (let i = 0; i < 6; i++) await journal.append({ blocks: [textBlock('s', [`${i}`])], durability: 'fsync' });
    const numbers = async (block: number) => (await journal.read('s', { block, frame: 0 }, 1e6)).map((one) => one.block);
    expect(await numbers(streamStart.block)).toEqual([1, 2, 4, 5]);
    expect(await numbers(5)).toEqual([4, 5]);
  });
});
