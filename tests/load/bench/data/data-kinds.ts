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

/** Lines of full data: so many that a run takes seconds. */
export const fullRows: Readonly<Record<DataKind, number>> = {
  syslog: 2_000_000,
  json: 2_000_000,
  access: 2_000_000,
  firewall: 1_000_000,
  private: 2_000_000,
};
