import { randomBytes } from 'node:crypto';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine, type Engine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import type { Deployment } from '@acequia/pipeline';
import { components } from './shipped-components.ts';

/**
 * What a worker is in its data plane: the engine with the shipped components on a disk journal, and `ACEQUIA_LANES` threads
 * for what comes after intake (none when unset). Rejects when part of the deployment does not start.
 */
export async function startEngine(directory: string, deployment: Deployment, readRoots: readonly string[] = []): Promise<Engine> {
  const engine = createEngine({
    journal: await openJournal({ identity: testLog(), directory, clock: systemClock, log: silentLog }),
    components,
    clock: systemClock,
    random: { bytes: (n) => randomBytes(n) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
    readRoots,
    lanes: { count: Number(process.env['ACEQUIA_LANES'] ?? 0), componentsModule: import.meta.resolve('./shipped-components.ts') },
  });
  const report = await engine.apply(deployment);
  const fault = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
  if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
  return engine;
}
