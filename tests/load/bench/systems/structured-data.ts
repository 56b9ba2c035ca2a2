import type { FlatRecord } from '../compare/flat-record.ts';

/** Reads RFC 5424 structured data as it stands in a message (6.3) into `sd.<element>.<parameter>`; `-` gives nothing. */
export function readStructuredData(text: string): FlatRecord {
  const record: FlatRecord = {};
  for (const [, id = '', parameters = ''] of text.matchAll(/\[([^\s\]]+)((?:\s+[^\s=]+="(?:[^"\\]|\\.)*")*)\]/g)) {
    for (const [, name = '', value = ''] of parameters.matchAll(/([^\s=]+)="((?:[^"\\]|\\.)*)"/g)) {
      record[`sd.${id}.${name}`] = value.replace(/\\(["\\\]])/g, '$1');
    }
  }
  return record;
}

/** What all systems' records of a syslog message need: the time as an instant, `-` as absent (RFC 5424, 6.2). */
export function tidySyslog(record: FlatRecord): FlatRecord {
  const { time = '', extradata, msgid = '-', ...rest } = record;
  return {
    ...rest,
    time: String(Date.parse(time)),
    ...(msgid === '-' || msgid === '' ? {} : { msgid }),
    ...(extradata === undefined ? {} : readStructuredData(extradata)),
  };
}
