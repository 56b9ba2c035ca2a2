import { parseConfig } from '@acequia/component-sdk/definition';
import { typeOf, valueToText, type FieldType, type FieldValue } from '@acequia/event';
import { parserConfig, type ParserConfig } from './config.ts';
import { createOutputs } from './output-names.ts';
import type { ParserProposal } from './propose-parser.ts';
import { compileReader } from './reader.ts';

/** A field as the parsers would make it. */
export interface PreviewField {
  readonly name: string;
  readonly type: FieldType | 'null';
  /** For people; not JSON. */
  readonly value: string;
}

export interface ParserPreview {
  /** Lines that the first parser reads. */
  readonly parsed: number;
  /** Of the first of them, in the order they are made. */
  readonly fields: readonly PreviewField[];
}

/**
 * What parsers, one after the other, make of sample lines, without running anything. A later one that finds no text in its
 * field, or cannot read it, adds nothing. `nearNs`, ns since 1970, settles the year of times without one. Undefined when a
 * configuration cannot be read or no line parses.
 */
export function previewParsers(proposals: readonly ParserProposal[], lines: readonly string[], nearNs: bigint): ParserPreview | undefined {
  const parsers = proposals.map((proposal) => parseConfig(parserConfig, proposal));
  const configs = parsers.flatMap((parsed) => (parsed.ok ? [parsed.value] : []));
  const [first, ...further] = configs;
  if (!first || configs.length < parsers.length) return undefined;
  const events = lines.flatMap((line) => {
    const fields = read(first, line, nearNs);
    return fields ? [fields] : [];
  });
  const [event] = events;
  if (!event) return undefined;
  const fields = new Map(event);
  for (const config of further) {
    const text = fields.get(config.field);
    const found = typeof text === 'string' ? read(config, text, nearNs) : undefined;
    for (const [name, value] of found ?? []) fields.set(name, value);
  }
  return {
    parsed: events.length,
    fields: [...fields].map(([name, value]) => ({ name, type: typeOf(value) ?? 'null', value: valueToText(value) })),
  };
}

function read(config: ParserConfig, text: string, nearNs: bigint): readonly (readonly [string, FieldValue])[] | undefined {
  const found = compileReader(config).read(text, { tz: config.timezone, nearNs });
  if (!found.ok) return undefined;
  const changed = createOutputs(config).changeAll(found.value.members, nearNs);
  return 'code' in changed ? undefined : changed;
}
