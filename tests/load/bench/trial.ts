import type { Measurement } from './measure/measurement.ts';
import { summarise, type WorkloadResult } from './results.ts';
import type { Place, SystemId } from './systems/system.ts';

/** One system in a trial. */
export interface Contender {
  readonly system: SystemId;
  /** Why it cannot take part, in words. */
  readonly missing: string | undefined;
  run(place: Place): Promise<Measurement>;
}

/** Something measured several times, the contenders taking turns so that drift of the machine hits all alike. */
export interface Trial {
  readonly id: string;
  readonly contenders: readonly Contender[];
}

export interface TrialSurroundings {
  readonly rounds: number;
  makePlace(): Promise<Place & { remove(): void }>;
  /** Progress, one line a run. */
  say(line: string): void;
}

/** Medians of each contender. One that fails is not asked again and counts as not measured, with its reason. */
export async function runTrial(trial: Trial, { rounds, makePlace, say }: TrialSurroundings): Promise<WorkloadResult[]> {
  const table = trial.contenders.map((contender) => ({ contender, runs: [] as Measurement[], missing: contender.missing }));
  for (let round = 1; round <= rounds; round += 1) {
    for (const row of table) {
      if (row.missing !== undefined) continue;
      const title = `${trial.id} ${row.contender.system} ${round}/${rounds}`;
      const place = await makePlace();
      try {
        const run = await row.contender.run(place);
        row.runs.push(run);
        say(`${title}: ${describe(run)}`);
      } catch (error) {
        row.missing = `failed: ${error instanceof Error ? error.message : String(error)}`;
        say(`${title}: ${row.missing}`);
      } finally {
        place.remove();
      }
    }
  }
  return table.map(({ contender: { system }, runs, missing }) =>
    missing === undefined ? summarise(trial.id, system, runs) : { id: trial.id, system, notMeasured: missing },
  );
}

const describe = ({ eventsPerSecond, cpuSecondsPerMillion, rssMb, fault }: Measurement): string =>
  [
    `${Math.round(eventsPerSecond).toLocaleString('en')} events/s`,
    `${cpuSecondsPerMillion.toFixed(2)} CPU s/M`,
    `${Math.round(rssMb)} MB`,
    ...(fault === undefined ? [] : [`INVALID: ${fault}`]),
  ].join(', ');
