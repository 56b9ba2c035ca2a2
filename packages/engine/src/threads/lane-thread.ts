import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { assert, systemClock } from '@acequia/base';
import { createKernels } from '@acequia/batch';
import { RemoteStreams } from '@acequia/journal';
import { LaneEngine } from '../apply/lane-engine.ts';
import type { Components } from '../options.ts';
import { HeldValues } from './held-values.ts';
import { LaneServer } from './lane-server.ts';
import { LentBlocks } from './lent-blocks.ts';
import type { LaneNews, LaneStart } from './messages.ts';
import { createPortLog } from './port-log.ts';

/** A lane on a thread of its own: does what the engine's control orders. */
const port = parentPort;
assert(port !== null, 'lane-thread.ts runs as a worker thread');
const start = workerData as LaneStart;
const post = (news: LaneNews): void => port.postMessage(news);
const log = createPortLog(post);
const { components } = (await import(start.componentsModule)) as { readonly components: Components };
const journal = new RemoteStreams(start.journal, { generation: start.generation, logNumber: start.logNumber, usages: [], commits: [] });
const held = new HeldValues();
const blocks = new LentBlocks(post);
const server = new LaneServer({ port, journal, held, blocks, clock: systemClock });
server.open(
  new LaneEngine({
    journal,
    components,
    clock: systemClock,
    random: { bytes: (n) => randomBytes(n) },
    log,
    worker: start.worker,
    limits: start.limits,
    crashes: start.crashes && { ...start.crashes, hung: start.hung },
    kernels: createKernels(start.kernels, (error) =>
      log.warn({ error }, 'the compiled kernels cannot be used; their slower form runs instead'),
    ),
    blocks,
    events: server,
    secret: (reference, tenantId) => held.secret(reference, tenantId),
    lookup: (id, version, tenantId) => held.lookup(id, version, tenantId),
  }),
);
