import { MiB } from '@acequia/base';

/** Events that an action makes of its state in one call: more would hold up everything else, or fill the memory. */
export const madeEventsMax = 1024;
/** The same in bytes of what they hold; the last one may be larger. */
export const madeBytesMax = 2 * MiB;
