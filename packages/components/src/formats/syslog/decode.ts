import { cellTags, type BatchBuilder, type FrameBlock, type Slot, type SlotTable } from '@acequia/batch';
import { jsonOfText, Timestamp, type Json } from '@acequia/event';
import { facilityNames, severityNames } from '@acequia/event';
import { structuredDataEnd, structuredDataJson } from './structured-data.ts';
import { readIsoTime, readLegacyTime } from './syslog-time.ts';

export interface SyslogDecodeOptions {
  readonly standard: 'auto' | 'rfc5424' | 'rfc3164' | 'none';
  /** A header that cannot be read refuses the frame. */
  readonly strict: boolean;
  /** Zone of RFC 3164 times. */
  readonly timezone: string;
}

/** Fields of RFC 5424 and RFC 3164 frames as spans (catalogue 5.5). */
export interface SyslogDecoder {
  /** A frame of valid UTF-8. */
  decode(block: FrameBlock, frame: number, out: BatchBuilder): void;
  /** A frame whose text was repaired: `bytes` replace those of the block. */
  decodeRepaired(bytes: Uint8Array, block: FrameBlock, frame: number, out: BatchBuilder): void;
}

const blank = 0x20;
const dash = 0x2d;

export function createSyslogDecoder(options: SyslogDecodeOptions, slots: SlotTable): SyslogDecoder {
  const slot = Object.fromEntries(
    [
      'facility',
      'severity',
      'version',
      'facility_name',
      'severity_name',
      'timestamp',
      'hostname',
      'app_name',
      'proc_id',
      'msg_id',
      'structured_data',
      'message',
    ].map((name) => [name, slots.slot(name)]),
  ) as Record<
    | 'facility'
    | 'severity'
    | 'version'
    | 'facility_name'
    | 'severity_name'
    | 'timestamp'
    | 'hostname'
    | 'app_name'
    | 'proc_id'
    | 'msg_id'
    | 'structured_data'
    | 'message',
    Slot
  >;
  let bytes: Uint8Array;
  let direct = true;
  let out: BatchBuilder;
  let lastData: { readonly raw: Buffer; readonly json: Json } | undefined;

  const span = (target: Slot, start: number, end: number) => {
    if (direct) out.span(target, start, end - start, cellTags.text);
    else out.value(target, textOf(bytes, start, end));
  };
  const header = (target: Slot, start: number, end: number) => {
    if (end - start !== 1 || bytes[start] !== dash) span(target, start, end);
  };
  const priority = (pri: number) => {
    out.value(slot.facility, pri >> 3);
    out.value(slot.severity, pri & 7);
  };
  const priorityNames = (pri: number) => {
    out.value(slot.facility_name, facilityNames[pri >> 3]!);
    out.value(slot.severity_name, severityNames[pri & 7]!);
  };

  /** Senders repeat their elements, so the last ones are kept. */
  function dataOf(start: number, end: number): Json {
    const length = end - start;
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, length);
    if (!lastData || lastData.raw.length !== length || !lastData.raw.equals(raw))
      lastData = { raw: Buffer.from(raw), json: jsonOfText(structuredDataJson(raw.toString())) };
    return lastData.json;
  }

  function frame5424(frame: number, end: number, pri: number, afterPri: number): boolean {
    const versionEnd = wordEnd(afterPri, end);
    const timeEnd = wordEnd(versionEnd + 1, end);
    const hostEnd = wordEnd(timeEnd + 1, end);
    const appEnd = wordEnd(hostEnd + 1, end);
    const procEnd = wordEnd(appEnd + 1, end);
    const idEnd = wordEnd(procEnd + 1, end);
    if (idEnd >= end || bytes[idEnd] !== blank) return false;
    const nilTime = timeEnd - versionEnd === 2 && bytes[versionEnd + 1] === dash;
    const time = nilTime ? undefined : readIsoTime(bytes, versionEnd + 1, timeEnd);
    if (!nilTime && time?.end !== timeEnd) return false;
    const dataAt = idEnd + 1;
    const nilData = bytes[dataAt] === dash;
    const dataEnd = nilData ? dataAt + 1 : structuredDataEnd(bytes, dataAt, end);
    if (dataEnd < 0 || (dataEnd < end && bytes[dataEnd] !== blank)) return false;
    let version = 0;
    for (let at = afterPri; at < versionEnd; at++) version = version * 10 + bytes[at]! - 48;

    out.begin(frame);
    priority(pri);
    out.value(slot.version, version);
    priorityNames(pri);
    if (time) {
      out.value(slot.timestamp, new Timestamp(time.ns));
      out.time(time.ns);
    }
    header(slot.hostname, timeEnd + 1, hostEnd);
    header(slot.app_name, hostEnd + 1, appEnd);
    header(slot.proc_id, appEnd + 1, procEnd);
    header(slot.msg_id, procEnd + 1, idEnd);
    if (!nilData) out.value(slot.structured_data, dataOf(dataAt, dataEnd));
    if (dataEnd + 1 <= end) span(slot.message, skipBom(dataEnd + 1, end), end);
    return true;
  }

  function frame3164(frame: number, end: number, pri: number, afterPri: number, receivedMs: number): boolean {
    const time = readIsoTime(bytes, afterPri, end, options.timezone) ?? readLegacyTime(bytes, afterPri, end, options.timezone, receivedMs);
    if (!time) return false;
    let at = time.end;
    if (at < end && bytes[at] === 0x3a) at++;
    if (at < end && bytes[at] !== blank) return false;
    at = Math.min(at + 1, end);
    out.begin(frame);
    priority(pri);
    priorityNames(pri);
    out.value(slot.timestamp, new Timestamp(time.ns));
    out.time(time.ns);
    const hostEnd = wordEnd(at, end);
    const hostIsTag = hostEnd > at && (bytes[hostEnd - 1] === 0x3a || bytes[hostEnd - 1] === 0x5d);
    if (hostEnd < end && !hostIsTag) {
      header(slot.hostname, at, hostEnd);
      at = hostEnd + 1;
    }
    tagAndMessage(at, end);
    return true;
  }

  /** `su[77]: text`; what has no tag is all message. */
  function tagAndMessage(start: number, end: number): void {
    let at = start;
    while (at < end && isTagByte(bytes[at]!) && at - start < 64) at++;
    const tagEnd = at;
    let procStart = -1;
    let procEnd = -1;
    if (at > start && at < end && bytes[at] === 0x5b) {
      const close = bytes.indexOf(0x5d, at);
      if (close > 0 && close < end && close - at <= 128) {
        procStart = at + 1;
        procEnd = close;
        at = close + 1;
      }
    }
    const ended = at < end && bytes[at] === 0x3a;
    if (tagEnd === start || (!ended && procStart < 0)) {
      span(slot.message, start, end);
      return;
    }
    if (ended) at++;
    span(slot.app_name, start, tagEnd);
    if (procStart >= 0 && procEnd > procStart) span(slot.proc_id, procStart, procEnd);
    if (at < end && bytes[at] === blank) at++;
    span(slot.message, at, end);
  }

  function run(frame: number, start: number, end: number, receivedMs: number): void {
    if (options.standard === 'none') {
      out.begin(frame);
      span(slot.message, start, end);
      return;
    }
    const pri = readPriority(start, end);
    if (pri >= 0) {
      const afterPri = start + (pri > 99 ? 5 : pri > 9 ? 4 : 3) + paddedDigits;
      const versioned = afterPri < end && bytes[afterPri]! >= 0x31 && bytes[afterPri]! <= 0x39 && isVersion(afterPri, end);
      if (options.standard !== 'rfc3164' && versioned && frame5424(frame, end, pri, afterPri)) return;
      if (options.standard !== 'rfc5424' && frame3164(frame, end, pri, afterPri, receivedMs)) return;
      if (!options.strict) {
        out.begin(frame);
        priority(pri);
        priorityNames(pri);
        if (options.standard === 'rfc5424') span(slot.message, afterPri, end);
        else tagAndMessage(afterPri, end);
        out.flag('no_header');
        return;
      }
    }
    if (options.strict) {
      out.reject(frame, 'DECODE_SYSLOG_HEADER', { offset: pri >= 0 ? 1 : 0 });
      return;
    }
    out.begin(frame);
    priority(13);
    priorityNames(13);
    span(slot.message, start, end);
    out.flag('no_header');
  }

  let paddedDigits = 0;

  /** −1 when there is none in 0 … 191. */
  function readPriority(start: number, end: number): number {
    if (end - start < 3 || bytes[start] !== 0x3c) return -1;
    let value = 0;
    let at = start + 1;
    while (at < end && at - start <= 3 && bytes[at]! >= 0x30 && bytes[at]! <= 0x39) value = value * 10 + bytes[at++]! - 48;
    if (at === start + 1 || at >= end || bytes[at] !== 0x3e || value > 191) return -1;
    paddedDigits = at - start - 1 - (value > 99 ? 3 : value > 9 ? 2 : 1);
    return value;
  }

  /** One or two digits and a blank: `1 `, not the year of a legacy time. */
  function isVersion(at: number, end: number): boolean {
    const second = bytes[at + 1];
    return at + 1 < end && (second === blank || (second !== undefined && second >= 0x30 && second <= 0x39 && bytes[at + 2] === blank));
  }

  function wordEnd(at: number, end: number): number {
    while (at < end && bytes[at] !== blank) at++;
    return at;
  }

  /** rsyslog counts a line feed into its octet-counted messages; it is no part of the text. */
  const lineEnd = (start: number, end: number) => (end > start && bytes[end - 1] === 0x0a ? end - 1 : end);

  const skipBom = (at: number, end: number) =>
    at + 3 <= end && bytes[at] === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? at + 3 : at;

  return {
    decode(block, frame, builder) {
      bytes = block.bytes;
      direct = true;
      out = builder;
      const start = block.offset(frame);
      const end = lineEnd(start, start + block.length(frame));
      run(frame, skipBom(start, end), end, block.meta(frame).receivedMs);
    },
    decodeRepaired(repaired, block, frame, builder) {
      bytes = repaired;
      direct = false;
      out = builder;
      const end = lineEnd(0, repaired.length);
      run(frame, skipBom(0, end), end, block.meta(frame).receivedMs);
    },
  };
}

const isTagByte = (byte: number) => byte > 0x20 && byte !== 0x3a && byte !== 0x5b && byte !== 0x5d && byte < 0x7f;

const textOf = (bytes: Uint8Array, start: number, end: number) =>
  Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString();
