import { randomBytes } from 'node:crypto';
import { silentLog, systemClock } from '@acequia/base';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findDatasinkRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { createEngine, type Engine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import type { Deployment } from '@acequia/pipeline';

/** What a worker is in its data plane: the engine with the shipped components on a disk journal. Rejects when part of the deployment does not start. */
export async function startEngine(directory: string, deployment: Deployment): Promise<Engine> {
  const engine = createEngine({
    journal: await openJournal({ directory, clock: systemClock, log: silentLog }),
    components: {
      listener: (id) => ({ definition: findListener(id)!, runtime: findListenerRuntime(id)! }),
      action: (id) => ({ definition: findAction(id)!, runtime: findActionRuntime(id)! }),
      datasink: (id) => ({ definition: findDatasink(id)!, runtime: findDatasinkRuntime(id)! }),
    },
    clock: systemClock,
    random: { bytes: (n) => randomBytes(n) },
    log: silentLog,
    worker: 'w1',
    secret: () => undefined,
  });
  const report = await engine.apply(deployment);
  const fault = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
  if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
  return engine;
}
