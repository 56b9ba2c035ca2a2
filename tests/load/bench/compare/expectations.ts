import { accessEvent } from '../data/access-event.ts';
import { dataKinds } from '../data/data-kinds.ts';
import { firewallEvent, type FirewallEvent } from '../data/firewall-event.ts';
import { jsonEvent } from '../data/json-event.ts';
import { lookupRow } from '../data/lookup-table.ts';
import { privateEvent } from '../data/private-event.ts';
import { syslogEvent } from '../data/syslog-event.ts';
import { everyOutput, type Expectation } from './compare-outputs.ts';
import { flatten, type FlatRecord } from './flat-record.ts';

const output = 'out.log';
const numberAfter = (text: string | undefined, mark: RegExp): number => Number(mark.exec(text ?? '')?.[1] ?? -1);
const idMark = /\bid=(\d+)/;

const linesUnchanged: Expectation = {
  outputs: [output],
  text: true,
  event: (index) => ({ output, record: { line: dataKinds.syslog(index) } }),
  indexOf: ({ line }) => numberAfter(line, idMark),
};

/** `-` means absent (RFC 5424, 6.2); the time is compared as an instant. */
function syslogRecord(index: number): FlatRecord {
  const { priority, time, host, program, process, messageId, data, message } = syslogEvent(index);
  const named = { pri: priority, time: Date.parse(time), host, ident: program, pid: process, message };
  return flatten({
    ...named,
    ...(messageId === '-' ? {} : { msgid: messageId }),
    ...(data === undefined ? {} : { sd: { [data.id]: data.parameters } }),
  });
}

const syslogToJson = (outputs: readonly string[]): Expectation => ({
  outputs,
  text: false,
  event: (index) => ({ output: everyOutput, record: syslogRecord(index) }),
  indexOf: ({ message }) => numberAfter(message, idMark),
});

const jsonTransformed: Expectation = {
  outputs: [output],
  text: false,
  event: (index) => {
    const { remote_addr: client, upstream: _gone, ...rest } = jsonEvent(index);
    return rest.level === 'info' ? undefined : { output, record: flatten({ ...rest, client_ip: client, dc: 'eu-1' }) };
  },
  indexOf: ({ id }) => Number(id ?? -1),
};

const accessParsed: Expectation = {
  outputs: [output],
  text: false,
  event: (index) => {
    const { referer: _unread, ...fields } = accessEvent(index);
    return { output, record: flatten(fields) };
  },
  indexOf: ({ path }) => numberAfter(path, idMark),
};

const unquoted = (event: FirewallEvent): Record<string, string> =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [name, value.replace(/^"|"$/g, '')]));

const rowOfAddress = (ip: string) => {
  const [, high = '', low = ''] = ip.split('.');
  return lookupRow(Number(high) * 256 + Number(low));
};

const firewallRouted: Expectation = {
  outputs: ['deny.log', 'internal.log', 'other.log'],
  text: false,
  event: (index) => {
    const fields = unquoted(firewallEvent(index));
    const { zone, owner, risk } = rowOfAddress(fields['srcip']!);
    const route = fields['action'] === 'deny' ? 'deny.log' : zone === 'internal' ? 'internal.log' : 'other.log';
    return { output: route, record: flatten({ ...fields, zone, owner, risk }) };
  },
  indexOf: ({ sessionid }) => Number(sessionid ?? -1),
};

const privateMasked: Expectation = {
  outputs: [output],
  text: true,
  event: (index) => ({ output, record: { line: privateEvent(index).masked } }),
  indexOf: ({ line }) => numberAfter(line, idMark),
};

/** What the outputs of a workload must hold, by its name. */
export const expectations = {
  linesUnchanged,
  syslogToJson: syslogToJson([output]),
  syslogToThree: syslogToJson(['one.log', 'two.log', 'three.log']),
  jsonTransformed,
  accessParsed,
  firewallRouted,
  privateMasked,
} as const;
