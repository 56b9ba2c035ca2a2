import type { Verdict } from '@acequia/testkit/oracle';
import { allFaults } from './all-faults.ts';
import { canMount } from './engine/full-disk.ts';
import type { CycleReport, Fault, FaultOptions } from './fault.ts';
import { catchMutant, mutantCyclesMax, mutants, type Mutant } from './mutants.ts';
import { runApart } from './run-apart.ts';

export interface RunOptions {
  readonly cycles: number;
  readonly seed: number;
  /** Ids of faults; empty = all. */
  readonly only: readonly string[];
  print(line: string): void;
}

/** The last line of `npm run test:faults`. */
export interface RunSummary {
  /** As asked for. */
  readonly cycles: number;
  /** Of all faults together; the journal alone gets several for each. */
  readonly cyclesRun: number;
  /** Events; what is done to records and decoders is none. */
  readonly acknowledged: number;
  readonly lost: number;
  readonly invented: number;
  readonly corrupt: number;
  readonly duplicates: number;
  readonly mutantsCaught: string;
  readonly seed: number;
  /** Cycles that proved nothing, and faults that cannot be made on this machine. */
  readonly void: number;
  readonly notPossibleHere: readonly string[];
  /** By fault, the highest of what its cycles measured. */
  readonly figures: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Figures above what is wanted, one sentence each. They depend on the machine and what else runs on it, so they fail nothing. */
  readonly aboveWanted: readonly string[];
  readonly failed: readonly { readonly fault: string; readonly seed: number; readonly cycles: number; readonly why: readonly string[] }[];
}

/** A cycle of the engine costs a hundred of a decoder, the journal or records alone. */
const cheapCyclesPerCycle = 5;
const isCheap = ({ layer }: Fault): boolean => layer !== 'engine' && layer !== 'product';

/** Whether nothing may run beside it in this process. */
export const isAlone = ({ layer, alone }: Fault): boolean => layer !== 'engine' || alone === true;

/** Faults at once; each waits for its disk and its destinations most of the time. */
const besideEachOther = 3;

/** Decoders, the journal and the records keep a thread busy, so they get one of their own. */
const runBeside = (fault: Fault, options: FaultOptions): Promise<readonly CycleReport[]> =>
  isCheap(fault) ? runApart(fault, options) : fault.run(options);

/** What is known of a fault that ended before it could be judged. */
const unseen: Verdict = {
  acknowledged: 0,
  delivered: 0,
  lost: 0,
  invented: 0,
  corrupt: 0,
  duplicates: 0,
  repeated: 0,
  disordered: 0,
  faultsMet: 0,
  void: undefined,
  faults: [],
};

/** Runs every fault and every mutant: first what must be alone on the machine, then the others beside each other. */
export async function runFaults({ cycles, seed, only, print }: RunOptions): Promise<RunSummary> {
  const chosen = allFaults.filter(({ id }) => only.length === 0 || only.includes(id));
  const notPossibleHere = chosen.some(({ id }) => id === 'full-disk') && !canMount() ? ['full-disk'] : [];
  const possible = chosen.filter(({ id }) => !notPossibleHere.includes(id));
  const done: { readonly fault: string; readonly layer: Fault['layer']; readonly reports: readonly CycleReport[] }[] = [];
  const run = async (fault: Fault): Promise<void> => {
    const startMs = performance.now();
    const own = cyclesOf(fault, possible, cycles);
    const reports = await runBeside(fault, { seed, cycles: own, stopAtFault: false }).catch((error: unknown) => [
      { seed, cycles: own, verdict: { ...unseen, faults: [`it ended early: ${String(error)}`] } },
    ]);
    done.push({ fault: fault.id, layer: fault.layer, reports });
    print(describe(fault, reports, performance.now() - startMs));
  };
  const needsMachine = ({ layer, alone }: Fault): boolean => layer === 'product' || alone === true;
  for (const fault of possible.filter(needsMachine)) await run(fault);
  const chosenMutants = mutants.filter(({ fault }) => possible.some(({ id }) => id === fault));
  let caught = 0;
  const errands = [
    ...possible.filter((fault) => !needsMachine(fault)).map((fault) => () => run(fault)),
    ...chosenMutants.map((mutant) => async () => {
      if (await isCaught(mutant, seed, print)) caught++;
    }),
  ];
  await Promise.all(
    Array.from({ length: besideEachOther }, async () => {
      for (let errand = errands.shift(); errand; errand = errands.shift()) await errand();
    }),
  );
  const reports = done.flatMap((one) => one.reports);
  const sum = (of: (report: CycleReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  return {
    cycles,
    cyclesRun: sum((report) => report.cycles),
    acknowledged: done
      .filter(({ layer }) => layer !== 'records' && layer !== 'decoders')
      .reduce((total, { reports: own }) => total + own.reduce((events, { verdict }) => events + verdict.acknowledged, 0), 0),
    lost: sum(({ verdict }) => verdict.lost),
    invented: sum(({ verdict }) => verdict.invented),
    corrupt: sum(({ verdict }) => verdict.corrupt),
    duplicates: sum(({ verdict }) => verdict.duplicates),
    mutantsCaught: `${caught}/${chosenMutants.length}`,
    seed,
    void: sum(({ verdict }) => (verdict.void === undefined ? 0 : 1)),
    notPossibleHere,
    figures: Object.fromEntries(
      done.flatMap(({ fault, reports: own }) => (own.some(({ figures }) => figures) ? [[fault, highestFigures(own)]] : [])),
    ),
    aboveWanted: done.flatMap(({ fault, reports: own }) => {
      const { wanted = {} } = possible.find(({ id }) => id === fault)!;
      return Object.entries(highestFigures(own)).flatMap(([name, figure]) =>
        figure > (wanted[name] ?? Number.POSITIVE_INFINITY) ? [`${fault}: ${name} ${figure}, wanted at most ${wanted[name]}`] : [],
      );
    }),
    failed: done.flatMap(({ fault, reports: own }) =>
      own
        .filter(({ verdict }) => verdict.faults.length > 0)
        .map((report) => ({ fault, seed: report.seed, cycles: report.cycles, why: report.verdict.faults })),
    ),
  };
}

/** With one fault chosen all cycles are its own; else cheap ones get many each and the engine's share the number. */
function cyclesOf(fault: Fault, chosen: readonly Fault[], cycles: number): number {
  if (chosen.length === 1) return cycles;
  if (isCheap(fault)) return cycles * cheapCyclesPerCycle;
  const weights = chosen.filter((other) => !isCheap(other)).reduce((sum, { smallCycles }) => sum + smallCycles, 0);
  return Math.max(1, Math.round((cycles * fault.smallCycles) / weights));
}

async function isCaught(mutant: Mutant, seed: number, print: (line: string) => void): Promise<boolean> {
  const startMs = performance.now();
  const report = await catchMutant(mutant, seed, runBeside);
  const how = report === undefined ? `NOT caught in ${mutantCyclesMax} cycles` : `caught: ${report.verdict.faults[0]!.slice(0, 90)}`;
  print(`mutant ${mutant.mutation} under ${mutant.fault}: ${how}, ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return report !== undefined;
}

function highestFigures(reports: readonly CycleReport[]): Record<string, number> {
  const highest: Record<string, number> = {};
  for (const { figures = {} } of reports)
    for (const [name, figure] of Object.entries(figures)) highest[name] = Math.max(highest[name] ?? 0, figure);
  return highest;
}

function describe({ id, about, brokenBecause, wanted = {} }: Fault, reports: readonly CycleReport[], ms: number): string {
  const sum = (of: (report: CycleReport) => number): number => reports.reduce((total, report) => total + of(report), 0);
  const faults = reports.flatMap(({ seed, cycles, verdict }) =>
    [...verdict.faults, ...(verdict.void === undefined ? [] : [`void: ${verdict.void}`])].map(
      (why) => `  ✗ seed ${seed}, ${cycles} cycles: ${why}`,
    ),
  );
  if (faults.length > 0 && brokenBecause !== undefined) faults.push(`  known: ${brokenBecause}`);
  const mark = faults.length === 0 ? '✓' : '✗';
  const counts = `${sum(({ cycles }) => cycles)} cycles, ${sum(({ verdict }) => verdict.acknowledged)} acknowledged, ${sum(({ verdict }) => verdict.lost)} lost, ${sum(({ verdict }) => verdict.duplicates)} repeated`;
  const figures = Object.entries(highestFigures(reports)).map(
    ([name, figure]) => `, ${name} ${figure}${wanted[name] === undefined ? '' : ` (wanted at most ${wanted[name]})`}`,
  );
  return [`${mark} ${id} (${about}): ${counts}${figures.join('')}, ${(ms / 1000).toFixed(1)} s`, ...faults].join('\n');
}
