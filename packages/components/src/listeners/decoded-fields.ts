import { fieldSet, type FieldSet, type KnownType } from '@acequia/event';
import { columnNames } from '../formats/csv/columns.ts';
import type { LineFormat } from '../formats/line-formats.ts';

type Types = Readonly<Record<string, KnownType>>;

const syslog: Types = {
  facility: 'integer',
  severity: 'integer',
  facility_name: 'string',
  severity_name: 'string',
  timestamp: 'timestamp',
  hostname: 'string',
  app_name: 'string',
  proc_id: 'string',
  version: 'integer',
  msg_id: 'string',
  structured_data: 'json',
  message: 'string',
};
const strings = (names: readonly string[]): Types => Object.fromEntries(names.map((name) => [name, 'string' as const]));
const cef = strings(['cef_version', 'device_vendor', 'device_product', 'device_version', 'signature_id', 'name', 'severity']);
const leef = strings(['leef_version', 'vendor', 'product', 'product_version', 'event_id']);

/** What events of a line format carry, with the fields the listener adds. */
export function decodedFields(
  config: { readonly format: LineFormat; readonly csvColumns: readonly string[] },
  added: Types = {},
): FieldSet {
  switch (config.format) {
    case 'text':
      return fieldSet({ message: 'string', ...added });
    case 'syslog':
      return fieldSet({ ...syslog, ...added });
    case 'cef':
      return fieldSet({ ...cef, ...added }, true);
    case 'leef':
      return fieldSet({ ...leef, ...added }, true);
    case 'csv':
      return config.csvColumns.length > 0 ? fieldSet({ ...strings(columnNames(config.csvColumns)), ...added }) : fieldSet(added, true);
    case 'json':
    case 'kv':
      return fieldSet(added, true);
  }
}
