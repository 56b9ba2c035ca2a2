import type { BatchView, Row, SlotTable } from '@acequia/batch';
import { Float, integerFromDigits, Json, jsonOfText, spendRun, stepsOf, timestampText, type FieldValue } from '@acequia/event';
import { Misconfigured, type ActionRuntime, type CompileContext } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileFieldReader, type FieldReader } from '../../fields/field-reader.ts';
import { compileText } from '../../fields/text-template.ts';
import { csvLine } from '../../formats/csv/encode.ts';
import { jsonValuePrinter } from '../../formats/json/encode.ts';
import { kvPair } from '../../formats/kv/encode.ts';
import { valueText } from '../../formats/value-text.ts';
import type { MessageBuilderConfig, MessageItem } from './config.ts';

/** Steps of writing one item. */
const itemSteps = 50;
/** Texts from this length on count beside their item. */
const longText = 1024;

/** Writes one text per event into `destination`; the fields it reads stay. */
export const messageBuilderRuntime: ActionRuntime<MessageBuilderConfig> = {
  compile: (config, ctx) => {
    const build = builderOf(config, ctx);
    const slot = ctx.slots.slot(config.destination);
    const port = ctx.port('default');
    const steps = itemSteps * (config.items?.length ?? 1);
    const asJson = config.format === 'json' && config.asJson;
    return {
      step: (view, out) => {
        forEachRow(view, out, (row) => {
          spendRun(steps);
          const text = build(view, row);
          if (asJson) view.set(row, slot, jsonOfText(text));
          else view.setText(row, slot, text);
          out.to(port, row);
        });
      },
    };
  },
};

type Build = (view: BatchView, row: Row) => string;

function builderOf(config: MessageBuilderConfig, ctx: CompileContext): Build {
  if (config.format === 'free') return compileText(need(config.template), ctx, 'plain');
  const items = need(config.items).map((item) => ({ key: item.key, read: counted(readerOf(item, ctx.slots)) }));
  const onNull = config.onNull ?? ({ json: 'null', csv: 'empty', kv: 'omit' } as const)[config.format];
  const text = (value: FieldValue): string => (value === null && onNull === 'null' ? 'null' : valueText(value, timestampText));
  switch (config.format) {
    case 'json': {
      const print = jsonValuePrinter({ bigIntegers: 'number', printTime: timestampText });
      const members = items.map(({ key, read }) => ({ key: `${JSON.stringify(key)}:`, read }));
      return (view, row) => {
        let result = '{';
        for (const { key, read } of members) {
          const value = read(view, row) ?? null;
          if (value === null && onNull === 'omit') continue;
          const member =
            value === null
              ? onNull === 'empty'
                ? '""'
                : 'null'
              : value instanceof Json && !config.embedJson
                ? JSON.stringify(value.text)
                : print(value);
          result += `${result.length > 1 ? ',' : ''}${key}${member}`;
        }
        return `${result}}`;
      };
    }
    case 'csv': {
      const options = { separator: config.separator === 'tab' ? '\t' : config.separator };
      return (view, row) => {
        const keys: string[] = [];
        const cells: string[] = [];
        for (const { key, read } of items) {
          const value = read(view, row) ?? null;
          if (value === null && onNull === 'omit') continue;
          keys.push(key);
          cells.push(text(value));
        }
        const line = csvLine(cells, options);
        return config.header ? `${csvLine(keys, options)}\n${line}` : line;
      };
    }
    case 'kv': {
      const options = { keyValue: config.keyValue, between: config.between };
      return (view, row) => {
        const pairs: string[] = [];
        for (const { key, read } of items) {
          const value = read(view, row) ?? null;
          if (value === null && onNull === 'omit') continue;
          pairs.push(kvPair(key, text(value), options));
        }
        return pairs.join(config.between);
      };
    }
  }
}

/** Large values count before they are printed. */
function counted(read: FieldReader): FieldReader {
  return (view, row) => {
    const value = read(view, row);
    if (typeof value === 'string') {
      if (value.length >= longText) spendRun(value.length >> 2);
    } else if (typeof value === 'object') spendRun(stepsOf(value) >> 2);
    return value;
  };
}

function readerOf(item: MessageItem, slots: SlotTable): FieldReader {
  if (item.value === 'field') return compileFieldReader(need(item.field), slots);
  const literal = need(item.literal);
  const value: FieldValue =
    item.literalType === 'integer'
      ? (integerFromDigits(literal) ?? literal)
      : item.literalType === 'float'
        ? new Float(Number(literal))
        : item.literalType === 'boolean'
          ? literal === 'true'
          : literal;
  return () => value;
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Misconfigured('CONFIG_REQUIRED');
  return value;
}
