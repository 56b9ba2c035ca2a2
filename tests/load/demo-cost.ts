/**
 * What the demo costs: CPU of all processes of an installation while the demo runs, and after it was removed. No browser is open. Run
 * with `node tests/load/demo-cost.ts [seconds]`; the last line is one JSON object.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAcequia, type Acequia } from '../e2e/harness/acequia.ts';
import { Api } from '../e2e/harness/api.ts';
import { commandLine, processesOf } from '../e2e/harness/processes.ts';
import { parseStat } from './bench/measure/process-group.ts';
import { argumentOr, printResult } from './parts/print-result.ts';

const seconds = argumentOr(60);
/** The first start, the recorded day and the shadow run are over; of the removal, the journals. */
const settleMs = 60_000;

const folder = mkdtempSync(join(tmpdir(), 'acequia-demo-cost-'));
const acequia = await startAcequia({ dataDirectory: join(folder, 'data'), args: ['--demo'] });
try {
  const api = new Api(acequia.url);
  await api.createOwner(acequia.setupCode!);
  await api.call('POST', '/tenants/demo', {});
  const running = await share(acequia);
  await api.call('DELETE', '/tenants/demo');
  const removed = await share(acequia);
  const parts = Object.keys(running) as (keyof typeof running)[];
  const own = Object.fromEntries(parts.map((part) => [part, running[part] - removed[part]]));
  const all = Object.values(own).reduce((sum, percent) => sum + percent, 0);
  printResult('demo-cost', [{ name: 'the demo, % of one core', is: all, atMost: 5 }], { seconds, running, removed });
} finally {
  await acequia.stop();
  rmSync(folder, { recursive: true, force: true });
}

type Part = 'server' | 'worker' | 'postgres' | 'others';

/** CPU of each part over the next seconds, once it has settled, in % of one core. */
async function share(installation: Acequia): Promise<Record<Part, number>> {
  await sleep(settleMs);
  const before = usage(installation);
  await sleep(seconds * 1000);
  const after = usage(installation);
  const of = (part: Part) => Math.round(((after[part] - before[part]) / seconds) * 10_000) / 100;
  return { server: of('server'), worker: of('worker'), postgres: of('postgres'), others: of('others') };
}

/** CPU seconds so far of all processes of the installation. */
function usage({ dataDirectory }: Acequia): Record<Part, number> {
  const sums = { server: 0, worker: 0, postgres: 0, others: 0 };
  for (const pid of processesOf(dataDirectory))
    sums[partOf(commandLine(pid))] += parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1')).cpuSeconds;
  return sums;
}

function partOf(command: string): Part {
  if (command.includes('postgres')) return 'postgres';
  if (command.includes('apps/worker')) return 'worker';
  return command.includes('apps/server') ? 'server' : 'others';
}
