import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allFaults } from './all-faults.ts';
import { canMount } from './engine/full-disk.ts';
import type { Fault } from './fault.ts';
import { catchMutant, mutants, type Mutant } from './mutants.ts';
import { isAlone, runFaults } from './run-faults.ts';
import { hazards } from './walk/hazards.ts';
import { walkMistakes } from './walk/walk-mistakes.ts';

interface Regression {
  readonly fault: string;
  readonly seed: number;
  readonly cycles: number;
  readonly was: string;
}

const regressions = JSON.parse(readFileSync(new URL('./regressions.json', import.meta.url), 'utf8')) as Regression[];
const firstSeed = 1;

const possible = allFaults.filter(
  ({ id, brokenBecause, smallCycles }) => brokenBecause === undefined && smallCycles > 0 && (id !== 'full-disk' || canMount()),
);

async function isKept(fault: Fault): Promise<void> {
  const reports = await fault.run({ seed: firstSeed, cycles: fault.smallCycles, stopAtFault: true });
  const broken = reports.flatMap(({ seed, cycles, verdict }) =>
    [...verdict.faults, ...(verdict.void === undefined ? [] : [verdict.void])].map((why) => ({ seed, cycles, why })),
  );
  expect(broken).toEqual([]);
  expect(reports.reduce((sum, { verdict }) => sum + verdict.acknowledged, 0)).toBeGreaterThan(0);
}

const named = (faults: readonly Fault[]) => faults.map((fault) => [fault.id, fault] as const);
const alone = possible.filter(isAlone);
const isUnderOneAlone = ({ fault }: Mutant): boolean => alone.some(({ id }) => id === fault);
const isCaught = async (mutant: Mutant): Promise<void> => expect(await catchMutant(mutant, firstSeed)).toBeDefined();

describe('alone', () => {
  test.each(named(alone))('%s: every promise is kept', (_id, fault) => isKept(fault));
  test.each(mutants.filter(isUnderOneAlone))('the harness notices $mutation under $fault', isCaught);
});

test('each hazard of the walk has a mistake that the judge must notice', () => {
  const tried = new Set(walkMistakes.map(({ hazard }) => hazard));
  expect(hazards.filter(({ id }) => !tried.has(id)).map(({ id }) => id)).toEqual([]);
});

describe.concurrent('engines beside each other', () => {
  test.each(mutants.filter((mutant) => !isUnderOneAlone(mutant)))('the harness notices $mutation under $fault', isCaught);
  test.each(named(possible.filter((fault) => !isAlone(fault))))('%s: every promise is kept', (_id, fault) => isKept(fault));
});

test.each(regressions)('once broken, never again: $fault, seed $seed ($was)', async ({ fault, seed, cycles }) => {
  const reports = await allFaults.find(({ id }) => id === fault)!.run({ seed, cycles, stopAtFault: true });
  expect(reports.flatMap(({ verdict }) => verdict.faults)).toEqual([]);
});

test('the summary adds up what its cycles say', async () => {
  const lines: string[] = [];
  const summary = await runFaults({ cycles: 3, seed: 1, only: ['stale-files'], print: (line) => lines.push(line) });
  expect(summary).toMatchObject({
    cycles: 3,
    cyclesRun: 3,
    lost: 0,
    invented: 0,
    corrupt: 0,
    duplicates: 0,
    mutantsCaught: '0/0',
    void: 0,
    failed: [],
  });
  expect(summary.acknowledged).toBeGreaterThan(300);
  expect(lines).toHaveLength(1);
});
