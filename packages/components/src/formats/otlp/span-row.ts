import type { SlotTable } from '@acequia/batch';
import { Timestamp, valueToText } from '@acequia/event';
import { writeObject } from './any-value.ts';
import { isTime, type RowFields } from './row-fields.ts';
import type { SideText } from './side-text.ts';
import type { WireReader } from './wire-reader.ts';

export const spanSlots = (slots: SlotTable) => ({
  name: slots.slot('name'),
  kind: slots.slot('kind'),
  traceId: slots.slot('trace_id'),
  spanId: slots.slot('span_id'),
  parentSpanId: slots.slot('parent_span_id'),
  startTime: slots.slot('start_time'),
  endTime: slots.slot('end_time'),
  durationNs: slots.slot('duration_ns'),
  statusCode: slots.slot('status_code'),
  statusMessage: slots.slot('status_message'),
  attributes: slots.slot('attributes'),
  events: slots.slot('events'),
  links: slots.slot('links'),
});

const kinds = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const statusCodes = ['unset', 'ok', 'error'];

/** Adds the fields of a Span (opentelemetry.proto.trace.v1) to the row begun. */
export function addSpan(row: RowFields, reader: WireReader, slot: ReturnType<typeof spanSlots>, start: number, stop: number): void {
  let begun = 0n;
  let ended = 0n;
  let kind = 0;
  let [statusStart, statusStop] = [0, 0];
  reader.range(start, stop);
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        row.id(slot.traceId, reader.start, reader.stop);
        break;
      case 2:
        row.id(slot.spanId, reader.start, reader.stop);
        break;
      case 4:
        row.id(slot.parentSpanId, reader.start, reader.stop);
        break;
      case 5:
        row.text(slot.name, reader.start, reader.stop);
        break;
      case 6:
        kind = reader.low;
        break;
      case 7:
        begun = reader.unsigned();
        break;
      case 8:
        ended = reader.unsigned();
        break;
      case 15:
        [statusStart, statusStop] = [reader.start, reader.stop];
        break;
    }
  }
  row.out.value(slot.kind, kinds[kind] ?? String(kind));
  row.time(slot.startTime, begun);
  row.time(slot.endTime, ended);
  if (isTime(begun) && isTime(ended)) row.difference(slot.durationNs, begun, ended);
  row.eventTime(isTime(begun) ? begun : ended);
  addStatus(row, reader, slot, statusStart, statusStop);
  const { side } = row;
  let from = side.size;
  writeObject(reader, start, stop, 9, side);
  row.json(slot.attributes, { start: from, stop: side.size });
  from = side.size;
  if (writeList(reader, start, stop, 11, side, writeEvent)) row.json(slot.events, { start: from, stop: side.size });
  from = side.size;
  if (writeList(reader, start, stop, 13, side, writeLink)) row.json(slot.links, { start: from, stop: side.size });
}

function addStatus(row: RowFields, reader: WireReader, slot: ReturnType<typeof spanSlots>, start: number, stop: number): void {
  let code = 0;
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 3) code = reader.low;
    else if (reader.field === 2) row.text(slot.statusMessage, reader.start, reader.stop);
  }
  row.out.value(slot.statusCode, statusCodes[code] ?? String(code));
}

/** The messages a span repeats under a field number as a JSON array; false, and nothing written, when there are none. */
function writeList(
  reader: WireReader,
  start: number,
  stop: number,
  field: number,
  side: SideText,
  write: (reader: WireReader, start: number, stop: number, side: SideText) => void,
): boolean {
  const from = side.size;
  let count = 0;
  side.byte(0x5b);
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field !== field) continue;
    if (count++ > 0) side.byte(0x2c);
    const { at, end } = reader;
    write(reader, reader.start, reader.stop, side);
    reader.range(at, end);
  }
  side.byte(0x5d);
  if (count === 0) side.rewind(from);
  return count > 0;
}

function writeEvent(reader: WireReader, start: number, stop: number, side: SideText): void {
  let time = 0n;
  let [nameStart, nameStop] = [0, 0];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 1) time = reader.unsigned();
    else if (reader.field === 2) [nameStart, nameStop] = [reader.start, reader.stop];
  }
  side.text(isTime(time) ? `{"time":"${valueToText(new Timestamp(time))}","name":` : '{"time":null,"name":');
  side.jsonString(reader.bytes, nameStart, nameStop);
  side.text(',"attributes":');
  writeObject(reader, start, stop, 3, side);
  side.byte(0x7d);
}

function writeLink(reader: WireReader, start: number, stop: number, side: SideText): void {
  let [traceStart, traceStop, spanStart, spanStop] = [0, 0, 0, 0];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 1) [traceStart, traceStop] = [reader.start, reader.stop];
    else if (reader.field === 2) [spanStart, spanStop] = [reader.start, reader.stop];
  }
  side.text('{"trace_id":"');
  side.hex(reader.bytes, traceStart, traceStop);
  side.text('","span_id":"');
  side.hex(reader.bytes, spanStart, spanStop);
  side.text('","attributes":');
  writeObject(reader, start, stop, 4, side);
  side.byte(0x7d);
}
