import { frameFlags, type BatchBuilder, type FrameBlock, type FrameMeta } from '@acequia/batch';
import type { DecoderContext, FrameDecoder } from '@acequia/component-sdk/runtime';
import { jsonOfText, nodeToValue, parseJson, type FieldValue, type JsonNode } from '@acequia/event';
import { frameBytes } from '../../formats/frame-text.ts';
import { createBulkDecoder } from '../../formats/block-decoder.ts';
import { createLineDecoder, type LineDecoding } from '../../formats/line-decoder.ts';
import type { HttpConfig } from './config.ts';
import { elementKindAttribute, inheritAttribute } from './frame-meta.ts';

/** Attributes of a request that become fields of its events. */
const addedAttributes = new Set([inheritAttribute, 'http_method', 'http_path', 'http_query', 'http_headers']);

/** Elements of bodies to events; each body says in its meta how. */
export function createHttpDecoder(config: HttpConfig, context: DecoderContext): FrameDecoder {
  const { slots } = context;
  const jsonDecoding: LineDecoding = { ...config, format: 'json', charset: 'utf-8' };
  const lineDecoding: LineDecoding = { ...config, format: config.format === 'json' ? 'text' : config.format };
  const json = createLineDecoder(jsonDecoding, slots);
  const line = createLineDecoder(lineDecoding, slots);
  const bulk = { json: createBulkDecoder(jsonDecoding, context), line: createBulkDecoder(lineDecoding, context) };
  const slot = {
    method: slots.slot('http_method'),
    path: slots.slot('http_path'),
    query: slots.slot('http_query'),
    headers: slots.slot('http_headers'),
  };
  let last: { readonly meta: FrameMeta; readonly inherited: readonly (readonly [string, FieldValue])[] } | undefined;

  function addShared(meta: FrameMeta, out: BatchBuilder): void {
    const attributes = meta.attributes ?? {};
    if (last?.meta !== meta) last = { meta, inherited: inheritedOf(attributes[inheritAttribute]) };
    for (const [name, value] of last.inherited) out.namedValue(name, value);
    if (attributes['http_method'] !== undefined) out.value(slot.method, attributes['http_method']);
    if (attributes['http_path'] !== undefined) out.value(slot.path, attributes['http_path']);
    if (attributes['http_query'] !== undefined) out.value(slot.query, jsonOfText(attributes['http_query']));
    if (attributes['http_headers'] !== undefined) out.value(slot.headers, jsonOfText(attributes['http_headers']));
  }

  function decodeOne(block: FrameBlock, frame: number, out: BatchBuilder): void {
    if (block.flags(frame) & frameFlags.rejected) return;
    const meta = block.meta(frame);
    const kind = kindOf(meta);
    let made = true;
    if (kind === 'form') {
      out.begin(frame);
      for (const [name, value] of formFields(Buffer.from(frameBytes(block, frame)).toString())) out.namedValue(name, value);
    } else made = kind === 'json' ? json(block, frame, out) : line(block, frame, out);
    if (made) addShared(meta, out);
  }

  return {
    decode(block, out) {
      const kind = plainKindOf(block);
      const many = kind === undefined ? undefined : bulk[kind];
      if (out.bulk && many?.(block, out.bulk, (frame) => decodeOne(block, frame, out))) return;
      for (let frame = 0; frame < block.count; frame++) decodeOne(block, frame, out);
    },
  };
}

const kindOf = (meta: FrameMeta): string => meta.attributes?.[elementKindAttribute] ?? 'line';

/** What all elements of a block are, when no fields of their request are added to any. */
function plainKindOf(block: FrameBlock): 'json' | 'line' | undefined {
  let kind: string | undefined;
  let last: FrameMeta | undefined;
  for (let frame = 0; frame < block.count; frame++) {
    const meta = block.meta(frame);
    if (meta === last) continue;
    last = meta;
    if ((kind ??= kindOf(meta)) !== kindOf(meta) || Object.keys(meta.attributes ?? {}).some((name) => addedAttributes.has(name)))
      return undefined;
  }
  return kind === 'json' || kind === 'line' ? kind : undefined;
}

function inheritedOf(text: string | undefined): readonly (readonly [string, FieldValue])[] {
  const parsed = text === undefined ? undefined : parseJson(text);
  if (!parsed?.ok || !(parsed.value.node instanceof Map)) return [];
  return [...(parsed.value.node as ReadonlyMap<string, JsonNode>)].map(([name, node]) => [name, nodeToValue(node) ?? null] as const);
}

/** Names and values of a form or query; of a repeated name the values as a JSON list. */
function formFields(text: string): ReadonlyMap<string, FieldValue> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) values.set(name, [...(values.get(name) ?? []), value]);
  return new Map([...values].map(([name, list]) => [name, list.length === 1 ? list[0]! : jsonOfText(JSON.stringify(list))]));
}
