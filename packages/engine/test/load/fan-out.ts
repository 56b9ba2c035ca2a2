/**
 * Early test 6: one listener, 20 pipelines on different labels, one dead datasink. Prints JSON: decode calls per block,
 * rate of the living branches against a run without a dead one, and memory growth. Bounded: about ten seconds.
 */
import { Disconnected } from '@acequia/component-sdk/runtime';
import type { DeployedPipeline } from '@acequia/pipeline';
import { deployment, label, links, listener, pipeline, sink } from '../deployments.ts';
import { startHarness } from '../harness.ts';
import { sendLines } from '../toy-components.ts';

const pipelineCount = 20;
const rounds = 200;
const perRound = 500;
const names = Array.from({ length: pipelineCount }, (_, i) => `d${i}`);
const labels = names.map((name, i) => ({
  id: `LB_${i}`,
  name,
  condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: `k${i};` } },
}));
const pipelines: DeployedPipeline[] = names.map((name, i) =>
  pipeline(`PL_${i}`, `PV_${i}`, [label('LI_1', `LB_${i}`), sink('out', name)], links('start > out')),
);

async function measure(dead: boolean) {
  const { engine, toys, journal } = startHarness({ limits: { commitIntervalMs: 1000, retentionMs: 60_000 } });
  if (dead) {
    toys.destination('d0').answer = () => {
      throw new Disconnected('DELIVERY_REFUSED');
    };
  }
  await engine.apply(deployment(pipelines, { listeners: [listener('LI_1', {}, labels)], sinks: names }));
  const peer = toys.peer('LI_1');
  const stream = peer.stream();
  const expected = (rounds * perRound * (pipelineCount - 1)) / pipelineCount;
  const living = () => names.slice(1).reduce((sum, name) => sum + toys.destination(name).lines.length, 0);
  const before = process.memoryUsage().rss;
  const start = performance.now();
  for (let round = 0; round < rounds; round++) {
    sendLines(
      peer,
      Array.from({ length: perRound }, (_, i) => `event ${round * perRound + i} k${i % pipelineCount}; ${'x'.repeat(80)}`),
      stream,
    );
    await (stream.ready() ?? new Promise<void>((resolve) => setImmediate(resolve)));
  }
  while (living() < expected) await new Promise((resolve) => setTimeout(resolve, 1));
  const seconds = (performance.now() - start) / 1000;
  const blocks = journal.head('li/t1/LI_1/0').block - 1;
  const result = {
    eventsPerSecond: Math.round((rounds * perRound) / seconds),
    decodeCallsPerBlock: engine.decodeCalls('LI_1') / blocks,
    meanFrames: (rounds * perRound) / blocks,
    rssGrowthMb: Math.round((process.memoryUsage().rss - before) / 1e6),
  };
  await engine.stop({ deadlineMs: 100 });
  return result;
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
await measure(false);
const pairs = [];
for (let i = 0; i < 5; i++) pairs.push({ alone: await measure(false), withDead: await measure(true) });
const alone = median(pairs.map((pair) => pair.alone.eventsPerSecond));
const withDead = median(pairs.map((pair) => pair.withDead.eventsPerSecond));
process.stdout.write(`${JSON.stringify({ test: 'fan-out', alone, withDead, ratio: withDead / alone, last: pairs.at(-1) })}\n`);
process.exit(0);
