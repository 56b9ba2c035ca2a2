import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { textsOf } from './conformance-blocks.ts';
import { verifyJournal } from './inspect-journal.ts';
import { streamStart } from './journal.ts';
import { newFolder, openTest } from './test-journal.ts';

const folders: { remove(): void }[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

/** Starts the append loop, kills it after `lines` acknowledgements, returns the numbers acknowledged. */
async function appendUntilKilled(directory: string, first: number, lines: number): Promise<number[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./append-loop.ts', import.meta.url)), directory, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const acknowledged: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line !== 'open') acknowledged.push(Number(line));
    if (acknowledged.length === lines) child.kill('SIGKILL');
  }
  await exited;
  return acknowledged;
}

describe('killed by SIGKILL while appending', () => {
  it('twelve times: nothing acknowledged is missing, nothing is half, nothing is invented', async () => {
    const folder = newFolder();
    folders.push(folder);
    const acknowledged = new Set<number>();
    let first = 0;
    for (let cycle = 0; cycle < 12; cycle++) {
      for (const number of await appendUntilKilled(folder.path, first, 3 + cycle * 13)) acknowledged.add(number);
      first = Math.max(first, ...acknowledged) + 100;
      const journal = await openTest(folder.path);
      const [a, b] = await Promise.all(['a', 'b'].map((stream) => journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER)));
      const numbersOf = (blocks: typeof a): number[] => blocks!.map((block) => Number(textsOf(block)[0]!.split(':')[0]));
      const found = numbersOf(a);
      expect(numbersOf(b)).toEqual(found);
      expect(new Set(found).size).toBe(found.length);
      for (const number of acknowledged) expect(found).toContain(number);
      for (const block of a!) {
        const texts = textsOf(block);
        const number = Number(texts[0]!.split(':')[0]);
        expect(texts).toEqual(Array.from({ length: 2 }, () => `${number}:${'x'.repeat(number % 7000)}`));
        expect(journal.knowsKey(`key ${number}`)).toBe(true);
      }
      expect(a!.map((block) => block.block)).toEqual(a!.map((_, i) => i + 1));
      expect(new Set([...a!, ...b!].map((block) => block.origin)).size).toBe(a!.length * 2);
      const commits = journal.commits.keys('done/').map((key) => journal.commits.get(key) as number);
      for (const number of commits) expect(found).toContain(number);
      expect(journal.damage()).toEqual({ frames: 0, blocks: 0 });
      await journal.close();
    }
    expect(acknowledged.size).toBeGreaterThan(500);
    expect(verifyJournal(folder.path).lost).toEqual({ frames: 0, blocks: 0 });
  });
});
