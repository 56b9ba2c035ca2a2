import { MiB } from '@acequia/base';
import { createByteBudget, type ByteBudget } from '@acequia/wire';
import { totalmem } from 'node:os';

/** Part of the worker's memory for bodies that are being received, and its bounds on small and large machines. */
const memoryShare = 1 / 8;
const leastBytes = 128 * MiB;
const mostBytes = 1024 * MiB;

const constrained = process.constrainedMemory();
const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
const bodiesMax = Math.min(mostBytes, Math.max(leastBytes, Math.floor(memoryBytes * memoryShare)));

/** What all bodies under way to this worker may hold together. */
const ofWorker = createByteBudget(bodiesMax);

/** The budget of one listener: at most half of the worker's, so that one listener's senders leave room for the others. */
export const bodiesOfListener = (): ByteBudget => ofWorker.share(bodiesMax / 2);
