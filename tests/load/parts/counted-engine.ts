/** The process under `runCounted`: a worker's data plane with one pipeline, which tells when every event has its outcome. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deploymentOf, readPipeline } from '../bench/systems/acequia/deployment.ts';
import type { CountedResult, CountedRun } from './counted-run.ts';
import { startEngine } from './start-engine.ts';

const lookMs = 10;
const stuckMs = 60_000;
const { pipeline, events, input, output, journal, port, copies } = JSON.parse(process.argv[2]!) as CountedRun;
const parts = Array.from({ length: copies }, (_, copy) => {
  const own = copies === 1 ? input : join(input, String(copy));
  const one = deploymentOf(readPipeline(pipeline, { port, input: own, lookup: '' }), { output });
  return JSON.parse(
    JSON.stringify(one)
      .replaceAll('_bench', `_bench${copy}`)
      .replaceAll('PV_1', `PV_${copy + 1}`)
      .replaceAll('out.log', `out${copy}.log`),
  ) as typeof one;
});
const deployment = {
  ...parts[0]!,
  listeners: parts.flatMap(({ listeners }) => listeners),
  datasinks: parts.flatMap(({ datasinks }) => datasinks),
  pipelines: parts.flatMap(({ pipelines }) => pipelines),
};
const engine = await startEngine(journal, { hash: 'one', ...deployment }, [input]);
process.send!('ready');

const outcomes = (): number => {
  const totals = engine.totals().flatMap(({ subject, counts }) => (subject.kind === 'version' ? Object.entries(counts) : []));
  return totals.reduce((sum, [name, count]) => (/^(?:delivered|rejected|filtered:.*|dropped:.*)$/.test(name) ? sum + count : sum), 0);
};
while (outcomes() < events / 5) await sleep(lookMs);
const first = outcomes();
const start = performance.now();
const cpu = process.cpuUsage();
let rss = 0;
let [last, movedAt] = [first, start];
while (last < events) {
  await sleep(lookMs);
  const now = outcomes();
  if (now > last) [last, movedAt] = [now, performance.now()];
  else if (performance.now() - movedAt > stuckMs)
    throw new Error(`${now} of ${events} events have an outcome, and no more came for a minute`);
  rss = Math.max(rss, process.memoryUsage.rss());
}
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpu);
const counted = events - first;
const result: CountedResult = {
  events: counted,
  seconds,
  eventsPerSecond: Math.round(counted / seconds),
  cpuSecondsPerMillion: (user + system) / counted,
  rssMb: Math.round(rss / 1e6),
};
process.send!(result);
