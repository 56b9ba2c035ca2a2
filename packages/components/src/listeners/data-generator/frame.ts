import type { GeneratedEvent } from './generate.ts';

/** Frame of an event: number, tab, time in ms, tab, line. A malformed one is the damaged line alone, without a tab. `_raw` is the line. */
export const frameText = (event: GeneratedEvent): string =>
  event.malformed ? event.line.replaceAll('\t', ' ') : `${event.seq}\t${event.timeMs}\t${event.line}`;
