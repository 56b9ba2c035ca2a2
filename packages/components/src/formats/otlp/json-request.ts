import { requests, type FieldSpec, type MessageSpec } from './messages.ts';
import type { Signal } from './signals.ts';
import { JsonCursor } from './json-cursor.ts';
import { wireTypes } from './wire-reader.ts';
import { WireWriter } from './wire-writer.ts';

export type JsonRequestFault = { readonly code: 'DECODE_JSON_SYNTAX' | 'DECODE_JSON_DEPTH' | 'DECODE_OTLP'; readonly offset: number };

/** Messages inside each other; values of 64 levels need up to 192. */
const depthMax = 400;

/**
 * Turns a request in OTLP/JSON (OTLP specification, "JSON Protobuf Encoding") into the same request in protobuf: names in
 * lowerCamelCase or as in the proto file, unknown ones skipped, ids in hexadecimal, 64-bit integers as digits or text.
 */
export function protobufOfJson(signal: Signal, body: Uint8Array): { readonly bytes: Buffer } | JsonRequestFault {
  const json = new JsonCursor(body);
  const writer = new WireWriter();

  /** Writes the members of the object the cursor stands at. */
  function object(message: MessageSpec, depth: number): boolean {
    if (depth > depthMax) return json.fail('DECODE_JSON_DEPTH');
    if (!json.open(0x7b)) return json.fail('DECODE_OTLP');
    for (let first = true; json.member(first, 0x7d); first = false) {
      const name = json.key();
      if (name === undefined) return false;
      const spec = message.byName.get(name);
      const read = spec === undefined || json.isNull() ? json.skip() : spec.repeated ? list(spec, depth) : field(spec, depth);
      if (!read) return false;
    }
    return json.fault === undefined;
  }

  function list(spec: FieldSpec, depth: number): boolean {
    if (!json.open(0x5b)) return json.fail('DECODE_OTLP');
    for (let first = true; json.member(first, 0x5d); first = false) if (!field(spec, depth)) return false;
    return json.fault === undefined;
  }

  function field(spec: FieldSpec, depth: number): boolean {
    if (spec.kind === 'message') {
      const begun = writer.begin(spec.number);
      const read = json.isNull() ? json.skip() : object(spec.message(), depth + 1);
      writer.end(begun);
      return read;
    }
    if (spec.kind === 'string') {
      const begun = writer.begin(spec.number);
      const read = json.string((bytes, start, stop) => writer.raw(bytes, start, stop));
      writer.end(begun);
      return read || json.fail('DECODE_OTLP');
    }
    const text = json.scalar();
    if (text === undefined) return json.fail('DECODE_OTLP');
    return scalar(spec, text) || json.fail('DECODE_OTLP');
  }

  function scalar(spec: FieldSpec, text: string): boolean {
    switch (spec.kind) {
      case 'bool':
        if (text !== 'true' && text !== 'false') return false;
        writer.tag(spec.number, wireTypes.varint);
        writer.varint(text === 'true' ? 1 : 0);
        return true;
      case 'bytes':
      case 'hex': {
        const bytes = spec.kind === 'hex' ? hexBytes(text) : base64Bytes(text);
        if (bytes === undefined) return false;
        const begun = writer.begin(spec.number);
        writer.raw(bytes, 0, bytes.length);
        writer.end(begun);
        return true;
      }
      case 'double': {
        const value = doubleOf(text);
        if (value === undefined) return false;
        writer.tag(spec.number, wireTypes.fixed64);
        writer.double(value);
        return true;
      }
      default:
        return integer(spec, text);
    }
  }

  function integer(spec: FieldSpec, text: string): boolean {
    const value = integerOf(text);
    if (value === undefined) return false;
    const bounds = integerBounds[spec.kind as keyof typeof integerBounds];
    if (value < bounds[0] || value > bounds[1]) return false;
    switch (spec.kind) {
      case 'fixed64':
      case 'sfixed64':
        writer.tag(spec.number, wireTypes.fixed64);
        writer.fixed64(value);
        return true;
      case 'fixed32':
        writer.tag(spec.number, wireTypes.fixed32);
        writer.fixed32(Number(value));
        return true;
      default:
        writer.tag(spec.number, wireTypes.varint);
        writer.varint64(spec.kind === 'sint32' ? (value << 1n) ^ (value >> 63n) : value);
        return true;
    }
  }

  const read = object(requests[signal], 0) && json.end();
  return read ? { bytes: writer.bytes } : (json.fault ?? { code: 'DECODE_JSON_SYNTAX', offset: 0 });
}

const int32 = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const uint32 = [0n, 2n ** 32n - 1n] as const;
const int64 = [-(2n ** 63n), 2n ** 63n - 1n] as const;
const uint64 = [0n, 2n ** 64n - 1n] as const;
const integerBounds = {
  enum: int32,
  sint32: int32,
  uint32,
  fixed32: uint32,
  int64,
  sfixed64: int64,
  uint64,
  fixed64: uint64,
} as const;

/** Whole numbers, also as `1e3` or `2.0`. */
function integerOf(text: string): bigint | undefined {
  if (/^-?\d{1,20}$/.test(text)) return BigInt(text);
  if (!jsonNumber.test(text) || text.length > 64) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function doubleOf(text: string): number | undefined {
  if (text === 'NaN') return NaN;
  if (text === 'Infinity' || text === '-Infinity') return Number(text);
  if (!jsonNumber.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function hexBytes(text: string): Buffer | undefined {
  return text.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** Standard or URL-safe alphabet, with or without padding. */
function base64Bytes(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
