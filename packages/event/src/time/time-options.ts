import type { Expected } from '../expected.ts';
import type { TimeLocale } from './calendar-names.ts';

export interface TimeOptions {
  /** Zone of a text that names none, and of the text produced: IANA name or offset. Default UTC. */
  readonly tz?: string;
  /** Language of names. Reading: both when absent; writing: English. */
  readonly locale?: TimeLocale;
  /** Reading a text without a year: the year is chosen nearest to this instant (ns), never more than 24 h ahead. */
  readonly nearNs?: bigint;
}

export interface TimeFault {
  readonly code: 'TIME_TEXT';
  readonly offset: number;
  readonly expected: Expected;
}
