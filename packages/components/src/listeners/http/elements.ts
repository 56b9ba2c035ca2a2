import { isUtf8 } from 'node:buffer';
import { frameFlags } from '@acequia/batch';
import { ElementList } from '../../framings/element-list.ts';
import type { FramerLimits } from '../../framings/framer.ts';
import { bomLength, createJsonElements } from '../../framings/json-elements.ts';
import { lineElements, wholeElement } from '../../framings/line-elements.ts';
import type { HttpConfig } from './config.ts';

/** How the frames of one body are to be decoded; travels in the meta of its frames. */
export type ElementKind = 'json' | 'line' | 'form';

export interface Elements {
  readonly list: ElementList;
  readonly kind: ElementKind;
  /** JSON text of members copied to each element. */
  readonly inherit: string | undefined;
}

/** Cuts a body into elements with a verdict each. */
export function createElements(config: HttpConfig, limits: FramerLimits): (body: Buffer, contentType: string) => Elements {
  const json = createJsonElements({ maxElementBytes: limits.maxEventBytes });
  const keys = (config.jsonPath ?? '').replace('[*]', '').split('.');
  const lineKind: ElementKind = config.format === 'json' ? 'json' : 'line';

  /** An array that was recognised, not asked for, is taken as a whole or not at all: its sender sends it again once it is right. */
  function recognisedArray(body: Buffer, list: ElementList): void {
    const found = new ElementList();
    if (json.array(body, found)) json.array(body, list);
    else list.bad(0, body.length, 'DECODE_JSON_SYNTAX', found.frames[(found.count - 1) * 3]!);
  }

  function cut(body: Buffer, contentType: string, list: ElementList): { kind: ElementKind; inherit?: string | undefined } {
    switch (config.extraction === 'auto' ? recognise(body, contentType) : config.extraction) {
      case 'json-array':
        if (config.extraction === 'auto') recognisedArray(body, list);
        else json.array(body, list);
        return { kind: 'json' };
      case 'ndjson':
        json.lines(body, list);
        return { kind: 'json' };
      case 'concatenated':
        json.concatenated(body, list);
        return { kind: 'json' };
      case 'json-path':
        return { kind: 'json', inherit: json.path(body, keys, config.inherit, list) };
      case 'body':
        if (config.format === 'json' || looksLikeJson(body)) {
          json.body(body, list);
          return { kind: 'json' };
        }
        wholeElement(body, bomLength(body), body.length, limits, list);
        return { kind: 'line' };
      case 'form':
        wholeElement(body, 0, body.length, { ...limits, onOversize: 'reject' }, list);
        return { kind: 'form' };
      case 'lines':
        if (lineKind === 'json') json.lines(body, list);
        else lineElements(body, limits, list);
        return { kind: lineKind };
    }
  }

  return (body, contentType) => {
    const list = new ElementList();
    const { kind, inherit } = cut(body, contentType, list);
    if (config.onInvalid === 'reject' && config.charset.toLowerCase() === 'utf-8' && !isUtf8(body)) refuseInvalid(body, list);
    return { list, kind, inherit };
  };
}

/** With GET the query is the event. */
export function queryElements(query: Buffer): Elements {
  const list = new ElementList();
  if (query.length === 0) list.empty++;
  else list.good(0, query.length);
  return { list, kind: 'form', inherit: undefined };
}

function refuseInvalid(body: Buffer, list: ElementList): void {
  for (let index = 0; index < list.count; index++) {
    const offset = list.frames[index * 3]!;
    if (list.frames[index * 3 + 2]! & frameFlags.rejected) continue;
    if (!isUtf8(body.subarray(offset, offset + list.frames[index * 3 + 1]!))) list.refuse(index, 'DECODE_UTF8');
  }
}

const openBrace = 0x7b;
const closeBrace = 0x7d;

const firstByte = (body: Buffer) => {
  let at = bomLength(body);
  while (at < body.length && body[at]! <= 0x20) at++;
  return body[at] ?? 0;
};

const looksLikeJson = (body: Buffer) => firstByte(body) === openBrace || firstByte(body) === 0x5b;

/** By first byte, then by Content-Type (curl calls every body a form). */
function recognise(body: Buffer, contentType: string): 'json-array' | 'ndjson' | 'concatenated' | 'body' | 'form' | 'lines' {
  const first = firstByte(body);
  if (first === 0x5b) return 'json-array';
  if (first === openBrace) return severalObjects(body) ? 'ndjson' : touchingObjects(body) ? 'concatenated' : 'body';
  if (/\bjson\b/.test(contentType)) return /ndjson|jsonl|json-seq|x-json-stream/.test(contentType) ? 'ndjson' : 'body';
  if (contentType.startsWith('application/x-www-form-urlencoded') && /^[^\s=&]+=[^\s]*$/.test(body.toString('latin1', 0, 65_536)))
    return 'form';
  return 'lines';
}

/** `}` line feed `{` cannot occur inside one JSON value. */
function severalObjects(body: Buffer): boolean {
  for (let feed = body.indexOf(10); feed >= 0; feed = body.indexOf(10, feed + 1)) {
    let before = feed - 1;
    while (before >= 0 && body[before]! <= 0x20) before--;
    let after = feed + 1;
    while (after < body.length && body[after]! <= 0x20) after++;
    if (body[before] === closeBrace && body[after] === openBrace) return true;
  }
  return false;
}

/** `}{` with nothing or blanks between can stand in a string, so the values themselves decide. */
function touchingObjects(body: Buffer): boolean {
  if (!/\}[ \t]*\{/.test(body.toString('latin1', 0, 65_536))) return false;
  const list = new ElementList();
  createJsonElements({ maxElementBytes: Number.MAX_SAFE_INTEGER }).concatenated(body, list);
  return list.count > 1;
}
