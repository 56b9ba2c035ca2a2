/**
 * What an event costs when more pipelines stand beside its own, and when its pipeline has more actions. Run with
 * `node tests/load/cost-growth.ts`; the last line is one JSON object. Takes about four minutes.
 *
 * Two processes: the sender, and a worker's data plane with an HTTP listener, which tells how much CPU it used for a fixed
 * number of events. Each case is measured in a worker and journal of its own; the cases take turns, and the medians are compared.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@acequia/engine';
import type { Deployment, DeployedPipeline } from '@acequia/pipeline';
import { messageOf } from './parts/child-messages.ts';
import { freePort } from '@acequia/testkit/free-port';
import { median } from './parts/median.ts';
import { startEngine } from './parts/start-engine.ts';
import { straightDeployment } from './parts/straight-deployment.ts';
import { printResult } from './parts/print-result.ts';

const rounds = 5;
const senders = 2;
const bodies = 1600;
const warmUpBodies = 200;
const eventsPerBody = 250;
const manyPipelines = 100;
const manyLabels = 20;
const actionCounts = [0, 1, 2, 4, 8];
/** Each look asks every pipeline for its counts, which is part of what is measured. */
const lookEveryMs = 100;

interface Case {
  /** Pipelines on one label that no event has. */
  readonly strangers: number;
  /** Pipelines on labels of their own that no event has. */
  readonly strangeLabels: number;
  readonly actions: number;
}

const alone: Case = { strangers: 0, strangeLabels: 0, actions: 0 };
const cases: Readonly<Record<string, Case>> = {
  alone,
  'beside-pipelines': { ...alone, strangers: manyPipelines },
  'beside-labels': { ...alone, strangeLabels: manyLabels },
  ...Object.fromEntries(actionCounts.slice(1).map((actions) => [`actions-${actions}`, { ...alone, actions }])),
};

const body = Buffer.from(
  Array.from({ length: eventsPerBody }, (_, n) => `{"n":${n},"site":"north","level":${n % 97},"note":"${'x'.repeat(80)}"}\n`).join(''),
);

function deploymentOf(port: number, { strangers, strangeLabels, actions }: Case): Deployment {
  const base = straightDeployment('load', { port }, [{ name: 'own', component: 'null', creation: {}, node: {} }]);
  const [own] = base.pipelines;
  const labels = Array.from({ length: Math.max(strangeLabels, strangers > 0 ? 1 : 0) }, (_, n) => ({
    id: `LB_${n}`,
    name: `other ${n}`,
    condition: { form: 'visual' as const, ast: { field: 'site', op: 'eq', value: `place ${n}` } },
  }));
  const stranger = (n: number, labelId: string): DeployedPipeline => ({
    ...own!,
    id: `PL_other${n}`,
    versionId: `PV_other${n}`,
    document: {
      ...own!.document,
      nodes: own!.document.nodes.map((node) => (node.kind === 'label' ? { ...node, labelId } : node)),
    },
  });
  const others = Array.from({ length: strangers + strangeLabels }, (_, n) => stranger(n, strangers > 0 ? 'LB_0' : `LB_${n}`));
  return {
    ...base,
    listeners: base.listeners.map((listener) => ({ ...listener, labels })),
    pipelines: [withActions(own!, actions), ...others],
  };
}

/** So many actions in a row, each setting a field of its own. */
function withActions(pipeline: DeployedPipeline, count: number): DeployedPipeline {
  const [label, sink] = pipeline.document.nodes;
  const actions = Array.from({ length: count }, (_, n) => ({
    kind: 'action' as const,
    id: `act${n}`,
    position: { x: 0, y: 0 },
    name: '',
    comment: '',
    component: 'field-generator',
    version: '1.0.0',
    config: { fields: [{ name: `added_${n}`, source: 'literal', literal: '"constant"' }] },
  }));
  const nodes = [label!, ...actions, sink!];
  const links = nodes.slice(1).map((node, n) => ({ id: `l${n}`, from: { node: nodes[n]!.id, port: 'default' }, to: { node: node.id } }));
  return { ...pipeline, document: { ...pipeline.document, nodes, links } };
}

/** Answers `ready` once it listens, and each number of events with the CPU microseconds used until all of them were delivered. */
async function worker(directory: string, port: number, name: string): Promise<void> {
  const engine = await startEngine(directory, deploymentOf(port, cases[name]!));
  let expected = 0;
  const deliver = async (events: number): Promise<void> => {
    const before = process.cpuUsage();
    expected += events;
    process.send!('go');
    while (deliveredBy(engine) < expected) await sleep(lookEveryMs);
    const { user, system } = process.cpuUsage(before);
    process.send!(user + system);
  };
  process.on('message', (events: number) => void deliver(events));
  process.send!('ready');
}

const deliveredBy = (engine: Engine): number =>
  engine.totals().find(({ subject }) => subject.kind === 'version' && subject.versionId === 'PV_own')?.counts['delivered'] ?? 0;

const post = (port: number, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, method: 'POST', path: '/', agent, headers: { 'content-length': body.length } },
      (answer) => {
        answer.resume();
        answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(`answered ${answer.statusCode}`))));
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

/** CPU microseconds an event. */
async function measure(name: string): Promise<number> {
  const directory = mkdtempSync(join(tmpdir(), 'cost-growth-'));
  const port = await freePort();
  const child = fork(import.meta.filename, ['--worker', directory, String(port), name]);
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const send = async (count: number): Promise<number> => {
    const going = messageOf(child);
    child.send(count * eventsPerBody);
    await going;
    const used = messageOf<number>(child);
    let left = count;
    await Promise.all(
      Array.from({ length: senders }, async () => {
        while (left-- > 0) await post(port, agent);
      }),
    );
    return (await used) / (count * eventsPerBody);
  };
  try {
    await messageOf(child);
    await send(warmUpBodies);
    return await send(bodies);
  } finally {
    agent.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  }
}

async function main(): Promise<void> {
  const measured: Record<string, number[]> = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) for (const name of Object.keys(cases)) measured[name]!.push(await measure(name));
  const cost = (name: string) => median(measured[name]!);
  const micro = (value: number) => Number(value.toFixed(2));
  const perAction = actionCounts.slice(1).map((count) => micro((cost(`actions-${count}`) - cost('alone')) / count));
  const figures = [
    { name: 'besidePipelines', is: cost('beside-pipelines') / cost('alone'), atMost: 1.1 },
    { name: 'lastActionAgainstFirst', is: perAction.at(-1)! / perAction[0]!, atMost: 1.25 },
  ];
  printResult('cost-growth', figures, {
    events: bodies * eventsPerBody,
    cpuMicrosecondsPerEvent: Object.fromEntries(Object.keys(cases).map((name) => [name, micro(cost(name))])),
    ratioBeside: {
      [`${manyPipelines} pipelines on a label no event has`]: micro(cost('beside-pipelines') / cost('alone')),
      [`${manyLabels} pipelines on labels of their own`]: micro(cost('beside-labels') / cost('alone')),
    },
    microsecondsPerAction: Object.fromEntries(actionCounts.slice(1).map((count, index) => [count, perAction[index]])),
  });
}

process.once('disconnect', () => process.exit());
const [mode, directory, port, name] = process.argv.slice(2);
if (mode === '--worker') await worker(directory!, Number(port), name!);
else await main();
