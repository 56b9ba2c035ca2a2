/**
 * Early test 3: 5,000 peers with 20 events a second each, against one peer with the same total. Prints JSON: mean frames per
 * block and CPU per event of both. The peers are intake streams; sockets are not part of it. Bounded: two runs of 3 s.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { deployment, label, links, pipeline, sink } from '../deployments.ts';
import { startHarness } from '../harness.ts';
import { sendLines } from '../toy-components.ts';

const tickMs = 10;
const seconds = 3;
const perSecond = 100_000;

async function measure(peers: number) {
  const directory = await mkdtemp(join(tmpdir(), 'acequia-load-'));
  const journal = await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog });
  const { engine, toys } = startHarness({ journal, limits: { commitIntervalMs: 1000, retentionMs: 60_000 } });
  toys.destination('a').batching = { maxEvents: 5000, maxWaitMs: 50 };
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]));
  const streams = Array.from({ length: peers }, () => toys.peer('LI_1').stream());
  const line = `<13>1 2026-01-01T00:00:00Z host app - - - ${'x'.repeat(250)}`;
  const perTick = (perSecond * tickMs) / 1000;
  let sent = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const due = ((performance.now() - start) / 1000) * perSecond;
    for (let i = 0; i < perTick && sent < due; i++) sendLines(toys.peer('LI_1'), [line], streams[sent++ % peers]!);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await engine.drain({ deadlineMs: 20_000 });
  const used = process.cpuUsage(cpu);
  const blocks = journal.head('li/t1/LI_1/0').block - 1;
  const delivered = toys.destination('a').lines.length;
  await engine.stop({ deadlineMs: 1000 });
  await journal.close();
  await rm(directory, { recursive: true });
  return { peers, sent, delivered, meanFrames: Math.round(sent / blocks), cpuMicrosPerEvent: (used.user + used.system) / sent };
}

await measure(1);
const one = await measure(1);
const many = await measure(5000);
process.stdout.write(`${JSON.stringify({ test: 'many-peers', one, many, cpuRatio: many.cpuMicrosPerEvent / one.cpuMicrosPerEvent })}\n`);
process.exit(0);
