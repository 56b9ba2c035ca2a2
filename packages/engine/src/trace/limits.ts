import { KiB, MiB } from '@acequia/base';

export const traceEventsMax = 1000;
/** Of one event, coming in or shown. */
export const traceEventChars = 64 * KiB;
/** Of a value that a condition read. */
export const traceValueChars = 256;
/** Of all events coming in, and of all shown. */
export const traceChars = 4 * MiB;
