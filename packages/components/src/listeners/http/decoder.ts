import { cellTags, frameFlags, type BatchBuilder, type FrameBlock, type FrameMeta } from '@acequia/batch';
import type { DecoderContext, FrameDecoder } from '@acequia/component-sdk/runtime';
import { jsonOfText, nodeToValue, parseJson, type FieldValue, type JsonNode } from '@acequia/event';
import { frameBytes } from '../../formats/frame-text.ts';
import { createBulkDecoder } from '../../formats/block-decoder.ts';
import { createLineDecoder, type LineDecoding } from '../../formats/line-decoder.ts';
import type { HttpConfig } from './config.ts';
import { elementKindAttribute, inheritAttribute } from './frame-meta.ts';
import { requestAttributes, RequestFields } from './request-fields.ts';

/** Elements of bodies to events; each body says in its meta how. */
export function createHttpDecoder(config: HttpConfig, context: DecoderContext): FrameDecoder {
  const { slots } = context;
  const jsonDecoding: LineDecoding = { ...config, format: 'json', charset: 'utf-8' };
  const lineDecoding: LineDecoding = { ...config, format: config.format === 'json' ? 'text' : config.format };
  const json = createLineDecoder(jsonDecoding, slots);
  const line = createLineDecoder(lineDecoding, slots);
  const bulk = { json: createBulkDecoder(jsonDecoding, context), line: createBulkDecoder(lineDecoding, context) };
  const requestFields = new RequestFields(slots);
  const shared = Object.entries(requestAttributes).map(([name, tag]) => ({ name, tag, slot: slots.slot(name) }));
  let last: { readonly meta: FrameMeta; readonly inherited: readonly (readonly [string, FieldValue])[] } | undefined;

  function addShared(meta: FrameMeta, out: BatchBuilder): void {
    const attributes = meta.attributes ?? {};
    if (last?.meta !== meta) last = { meta, inherited: inheritedOf(attributes[inheritAttribute]) };
    for (const [name, value] of last.inherited) out.namedValue(name, value);
    for (const { name, tag, slot } of shared) {
      const text = attributes[name];
      if (text !== undefined) out.value(slot, tag === cellTags.json ? jsonOfText(text) : text);
    }
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
      const kind = commonKindOf(block);
      const many = kind === undefined ? undefined : bulk[kind];
      const added = many && out.bulk && requestFields.over(block, out.bulk);
      const done = added !== undefined && many!(block, added.rows, (frame) => decodeOne(block, frame, out));
      added?.end();
      if (done) return;
      for (let frame = 0; frame < block.count; frame++) decodeOne(block, frame, out);
    },
  };
}

const kindOf = (meta: FrameMeta): string => meta.attributes?.[elementKindAttribute] ?? 'line';

/** What all elements of a block are. */
function commonKindOf(block: FrameBlock): 'json' | 'line' | undefined {
  let kind: string | undefined;
  let last: FrameMeta | undefined;
  for (let frame = 0; frame < block.count; frame++) {
    const meta = block.meta(frame);
    if (meta === last) continue;
    last = meta;
    if ((kind ??= kindOf(meta)) !== kindOf(meta)) return undefined;
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
