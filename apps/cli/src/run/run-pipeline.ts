import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { minuteMs, silentLog, systemClock, type Clock } from '@acequia/base';
import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import { findAction, findDatasink } from '@acequia/components/definitions';
import { findActionRuntime } from '@acequia/components/runtimes';
import { createEngine, type Components, type Engine } from '@acequia/engine';
import { createMemoryJournal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';
import * as z from 'zod';
import { createLineRuntime, type LineOutput } from './line-datasink.ts';
import { createLineListener } from './line-listener.ts';
import { deployedListener, pair, tenantId } from './local-deployment.ts';
import { loadLookups } from './load-lookups.ts';
import type { PipelineFile } from './pipeline-file.ts';
import { RunFault } from './run-fault.ts';

/** Counts of a run by counter (a reason follows a colon): what the input gave, and what became of it in the pipeline. */
export interface RunCounts {
  readonly input: Readonly<Record<string, number>>;
  readonly pipeline: Readonly<Record<string, number>>;
}

export interface RunResult extends RunCounts {
  /** False when the time to deliver was over before every event had an outcome. */
  readonly finished: boolean;
}

export interface RunOptions {
  readonly clock: Clock;
  /** How long delivery may take after the end of the input. */
  readonly drainMs: number;
}

export const defaultDrainMs = 10 * minuteMs;
/** Of the events of a run: nothing keeps them, so no other log's meet them. */
const runLog = 1;
/** Nothing is synced here, and the end of a run waits for commits. */
const commitIntervalMs = 50;
/** For a run that is given up: its sends are cut, nothing is waited for. */
const giveUpMs = 1000;

/** Runs a pipeline over a stream of lines to its end, in this process, with the engine of the workers. Throws a `RunFault` when it cannot start. */
export async function runPipeline(
  file: PipelineFile,
  input: Readable,
  outputOf: (node: string) => LineOutput,
  { clock, drainMs }: RunOptions = { clock: systemClock, drainMs: defaultDrainMs },
): Promise<RunResult> {
  const listener = createLineListener(input, file.input);
  const lines = createLineRuntime(outputOf);
  const components: Components = {
    listener: () => listener.component,
    action: (id) => pair(findAction(id), findActionRuntime(id)),
    datasink: (id) => pair(withoutCreation(findDatasink(id)), lines),
  };
  const tables = await loadLookups(file.lookups);
  if (!tables.ok) throw new RunFault(tables.error);
  const engine = createEngine({
    journal: createMemoryJournal({ logNumber: runLog }),
    components,
    clock,
    random: { bytes: (n) => randomBytes(n) },
    log: silentLog,
    worker: 'cli',
    secret: () => undefined,
    lookup: (id) => tables.value.block(id),
    limits: { commitIntervalMs },
  });
  const deployment = deploymentOf(file, listener);
  const report = await engine.apply(deployment);
  const fault = report.pipelines.find((entry) => entry.error)?.error ?? report.listeners.find((entry) => entry.error)?.error;
  if (fault) throw new RunFault(fault.message === undefined ? fault.code : `${fault.code}: ${fault.message}`);
  await listener.ended;
  let finished = await engine.drain({ deadlineMs: drainMs });
  if (finished && isKeyed(file)) finished = await endPipeline(engine, deployment, { clock, drainMs });
  await engine.stop({ deadlineMs: finished ? drainMs : giveUpMs });
  const totals = engine.totals();
  const of = (kind: 'listener' | 'version') => totals.find(({ subject }) => subject.kind === kind)?.counts ?? {};
  return { finished, input: of('listener'), pipeline: of('version') };
}

const isKeyed = ({ document }: PipelineFile): boolean =>
  document.nodes.some((node) => node.kind === 'action' && findAction(node.component)?.state === 'keyed');

/** Nothing more will come: what actions still hold (open windows) goes out. False: the time was over before. */
async function endPipeline(engine: Engine, deployment: Deployment, { clock, drainMs }: RunOptions): Promise<boolean> {
  await engine.apply({ ...deployment, listeners: [], pipelines: [] });
  const end = clock.monotonic() + drainMs;
  while (engine.status().pipelines.length > 0) {
    if (clock.monotonic() >= end) return false;
    await clock.sleep(5);
  }
  return true;
}

/** Nothing is connected to, so nothing needs to be known about how. */
const withoutCreation = (definition: DatasinkDefinition | undefined): DatasinkDefinition | undefined =>
  definition && { ...definition, creation: z.object({}) };

function deploymentOf(file: PipelineFile, listener: ReturnType<typeof createLineListener>): Deployment {
  const datasinks = new Map(file.document.nodes.flatMap((node) => (node.kind === 'datasink' ? [[node.datasinkId, node] as const] : [])));
  return {
    format: 1,
    hash: 'local',
    cluster: { id: 'local', name: 'local', egress: { mode: 'open', allowed: [] }, fileRoots: [] },
    listeners: [deployedListener(file, { ...listener, definition: listener.component.definition })],
    datasinks: [...datasinks].map(([id, node]) => ({
      id,
      tenantId,
      name: id,
      component: node.component,
      version: node.version,
      creation: {},
      revision: 1,
    })),
    pipelines: [{ id: 'local', versionId: 'local', tenantId, name: file.name, version: '1.0.0', document: file.document }],
  };
}
