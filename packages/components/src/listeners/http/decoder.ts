import { frameFlags, type BatchBuilder, type FrameMeta } from '@acequia/batch';
import type { DecoderContext, FrameDecoder } from '@acequia/component-sdk/runtime';
import { compileTimePattern, jsonOfText, nodeToValue, parseJson, parseRfc3339, type FieldValue, type JsonNode } from '@acequia/event';
import { frameBytes, FrameText } from '../../formats/frame-text.ts';
import { createJsonDecoder, decodeJsonText, type TimeMember } from '../../formats/json/decode.ts';
import { decodeKv, decodeKvText } from '../../formats/kv/decode.ts';
import { createSyslogDecoder } from '../../formats/syslog/decode.ts';
import { createTextDecoder } from '../../formats/text/decode.ts';
import type { HttpConfig } from './config.ts';
import { elementKindAttribute, inheritAttribute } from './frame-meta.ts';

/** Elements of bodies to events; each body says in its meta how. */
export function createHttpDecoder(config: HttpConfig, { slots }: DecoderContext): FrameDecoder {
  const json = createJsonDecoder(slots, timeMember(config));
  const text = createTextDecoder(slots);
  const syslog = createSyslogDecoder({ standard: 'auto', strict: false, timezone: config.timezone }, slots);
  const utf8 = new FrameText('utf-8', config.onInvalid);
  const charset = new FrameText(config.charset, config.onInvalid);
  const slot = {
    method: slots.slot('http_method'),
    path: slots.slot('http_path'),
    query: slots.slot('http_query'),
    headers: slots.slot('http_headers'),
    message: slots.slot('message'),
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

  return {
    decode(block, out) {
      for (let frame = 0; frame < block.count; frame++) {
        if (block.flags(frame) & frameFlags.rejected) continue;
        const meta = block.meta(frame);
        const kind = meta.attributes?.[elementKindAttribute] ?? 'line';
        let made = true;
        if (kind === 'form') {
          out.begin(frame);
          for (const [name, value] of formFields(Buffer.from(frameBytes(block, frame)).toString())) out.namedValue(name, value);
        } else if (kind === 'json') {
          if (utf8.direct(block, frame)) made = json(block, frame, out);
          else {
            const repaired = utf8.repair(block, frame, out);
            made = repaired !== undefined && decodeJsonText(repaired, frame, out);
            if (made && repaired !== undefined) utf8.flagged(repaired, out);
          }
        } else if (charset.direct(block, frame)) {
          if (config.format === 'syslog') syslog.decode(block, frame, out);
          else if (config.format === 'kv') made = decodeKv(block, frame, out);
          else text(block, frame, out);
        } else {
          const repaired = charset.repair(block, frame, out);
          if (repaired === undefined) made = false;
          else {
            if (config.format === 'syslog') syslog.decodeRepaired(Buffer.from(repaired), block, frame, out);
            else if (config.format === 'kv') made = decodeKvText(repaired, frame, out);
            else {
              out.begin(frame);
              out.value(slot.message, repaired);
            }
            if (made) charset.flagged(repaired, out);
          }
        }
        if (made) addShared(meta, out);
      }
    },
  };
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

function timeMember(config: HttpConfig): TimeMember | undefined {
  if (config.timeField === undefined) return undefined;
  const pattern = compileTimePattern(config.timeFormat ?? 'RFC3339');
  const options = { tz: config.timezone };
  return {
    name: config.timeField,
    read(text) {
      if (config.timeFormat === undefined) return parseRfc3339(text);
      const parsed = pattern.ok ? pattern.value.parse(text, options) : undefined;
      return parsed?.ok ? parsed.value : undefined;
    },
  };
}
