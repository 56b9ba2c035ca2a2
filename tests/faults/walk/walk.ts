import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '@acequia/testkit/oracle';
import type { CycleReport, Fault } from '../fault.ts';
import { places, type Flow } from './flow.ts';
import { hazards, type Hazard } from './hazards.ts';
import { WalkInstallation } from './walk-installation.ts';
import { walkMistakes, type WalkMistake } from './walk-mistakes.ts';

/** What is on its way and has not come further for so long is stuck. */
const stuckMs = 60_000;
/** In a walk with a mistake, which may never come to rest. */
const mistakenStuckMs = 15_000;
const pollMs = 250;
/** Steps in which a mistake must show. */
const mistakeSteps = 2;
const livenessMs = 15_000;
/** So often all that is owed must arrive before the next step, so that what is lost is known near the hazard that lost it. */
const restsEverySteps = 25;
/** A second hazard begins while the first is under way in so many of ten steps. */
const togetherInTen = 4;

/** Calls of people may fail while parts are killed, but not each of them. */
const changes = [
  ['secret-rotation', 'rotations'],
  ['edit', 'edits'],
  ['publish', 'publications'],
] as const;
const metMin = 2;

export interface WalkOptions {
  readonly seed: number;
  /** Walks at least so long, or so many steps: whichever is given. */
  readonly minutes?: number;
  readonly steps?: number;
  /** Ids of hazards; empty: all. */
  readonly only?: readonly string[];
  readonly mistake?: WalkMistake;
  /** Events a second of all flows together, as far as they are taken; absent: a few hundred. */
  readonly rate?: number;
  /** Where all data is copied to when something is found that is not as it should be. */
  readonly keepIn?: string;
  print?(line: string): void;
}

export interface WalkReport {
  readonly verdict: Verdict;
  /** How often each hazard was met. */
  readonly met: Readonly<Record<string, number>>;
  /** Ids of hazards that were wanted and cannot be made on this machine. For a user who may do all, each is a fault. */
  readonly notPossible: readonly string[];
  /** Processes and databases killed. */
  readonly kills: number;
  readonly rotations: number;
  /** What its processes printed. */
  readonly output: string;
}

/** Steps through random hazards over one installation, sometimes two at once, then lets all end and judges. */
export async function walk({
  seed,
  minutes,
  steps,
  only = [],
  mistake,
  rate,
  keepIn,
  print = () => undefined,
}: WalkOptions): Promise<WalkReport> {
  const installation = await WalkInstallation.open(seed, {
    ...(mistake === undefined ? {} : { mistake }),
    ...(rate === undefined ? {} : { rate }),
  });
  const { random } = installation;
  const met: Record<string, number> = {};
  const complaints: string[] = [];
  const wanted = hazards.filter(({ id }) => only.length === 0 || only.includes(id));
  const possible = wanted.filter((hazard) => hazard.isPossible(installation));
  const notPossible = wanted.filter((hazard) => !possible.includes(hazard)).map(({ id }) => id);
  if (notPossible.length > 0) print(`not possible here, where this user may not mount or unshare: ${notPossible.join(', ')}`);
  const startMs = performance.now();
  const step = async (hazard: Hazard): Promise<void> => {
    try {
      await hazard.run(installation);
      met[hazard.id] = (met[hazard.id] ?? 0) + 1;
    } catch (error) {
      complaints.push(`${hazard.id}: ${error instanceof Error ? error.message : String(error)}`);
      print(`✗ ${complaints.at(-1)}`);
    }
  };
  const isOver = (done: number): boolean =>
    complaints.length > 0 ||
    possible.length === 0 ||
    (minutes === undefined ? done >= (steps ?? possible.length) : performance.now() - startMs > minutes * 60_000);
  // The first round meets every hazard once, in an order of its own.
  const round = shuffled(possible, (below) => random.below(below));
  for (let done = 0; !isOver(done); done++) {
    const first = round[done] ?? random.pick(possible);
    const second = random.below(10) < togetherInTen ? random.pick(possible) : undefined;
    const together = second === undefined || !isCompatible(first, second) ? [first] : [first, second];
    await Promise.all(together.map(step));
    await installation.stayLoggedIn();
    const minute = ((performance.now() - startMs) / 60_000).toFixed(1);
    print(
      `${new Date().toISOString()} ${minute} min: ${together.map(({ id }) => id).join(' + ')}, ${installation.flows.map(({ oracle }) => oracle.acknowledged).join(' ')} acknowledged`,
    );
    if ((done + 1) % restsEverySteps !== 0 || complaints.length > 0) continue;
    complaints.push(...(await settle(installation, stuckMs)));
    for (const flow of installation.flows) flow.start(random.fork(`${flow.name} ${done}`));
  }
  // What a hazard has noticed of a mistake need not be looked for.
  if (!complaints.some((complaint) => mistake?.shows.test(complaint)))
    complaints.push(...(await settle(installation, mistake === undefined ? stuckMs : mistakenStuckMs)));
  if (process.getuid?.() === 0) complaints.push(...notPossible.map((id) => `${id}: not possible here, although this user is root`));
  const done = (what: keyof Flow['done']): number => sum(installation.flows.map((flow) => flow.done[what]));
  for (const [id, what] of changes) if ((met[id] ?? 0) >= metMin && done(what) === 0) complaints.push(`${id}: none was ever done`);
  const output = installation.output();
  const judge = () =>
    installation.flows.map(({ oracle }) => oracle.judge({ acknowledgedMin: 50, faultsMin: 0, exactlyOnceAt: ['file', 'many'] }));
  const isWell = (): boolean => complaints.length === 0 && judge().every(({ faults }) => faults.length === 0);
  complaints.push(...(await installation.close(() => (isWell() ? undefined : keepIn))));
  const verdicts = judge();
  if (keepIn !== undefined && verdicts.some(({ lost }) => lost > 0))
    writeFileSync(join(keepIn, 'missing.json'), JSON.stringify(installation.flows.flatMap(missingOf), undefined, 1));
  const faults = [...verdicts.flatMap((verdict) => verdict.faults), ...installation.ids.judge(), ...complaints];
  return {
    verdict: { ...total(verdicts), faultsMet: Object.values(met).reduce((sum, count) => sum + count, 0), faults },
    met,
    notPossible,
    kills: installation.kills,
    rotations: done('rotations'),
    output,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);

/** What each place of a flow has not got: when it was sent, in UTC, and the numbers. */
const missingOf = (flow: Flow) =>
  places.map((place) => {
    const numbers = flow.oracle.missingAt(place);
    return { flow: flow.name, place, sent: [...new Set(numbers.map((number) => flow.sentAt(number)))], numbers };
  });

/** Processes are killed by one hazard at a time, and nobody waits for what a full disk refuses or for a disk to fill without senders. */
function isCompatible(one: Hazard, other: Hazard): boolean {
  const isHard = ({ id }: Hazard): boolean => id.startsWith('kill') || id === 'full-disk';
  const fillsDisk = ({ id }: Hazard): boolean => id.endsWith('full-disk');
  const stopsSenders = ({ id }: Hazard): boolean => id === 'stop-and-start';
  const either = (is: (hazard: Hazard) => boolean, isOther: (hazard: Hazard) => boolean): boolean =>
    (is(one) && isOther(other)) || (is(other) && isOther(one));
  return one.id !== other.id && !either(isHard, isHard) && !either(fillsDisk, stopsSenders);
}

function shuffled<T>(items: readonly T[], below: (n: number) => number): T[] {
  const left = [...items];
  return Array.from({ length: left.length }, () => left.splice(below(left.length), 1)[0]!);
}

/** The faults are over: fresh events pass, all that is owed arrives, every object is well; resolves with what is not. */
async function settle(installation: WalkInstallation, patienceMs: number): Promise<readonly string[]> {
  const { flows } = installation;
  const found: string[] = [];
  for (const flow of flows) flow.behave('accept');
  for (const flow of flows) await flow.senders.stop();
  for (const flow of flows)
    if ((await flow.senders.sendOne(livenessMs)) === undefined)
      found.push(`${flow.name}: no event was taken within ${livenessMs} ms after the faults`);
  const all = async (ask: (flow: Flow) => Promise<readonly string[]>) => (await Promise.all(flows.map(ask))).flat();
  found.push(
    ...(await until(patienceMs, async () => {
      const troubles = await all((flow) => flow.troubles());
      // What is seen of a flow by its last request is as old as its last event.
      if (troubles.length > 0) await Promise.all(flows.map((flow) => flow.senders.sendOne(livenessMs)));
      return troubles;
    })),
  );
  found.push(...(await until(patienceMs, () => all((flow) => flow.underWay()))));
  return found;
}

/** Asks until nothing is found, or what is found has not changed for so long; resolves with what is still found. A call that fails is no change. */
async function until(stuckMs: number, ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  let last = { found: '', atMs: performance.now() };
  for (;;) {
    const answer = await ask().catch((error: unknown) => String(error));
    const found = typeof answer === 'string' ? [answer] : answer;
    if (typeof answer !== 'string' && found.join() !== last.found) last = { found: found.join(), atMs: performance.now() };
    if (found.length === 0 || performance.now() > last.atMs + stuckMs) return found;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function total(verdicts: readonly Verdict[]): Verdict {
  const all = (of: (verdict: Verdict) => number): number => sum(verdicts.map(of));
  return {
    acknowledged: all(({ acknowledged }) => acknowledged),
    delivered: all(({ delivered }) => delivered),
    lost: all(({ lost }) => lost),
    invented: all(({ invented }) => invented),
    corrupt: all(({ corrupt }) => corrupt),
    duplicates: all(({ duplicates }) => duplicates),
    repeated: all(({ repeated }) => repeated),
    disordered: 0,
    faultsMet: 0,
    void: verdicts.find((verdict) => verdict.void !== undefined)?.void,
    faults: [],
  };
}

interface Trial {
  /** What the judge says of the mistake; undefined when it does not notice it, or when the mistake was not made as a whole. */
  readonly noticed: string | undefined;
  /** All that the judge says. */
  readonly faults: readonly string[];
  /** The hazard cannot be made on this machine. */
  readonly isPossible: boolean;
}

/** A short walk with a mistake through its hazard alone. */
async function tryMistake(seed: number, mistake: WalkMistake): Promise<Trial> {
  const { verdict, notPossible } = await walk({ seed, steps: mistake.steps ?? mistakeSteps, only: [mistake.hazard], mistake }).catch(
    (error: unknown) => ({ verdict: { faults: [String(error)] }, notPossible: [] }),
  );
  const { faults } = verdict;
  const isMade = !faults.some((fault) => fault.startsWith(`${mistake.id} was not made`));
  return { noticed: isMade ? faults.find((fault) => mistake.shows.test(fault)) : undefined, faults, isPossible: notPossible.length === 0 };
}

/** Whether the judge notices each mistake; one line each is printed. `only`: under these hazards; empty: under all. */
export async function tryMistakes(
  seed: number,
  only: readonly string[],
  print: (line: string) => void,
): Promise<{ readonly caught: number; readonly missed: number }> {
  let [caught, missed] = [0, 0];
  for (const mistake of walkMistakes.filter(({ hazard }) => only.length === 0 || only.includes(hazard))) {
    const startMs = performance.now();
    const { noticed, faults, isPossible } = await tryMistake(seed, mistake);
    const seconds = ((performance.now() - startMs) / 1000).toFixed(0);
    const how = noticed !== undefined ? `noticed: ${noticed}` : isPossible ? `NOT noticed: ${faults.join('; ')}` : 'not possible here';
    print(`mistake ${mistake.id} under ${mistake.hazard}, ${seconds} s: ${how.slice(0, 300)}`);
    if (noticed !== undefined) caught++;
    else if (isPossible || process.getuid?.() === 0) missed++;
  }
  return { caught, missed };
}

/** All hazards once in a random order, some beside each other, over one installation. */
export const walkFault: Fault = {
  id: 'walk',
  about:
    'every hazard over one installation with two organizations and two workers: nothing lost, to files exactly once, equal ids, nothing stuck',
  layer: 'product',
  smallCycles: 1,
  run: async ({ seed, cycles, stopAtFault }) => {
    const reports: CycleReport[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      const { verdict } = await walk({ seed: seed + cycle, print: (line) => process.stdout.write(`walk: ${line}\n`) });
      reports.push({ seed: seed + cycle, cycles: 1, verdict });
      if (stopAtFault && verdict.faults.length > 0) break;
    }
    return reports;
  },
};
