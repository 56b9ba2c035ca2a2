import type { BatchView, Row } from '@acequia/batch';
import { Json, List, Timestamp, valueToJsonText, type FieldValue } from '@acequia/event';
import type { VisitFields } from '../../fields/chosen-fields.ts';

export interface JsonEncodeOptions {
  readonly visit: VisitFields;
  readonly omitNull: boolean;
  readonly bigIntegers: 'number' | 'string';
  readonly printTime: (ns: bigint) => string;
  /** Instants are written as digits, not as text (epoch patterns). */
  readonly timeAsNumber?: boolean;
}

/** Names seen so far as `"name":`; bounded, because names may come from data. */
const keysMax = 4096;

/** One event as a JSON object in the order of its fields (catalogue 1.1, 1.5). */
export function createJsonEncoder(options: JsonEncodeOptions): (view: BatchView, row: Row) => string {
  const { visit, omitNull } = options;
  const value = jsonValuePrinter(options);
  const keys = new Map<string, string>();
  return (view, row) => {
    let text = '{';
    visit(view, row, (name, field) => {
      if (field === null && omitNull) return;
      let key = keys.get(name);
      if (key === undefined) {
        key = `${JSON.stringify(name)}:`;
        if (keys.size < keysMax) keys.set(name, key);
      }
      text += text.length === 1 ? key + value(field) : `,${key}${value(field)}`;
    });
    return `${text}}`;
  };
}

export function jsonValuePrinter(
  options: Pick<JsonEncodeOptions, 'bigIntegers' | 'printTime' | 'timeAsNumber'>,
): (value: FieldValue) => string {
  const print = { bigIntegers: options.bigIntegers === 'string' ? ('string' as const) : ('digits' as const) };
  const time = (value: Timestamp): string =>
    options.timeAsNumber === true ? options.printTime(value.ns) : JSON.stringify(options.printTime(value.ns));
  return (value) => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'number') return value === 0 ? '0' : String(value);
    if (value instanceof Timestamp) return time(value);
    if (value instanceof List && value.of === 'timestamp') return `[${(value.items as readonly Timestamp[]).map(time).join(',')}]`;
    if (value instanceof Json && print.bigIntegers !== 'string') return oneLine(value.text);
    return valueToJsonText(value, print);
  };
}

/** Line breaks in JSON text are only ever blanks between its parts. */
const oneLine = (text: string): string => (text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]/g, ' ') : text);
