import type { Clock, Random } from '@acequia/base';
import { createKernels } from '@acequia/batch';
import { RemoteStreams } from '@acequia/journal';
import { LaneEngine } from '../apply/lane-engine.ts';
import type { Components } from '../options.ts';
import { AskedTrials } from './asked-trials.ts';
import { HeldValues } from './held-values.ts';
import { LaneServer, type LanePort } from './lane-server.ts';
import { LentBlocks } from './lent-blocks.ts';
import type { LaneNews, LaneStart } from './messages.ts';
import { createPortLog } from './port-log.ts';

export interface LaneSurroundings {
  readonly components: Components;
  readonly clock: Clock;
  readonly random: Random;
}

/** A lane that does what comes through the port. */
export function runLane(port: LanePort, start: Omit<LaneStart, 'componentsModule'>, { components, clock, random }: LaneSurroundings): void {
  const post = (news: LaneNews): void => port.postMessage(news);
  const log = createPortLog(post);
  const journal = new RemoteStreams(start.journal, { generation: start.generation, logNumber: start.logNumber, usages: [], commits: [] });
  const held = new HeldValues();
  const blocks = new LentBlocks(post);
  const trials = new AskedTrials(post);
  const server = new LaneServer({ port, journal, held, blocks, trials, clock });
  server.open(
    new LaneEngine({
      journal,
      components,
      clock,
      random,
      log,
      worker: start.worker,
      limits: start.limits,
      crashes: start.crashes && { ...start.crashes, hung: start.hung, tryBlock: trials.tryBlock },
      kernels: createKernels(start.kernels, (error) =>
        log.warn({ error }, 'the compiled kernels cannot be used; their slower form runs instead'),
      ),
      blocks,
      events: server,
      secret: (reference, tenantId) => held.secret(reference, tenantId),
      lookup: (id, version, tenantId) => held.lookup(id, version, tenantId),
    }),
  );
}
