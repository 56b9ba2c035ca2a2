import type { BenchArguments } from './arguments.ts';
import { measureCatchup } from './acequia-only/measure-catchup.ts';
import { measureHttp } from './acequia-only/measure-http.ts';
import { measureJournal } from './acequia-only/measure-journal.ts';
import { measurePublish } from './acequia-only/measure-publish.ts';
import type { WorkloadData } from './data/data-files.ts';
import type { DataKind } from './data/data-kinds.ts';
import { measureOnce } from './measure/measure-once.ts';
import type { Measurement } from './measure/measurement.ts';
import { acequia, acequiaFloor } from './systems/acequia/acequia.ts';
import { fluentBit } from './systems/fluent-bit/fluent-bit.ts';
import { rsyslog } from './systems/rsyslog/rsyslog.ts';
import { syslogNg } from './systems/syslog-ng/syslog-ng.ts';
import type { Place, System, SystemId } from './systems/system.ts';
import type { Trial } from './trial.ts';
import { workloadIds, workloads } from './workloads.ts';

/** Names on the command line, in the order of the report. */
export const trialIds: readonly string[] = [...workloadIds, 'journal', 'http', 'catchup', 'publish'];

const makers: Readonly<Record<SystemId, () => System>> = {
  acequia,
  'acequia-floor': acequiaFloor,
  rsyslog,
  'syslog-ng': syslogNg,
  'fluent-bit': fluentBit,
};

/** Lines in a block of the journal's trial. */
const linesPerBlock = 800;

/** Everything that can be measured, in the order of the report. `dataOf` gives the data of a kind. */
export function allTrials({ rows, systems: chosen }: BenchArguments, dataOf: (kind: DataKind) => WorkloadData): readonly Trial[] {
  const systems = chosen.map((id) => makers[id]());
  const shared = [...workloads.values()].map((workload): Trial => ({
    id: workload.id,
    contenders: systems.map((system) => ({
      system: system.id,
      missing: system.missing(workload.id),
      run: (place) => measureOnce(system, workload, dataOf(workload.data), place),
    })),
  }));
  const alone = (id: string, run: (place: Place) => Promise<Measurement>): Trial => ({
    id,
    contenders: [{ system: 'acequia', missing: undefined, run }],
  });
  if (!chosen.includes('acequia')) return shared;
  return [
    ...shared,
    alone('journal', (place) => measureJournal(Math.ceil(rows / linesPerBlock), place)),
    alone('http', (place) => measureHttp(dataOf('json'), place)),
    alone('catchup', (place) => measureCatchup(dataOf('syslog'), place)),
    alone('publish', (place) => measurePublish(dataOf('syslog'), place)),
  ];
}
