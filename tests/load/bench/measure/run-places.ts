import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@acequia/testkit/free-port';
import { benchTenant, type Place } from '../systems/system.ts';

/** Fresh folders for one run. Outputs go to memory, where the machine has it, so that no disk but the journal's is measured. */
export async function makePlace(cache: string, lookup: string, cores: string): Promise<Place & { remove(): void }> {
  const runs = join(cache, 'runs');
  mkdirSync(runs, { recursive: true });
  const run = mkdtempSync(join(runs, 'run-'));
  const outputs = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : runs, 'acequia-bench-'));
  const output = join(outputs, benchTenant);
  mkdirSync(output);
  const input = join(run, 'input');
  mkdirSync(input);
  return {
    input,
    output,
    run,
    lookup,
    cores,
    port: await freePort(),
    remove: () => {
      for (const folder of [run, outputs]) rmSync(folder, { recursive: true, force: true });
    },
  };
}
