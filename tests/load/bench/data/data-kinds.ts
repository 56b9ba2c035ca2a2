import { accessEvent, accessLine } from './access-event.ts';
import { firewallEvent, firewallLine } from './firewall-event.ts';
import { jsonEvent, jsonLine } from './json-event.ts';
import { privateEvent } from './private-event.ts';
import { syslogEvent, syslogLine } from './syslog-event.ts';

/** Line of the event with this number, without a line end. */
export const dataKinds = {
  syslog: (index: number) => syslogLine(syslogEvent(index)),
  json: (index: number) => jsonLine(jsonEvent(index)),
  access: (index: number) => accessLine(accessEvent(index)),
  firewall: (index: number) => firewallLine(firewallEvent(index)),
  private: (index: number) => privateEvent(index).line,
} as const;

export type DataKind = keyof typeof dataKinds;

/** Lines of full data: so many that a run takes seconds, and so few that what comes out stays below a gigabyte (`touch-memory.ts`). */
export const fullRows = 1_200_000;
