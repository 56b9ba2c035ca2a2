/** The process under `runCounted`: a worker's data plane with one pipeline, which tells when every event has its outcome. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deploymentOf, readPipeline } from '../bench/systems/acequia/deployment.ts';
import type { CountedResult, CountedRun } from './counted-run.ts';
import { startEngine } from './start-engine.ts';

const lookMs = 10;
const { pipeline, events, input, output, journal, port, copies } = JSON.parse(process.argv[2]!) as CountedRun;
const parts = Array.from({ length: copies }, (_, copy) => {
  const own = copies === 1 ? input : join(input, String(copy));
  const one = deploymentOf(readPipeline(pipeline, { port, input: own, lookup: '' }), { output });
  return JSON.parse(JSON.stringify(one).replaceAll('_bench', `_bench${copy}`).replaceAll('out.log', `out${copy}.log`)) as typeof one;
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
  return totals.reduce((sum, [name, count]) => (/^(?:delivered|filtered|rejected)/.test(name) ? sum + count : sum), 0);
};
while (Object.values(engine.counters().listeners).every(({ received }) => received === 0)) await sleep(lookMs);
const start = performance.now();
const cpu = process.cpuUsage();
let rss = 0;
while (outcomes() < events) {
  rss = Math.max(rss, process.memoryUsage.rss());
  await sleep(lookMs);
}
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpu);
const result: CountedResult = {
  events,
  seconds,
  eventsPerSecond: Math.round(events / seconds),
  cpuSecondsPerMillion: (user + system) / events,
  rssMb: Math.round(rss / 1e6),
};
process.send!(result);
