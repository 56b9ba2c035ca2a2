import { List, Timestamp, type FieldValue } from '@acequia/event';
import type { BatchCore } from './batch-core.ts';
import { cellText } from './cell-codec.ts';
import { internalSlots } from './internal-fields.ts';
import { noTime, rowWord, rowWords, type RowTable } from './row-table.ts';
import { cellTags, eventFlags, type Row, type Slot } from './view.ts';

const nsPerMs = 1_000_000n;

/** `<listener>.<origin>.<frame>[.<element>]`, or `<pipeline>.<node>` of events made out of state, and the tails `.<node>.<n>` of rows that steps added (engine decision 25). */
export function eventId(core: BatchCore, table: RowTable, row: Row): string {
  const at = row * rowWords;
  const frame = table.words[at + rowWord.frame]!;
  const element = table.words[at + rowWord.element]!;
  const envelope = core.frames.envelope(frame);
  const birth = envelope.made ?? `${envelope.listenerId}.${envelope.origin}.${core.frames.number(frame)}`;
  const tail = core.suffixes[table.words[at + rowWord.suffix]!]!;
  return element < 0 ? birth + tail : `${birth}.${element}${tail}`;
}

/** ns since 1970 of `_time`; the moment of receipt when the event carried none. */
export function eventTime(core: BatchCore, table: RowTable, row: Row): bigint {
  const time = table.times[row * 5 + 4]!;
  return time === noTime ? receivedTime(core, table, row) : time;
}

function receivedTime(core: BatchCore, table: RowTable, row: Row): bigint {
  return BigInt(core.frames.meta(table.words[row * rowWords + rowWord.frame]!).receivedMs) * nsPerMs;
}

function flagList(bits: number): List | undefined {
  const names = eventFlags.filter((_, index) => (bits & (1 << index)) !== 0);
  return names.length === 0 ? undefined : new List('string', names);
}

/** An internal field that the row does not carry itself, from frame, meta and envelope (catalogue 1.3). */
export function internalValue(core: BatchCore, table: RowTable, row: Row, slot: Slot, label: string | undefined): FieldValue | undefined {
  const at = row * rowWords;
  const frame = table.words[at + rowWord.frame]!;
  const frames = core.frames;
  switch (slot) {
    case internalSlots.id:
      return eventId(core, table, row);
    case internalSlots.raw: {
      const length = table.words[at + rowWord.element]! >= 0 ? -1 : frames.rawLength(frame);
      return length < 0 ? undefined : cellText(core, frames.rawOffset(frame), length, cellTags.text);
    }
    case internalSlots.time:
      return new Timestamp(eventTime(core, table, row));
    case internalSlots.received:
      return new Timestamp(receivedTime(core, table, row));
    case internalSlots.listener:
      return frames.envelope(frame).listenerId;
    case internalSlots.listenerName:
      return frames.envelope(frame).listenerName;
    case internalSlots.listenerType:
      return frames.envelope(frame).listenerType;
    case internalSlots.label:
      return label ?? frames.envelope(frame).label;
    case internalSlots.sourceIp:
      return frames.meta(frame).sourceIp;
    case internalSlots.sourcePort:
      return frames.meta(frame).sourcePort;
    case internalSlots.transport:
      return frames.meta(frame).transport;
    case internalSlots.tlsSubject:
      return frames.meta(frame).tlsSubject;
    case internalSlots.credential:
      return frames.meta(frame).credential;
    case internalSlots.bytes:
      return frames.wireBytes(frame);
    case internalSlots.cluster:
      return frames.envelope(frame).cluster;
    case internalSlots.worker:
      return frames.envelope(frame).worker;
    case internalSlots.flags:
      return flagList(table.words[at + rowWord.flags]!);
    case internalSlots.replay:
      return frames.envelope(frame).replay;
    default:
      return undefined;
  }
}
