import { cpSync, existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textBlock } from '@acequia/journal/testing';
import { seededRandom, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { independentCycles, type Fault } from '../fault.ts';
import { keepJournal, keptStreams, openQuickly, readKept, segmentsIn } from './kept-journal.ts';

const changes = [
  'no index',
  'index of another segment',
  'index of a longer segment',
  'nonsense as index',
  'no commit log',
  'torn commit log',
  'flipped commit log',
  'older commit log',
  'no count of openings',
  'nonsense as count of openings',
] as const;

/** what can be made again from the blocks is made again; nothing is lost and no birth name is given twice. */
export const staleFiles: Fault = {
  id: 'stale-files',
  about: 'missing, stale and foreign index, commit and counter files: everything is read, names stay unique',
  layer: 'journal',
  smallCycles: 20,
  run: independentCycles(staleCycle),
};

async function staleCycle(seed: number): Promise<Verdict> {
  const random = seededRandom(seed);
  const kept = await keepJournal(seed, random, random.chance(0.3));
  try {
    const change = random.pick(changes);
    make(change, kept.directory, random);
    const before = new Set(kept.origins);
    const journal = await openQuickly(kept.directory);
    const counted = await readKept(kept, journal);
    const repeated: string[] = [];
    for (const stream of keptStreams) {
      const { blocks } = await journal.append({ blocks: [textBlock(stream, ['after'])], durability: 'fsync' });
      repeated.push(...blocks.map(({ origin }) => origin).filter((origin) => before.has(origin)));
    }
    await journal.close();
    kept.oracle.metFault();
    const verdict = kept.oracle.judge({ acknowledgedMin: 100, faultsMin: 1, duplicatesMax: 0 });
    const faults = verdict.faults.map((text) => `${change}: ${text}`);
    if (repeated.length > 0) faults.push(`${change}: birth names given twice: ${repeated.join(', ')}`);
    if (counted > 0) faults.push(`${change}: ${counted} frames are counted as lost`);
    return { ...verdict, faults };
  } finally {
    kept.remove();
  }
}

function make(change: (typeof changes)[number], directory: string, random: SeededRandom): void {
  const segments = segmentsIn(directory);
  const path = random.pick(segments);
  const index = `${path}.index`;
  const commits = join(
    directory,
    readdirSync(directory).find((name) => name.startsWith('commits-'))!,
  );
  const meta = join(directory, 'journal.json');
  const file = readFileSync(commits);
  switch (change) {
    case 'no index':
      for (const one of segments) rmSync(`${one}.index`, { force: true });
      return;
    case 'index of another segment':
      if (existsSync(`${segments[0]}.index`)) cpSync(`${segments[0]}.index`, `${segments.at(-1)!}.index`);
      return;
    case 'index of a longer segment':
      if (existsSync(index)) writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(40)]));
      return;
    case 'nonsense as index':
      writeFileSync(index, 'nonsense');
      return;
    case 'no commit log':
      rmSync(commits);
      return;
    case 'torn commit log':
      truncateSync(commits, random.below(file.length));
      return;
    case 'flipped commit log':
      file[random.below(file.length)]! ^= 1 << random.below(8);
      writeFileSync(commits, file);
      return;
    case 'older commit log':
      truncateSync(commits, Math.floor(file.length / 2));
      return;
    case 'no count of openings':
      rmSync(meta);
      return;
    case 'nonsense as count of openings':
      writeFileSync(meta, '{"version":');
  }
}
