import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CycleReport, Fault, FaultOptions } from './fault.ts';
import { allFaults } from './all-faults.ts';

interface Errand {
  readonly id: string;
  readonly options: FaultOptions;
}

/** Runs a fault in a process of its own: one that keeps its thread busy takes no time from the others. */
export async function runApart({ id }: Fault, options: FaultOptions): Promise<readonly CycleReport[]> {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' });
  let reports: readonly CycleReport[] | undefined;
  child.on('message', (message) => (reports = message as readonly CycleReport[]));
  child.send({ id, options } satisfies Errand);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (reports === undefined) throw new Error(`the process of ${id} ended without a report: ${signal ?? code}`);
  return reports;
}

async function serve({ id, options }: Errand): Promise<void> {
  const reports = await allFaults.find((fault) => fault.id === id)!.run(options);
  process.send!(reports, () => process.disconnect());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.once('message', (errand) => void serve(errand as Errand));
