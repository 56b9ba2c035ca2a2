import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { assert, systemClock } from '@acequia/base';
import type { Components } from '../options.ts';
import type { LaneStart } from './messages.ts';
import { runLane } from './run-lane.ts';

/** A lane on a thread of its own: does what the engine's control orders. */
assert(parentPort !== null, 'lane-thread.ts runs as a worker thread');
const start = workerData as LaneStart;
const { components } = (await import(start.componentsModule)) as { readonly components: Components };
runLane(parentPort, start, { components, clock: systemClock, random: { bytes: (n) => randomBytes(n) } });
