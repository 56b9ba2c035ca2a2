import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyJournal } from '@acequia/journal';
import { readHead, segmentHeaderBytes } from '@acequia/journal/testing';
import { seededRandom, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { independentCycles, type Fault } from '../fault.ts';
import { keepJournal, openQuickly, readKept, segmentsIn, type KeptJournal } from './kept-journal.ts';

const damages = ['bit flip', 'zeros', 'truncation', 'copied piece', 'garbage', 'swapped files', 'second file'] as const;

/** only what lies in the damage is lost, and exactly that is counted. */
export const damagedSegments: Fault = {
  id: 'damaged-segments',
  about: 'bit flips, zeros, cuts, copies and swaps: the counted loss is the true loss, the rest is read',
  layer: 'journal',
  smallCycles: 20,
  run: independentCycles(damageCycle),
};

async function damageCycle(seed: number): Promise<Verdict> {
  const random = seededRandom(seed);
  const killed = random.chance(0.5);
  const kept = await keepJournal(seed, random, killed);
  try {
    const damage = random.pick(damages);
    doDamage(damage, kept.directory, random, killed);
    if (random.chance(0.5)) for (const path of segmentsIn(kept.directory)) rmSync(`${path}.index`, { force: true });
    const verified = verifyJournal(kept.directory).lost.frames;
    const journal = await openQuickly(kept.directory);
    const counted = await readKept(kept, journal);
    await journal.close();
    kept.oracle.metFault();
    return accountFor(kept, damage, counted, verified);
  } finally {
    kept.remove();
  }
}

/** The loss in the damage is no broken promise when it is counted. */
function accountFor({ oracle }: KeptJournal, damage: string, counted: number, verified: number): Verdict {
  const verdict = oracle.judge({ acknowledgedMin: 100, faultsMin: 1, duplicatesMax: 0 });
  const faults = verdict.faults.filter((text) => !text.includes('not delivered'));
  if (counted !== verdict.lost) faults.push(`${damage}: ${verdict.lost} events are lost, ${counted} counted`);
  if (verified !== verdict.lost) faults.push(`${damage}: ${verdict.lost} events are lost, the doctor said ${verified}`);
  if (damage !== 'truncation' && verdict.lost > verdict.acknowledged / 2)
    faults.push(`${damage}: ${verdict.lost} of ${verdict.acknowledged} events are lost`);
  return { ...verdict, lost: Math.max(0, verdict.lost - counted), faults };
}

function doDamage(damage: (typeof damages)[number], directory: string, random: SeededRandom, killed: boolean): void {
  const segments = segmentsIn(directory);
  const sealed = segments.slice(0, -1);
  if (damage === 'swapped files' && sealed.length > 1) return swapFiles(sealed[0]!, sealed[1]!);
  if (damage === 'second file') return cpSync(segments[0]!, join(directory, 'segment-0000000099.log'));
  const path = damage === 'truncation' || !killed ? random.pick(sealed) : random.pick(segments);
  const file = readFileSync(path);
  const end = path === segments.at(-1) ? lastBatchFrom(file) : file.length;
  const at = segmentHeaderBytes + random.below(Math.max(1, end - segmentHeaderBytes - 1));
  const to = Math.min(end, at + 4096);
  if (damage === 'truncation') return writeFileSync(path, file.subarray(0, at));
  if (damage === 'zeros') file.fill(0, at, to);
  else if (damage === 'copied piece') file.copyWithin(at, segmentHeaderBytes, segmentHeaderBytes + to - at);
  else if (damage === 'garbage') for (let place = at; place < to; place++) file[place] = random.below(256);
  else file[at]! ^= 1 << random.below(8);
  writeFileSync(path, file);
}

function swapFiles(one: string, other: string): void {
  const content = readFileSync(one);
  writeFileSync(one, readFileSync(other));
  writeFileSync(other, content);
  for (const path of [one, other]) rmSync(`${path}.index`, { force: true });
}

/** Where the last batch begins: what ends a file that was not sealed cannot be told from what never reached the disk. */
function lastBatchFrom(file: Buffer): number {
  const starts: number[] = [];
  for (let at = segmentHeaderBytes; ;) {
    const head = readHead(file, at);
    if (head === undefined) break;
    if (head.startsBatch) starts.push(at);
    at += head.recordBytes;
  }
  return starts.at(-1) ?? segmentHeaderBytes + 1;
}
