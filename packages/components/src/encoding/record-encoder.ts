import type { BatchView, Row } from '@acequia/batch';
import { Misconfigured } from '@acequia/component-sdk/runtime';
import type { EncodeConfig } from '@acequia/component-sdk/definition';
import { cellTags } from '@acequia/batch';
import { compileChosen, nameOfChosen, visitAll, visitChosen } from '../fields/chosen-fields.ts';
import { compileFieldReader } from '../fields/field-reader.ts';
import { csvLine } from '../formats/csv/encode.ts';
import { createJsonEncoder } from '../formats/json/encode.ts';
import { kvPair } from '../formats/kv/encode.ts';
import { timePrinter, valueText } from '../formats/value-text.ts';
import { compileText, type TemplateScope } from '../fields/text-template.ts';

/** Text of one event as the group `encode` says; undefined when the event has nothing to write (format `text` without a message). */
export type RecordEncoder = (view: BatchView, row: Row) => string | undefined;

const epochPatterns = new Set(['EPOCH', 'EPOCH_MS', 'EPOCH_US', 'EPOCH_NS']);

/** Compiles the group `encode`. Throws `Misconfigured('CONFIG_ENCODE')` when its parts do not fit together. */
export function compileRecordEncoder(config: EncodeConfig, scope: TemplateScope): RecordEncoder {
  const { slots } = scope;
  const printTime = timePrinter(config.timeFormat);
  if (printTime === undefined) throw new Misconfigured('CONFIG_TIME_PATTERN', { message: config.timeFormat });
  if (config.content === 'field') {
    const read = compileFieldReader(required(config.field, 'field'), slots);
    return (view, row) => valueText(read(view, row) ?? null, printTime);
  }
  if (config.content === 'template') return compileText(required(config.template, 'template'), scope, 'plain');
  const chosen = config.content === 'chosen' ? required(config.fields, 'fields') : undefined;
  const visit = chosen === undefined ? visitAll : visitChosen(compileChosen(chosen, slots));
  switch (config.format) {
    case 'json':
    case 'ndjson':
    case 'json-array':
      return createJsonEncoder({
        visit,
        omitNull: config.omitNull,
        bigIntegers: config.bigIntegers,
        printTime,
        timeAsNumber: epochPatterns.has(config.timeFormat),
      });
    case 'csv':
      return (view, row) => {
        const cells: string[] = [];
        visit(view, row, (_name, value) => void cells.push(valueText(value, printTime)));
        return csvLine(cells, { separator: ',' });
      };
    case 'kv':
      return (view, row) => {
        let text = '';
        visit(view, row, (name, value) => {
          if (value !== null) text += (text === '' ? '' : ' ') + kvPair(name, valueText(value, printTime), { keyValue: '=', between: ' ' });
        });
        return text;
      };
    case 'text': {
      const message = slots.slot('message');
      const raw = slots.slot('_raw');
      return (view, row) =>
        view.tag(row, message) === cellTags.missing ? view.text(row, raw) : valueText(view.value(row, message) ?? null, printTime);
    }
    default:
      throw new Misconfigured('CONFIG_ENCODE', { message: config.format });
  }
}

/** Header line of a CSV made of chosen fields; undefined when all fields are written. */
export function csvHeader(config: EncodeConfig): string | undefined {
  return config.format === 'csv' && config.content === 'chosen'
    ? csvLine(required(config.fields, 'fields').map(nameOfChosen), { separator: ',' })
    : undefined;
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Misconfigured('CONFIG_ENCODE', { message: name });
  return value;
}
