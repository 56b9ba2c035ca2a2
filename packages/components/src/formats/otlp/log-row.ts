import type { SlotTable } from '@acequia/batch';
import { writeAnyValue, writeObject } from './any-value.ts';
import { isTime, type RowFields } from './row-fields.ts';
import type { WireReader } from './wire-reader.ts';

export const logSlots = (slots: SlotTable) => ({
  body: slots.slot('body'),
  severityNumber: slots.slot('severity_number'),
  severityText: slots.slot('severity_text'),
  attributes: slots.slot('attributes'),
  traceId: slots.slot('trace_id'),
  spanId: slots.slot('span_id'),
  flags: slots.slot('flags'),
  eventName: slots.slot('event_name'),
  observedTime: slots.slot('observed_time'),
});

/** Adds the fields of a LogRecord (opentelemetry.proto.logs.v1) to the row begun. */
export function addLog(row: RowFields, reader: WireReader, slot: ReturnType<typeof logSlots>, start: number, stop: number): void {
  let time = 0n;
  let observed = 0n;
  reader.range(start, stop);
  while (reader.next()) {
    switch (reader.field) {
      case 1:
        time = reader.unsigned();
        break;
      case 2:
        if (reader.low !== 0) row.out.value(slot.severityNumber, reader.low | 0);
        break;
      case 3:
        row.text(slot.severityText, reader.start, reader.stop);
        break;
      case 5:
        addBody(row, reader, slot.body, reader.start, reader.stop);
        break;
      case 8:
        if (reader.low !== 0) row.out.value(slot.flags, reader.low);
        break;
      case 9:
        row.id(slot.traceId, reader.start, reader.stop);
        break;
      case 10:
        row.id(slot.spanId, reader.start, reader.stop);
        break;
      case 11:
        observed = reader.unsigned();
        break;
      case 12:
        row.text(slot.eventName, reader.start, reader.stop);
        break;
    }
  }
  row.time(slot.observedTime, observed);
  row.eventTime(isTime(time) ? time : observed);
  const from = row.side.size;
  writeObject(reader, start, stop, 6, row.side);
  row.json(slot.attributes, { start: from, stop: row.side.size });
}

/** Text as it is, lists and objects as json, everything else as the text JSON has for it; an empty body is none. */
function addBody(row: RowFields, reader: WireReader, slot: number, start: number, stop: number): void {
  const { at, end } = reader;
  reader.range(start, stop);
  let kind = 0;
  let [from, to] = [0, 0];
  while (reader.next()) {
    kind = reader.field;
    [from, to] = [reader.start, reader.stop];
  }
  reader.range(at, end);
  if (kind === 1) row.anyText(slot, from, to);
  else if (kind > 1 && kind <= 7) {
    const begun = row.side.size;
    writeAnyValue(reader, start, stop, row.side);
    const stopped = row.side.size;
    const quoted = kind === 7 || (kind === 4 && !Number.isFinite(reader.doubleAt(from)));
    if (kind === 5 || kind === 6) row.json(slot, { start: begun, stop: stopped });
    else row.sideText(slot, begun + (quoted ? 1 : 0), stopped - (quoted ? 1 : 0));
  }
}
