import type { BatchBuilder, EventFlag, FrameBlock, SlotTable } from '@acequia/batch';
import type { DecodeConfig } from '@acequia/component-sdk/definition';
import { parseCef, parseLeef, Timestamp } from '@acequia/event';
import { createCsvDecoder } from './csv/decode.ts';
import { frameBytes, FrameText } from './frame-text.ts';
import { createJsonDecoder, decodeJsonText } from './json/decode.ts';
import { decodeKv, decodeKvText } from './kv/decode.ts';
import type { LineFormat } from './line-formats.ts';
import { createSyslogDecoder } from './syslog/decode.ts';
import { createTextDecoder } from './text/decode.ts';
import { timeMember, type TimeMember } from './time-member.ts';

export interface LineDecoding extends Omit<DecodeConfig, 'format'> {
  readonly format: LineFormat;
  readonly csvColumns?: readonly string[] | undefined;
  readonly csvSeparator?: string | undefined;
}

interface Reader {
  /** False: no event came of the frame. */
  frame(block: FrameBlock, frame: number, out: BatchBuilder): boolean;
  /** The same from repaired text. */
  text(text: string, block: FrameBlock, frame: number, out: BatchBuilder): boolean;
}

/** From a frame to an event, as the shared group `decode` says. The function returned is false when the frame made no event to add fields to. */
export function createLineDecoder(
  config: LineDecoding,
  slots: SlotTable,
): (block: FrameBlock, frame: number, out: BatchBuilder) => boolean {
  const charset = new FrameText(config.charset, config.onInvalid);
  const reader = readerOf(config, slots);
  return (block, frame, out) => {
    if (charset.direct(block, frame)) return reader.frame(block, frame, out);
    const text = charset.repair(block, frame, out);
    if (text === undefined || !reader.text(text, block, frame, out)) return false;
    charset.flagged(text, out);
    return true;
  };
}

function readerOf(config: LineDecoding, slots: SlotTable): Reader {
  const time = timeMember(config);
  switch (config.format) {
    case 'text': {
      const decode = createTextDecoder(slots);
      const message = slots.slot('message');
      return {
        frame(block, frame, out) {
          decode(block, frame, out);
          return true;
        },
        text(text, _block, frame, out) {
          out.begin(frame);
          out.value(message, text);
          return true;
        },
      };
    }
    case 'json':
      return { frame: createJsonDecoder(slots, time), text: (text, _block, frame, out) => decodeJsonText(text, frame, out, time) };
    case 'csv':
      return createCsvDecoder({ columns: config.csvColumns ?? [], separator: config.csvSeparator ?? ',' }, slots, time);
    case 'kv':
      return {
        frame: (block, frame, out) => decodeKv(block, frame, out, time),
        text: (text, _block, frame, out) => decodeKvText(text, frame, out, time),
      };
    case 'syslog': {
      const decoder = createSyslogDecoder({ standard: 'auto', strict: false, timezone: config.timezone }, slots);
      return {
        frame(block, frame, out) {
          decoder.decode(block, frame, out);
          return true;
        },
        text(text, block, frame, out) {
          decoder.decodeRepaired(Buffer.from(text), block, frame, out);
          return true;
        },
      };
    }
    case 'cef':
    case 'leef':
      return shapeReader(config, time);
  }
}

/** CEF and LEEF: header members, then the extension's (catalogue 5.5). */
function shapeReader(config: LineDecoding, time: TimeMember | undefined): Reader {
  function read(text: string, block: FrameBlock, frame: number, out: BatchBuilder): boolean {
    const options = { tz: config.timezone, nearNs: BigInt(block.meta(frame).receivedMs) * 1_000_000n };
    const parsed = config.format === 'cef' ? parseCef(text) : parseLeef(text, options);
    out.begin(frame);
    if (!parsed.ok) {
      out.reject(frame, config.format === 'cef' ? 'DECODE_CEF' : 'DECODE_LEEF', { offset: parsed.error.offset });
      return false;
    }
    for (const [name, value] of parsed.value.members) {
      out.namedValue(name, value);
      if (name !== time?.name) continue;
      const ns = value instanceof Timestamp ? value.ns : typeof value === 'string' ? time.read(value) : undefined;
      if (ns !== undefined) out.time(ns);
    }
    for (const flag of parsed.value.flags) out.flag(flag as EventFlag);
    return true;
  }
  return {
    frame: (block, frame, out) => {
      const bytes = frameBytes(block, frame);
      return read(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(), block, frame, out);
    },
    text: read,
  };
}
