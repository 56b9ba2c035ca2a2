import type { SlotTable } from '@acequia/batch';
import { writeObject } from './any-value.ts';
import { readDoubles, readFixed64s, readVarints, type RowFields } from './row-fields.ts';
import type { SideText } from './side-text.ts';
import type { WireReader } from './wire-reader.ts';

export const pointSlots = (slots: SlotTable) => ({
  attributes: slots.slot('attributes'),
  value: slots.slot('value'),
  valueInt: slots.slot('value_int'),
  startTime: slots.slot('start_time'),
  count: slots.slot('count'),
  sum: slots.slot('sum'),
  min: slots.slot('min'),
  max: slots.slot('max'),
  bounds: slots.slot('bounds'),
  bucketCounts: slots.slot('bucket_counts'),
  exponential: slots.slot('exponential'),
  summary: slots.slot('summary'),
});
type PointSlots = ReturnType<typeof pointSlots>;

/** By the field number of a metric's data (opentelemetry.proto.metrics.v1). */
export const pointReaders: Readonly<
  Record<number, (row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number) => void>
> = { 5: addNumber, 7: addNumber, 9: addHistogram, 10: addExponential, 11: addSummary };

/** `flags` bit: the point says that nothing was recorded. */
const noValue = 1;

function addNumber(row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number): void {
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 4) row.float(slot.value, reader.doubleAt(reader.start));
    else if (reader.field === 6) row.out.value(slot.valueInt, reader.signed());
    else if (reader.field === 8 && (reader.low & noValue) !== 0) row.out.value(slot.value, null);
    else addTime(row, reader, slot);
  }
  addAttributes(row, reader, slot, start, stop, 7);
}

function addHistogram(row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number): void {
  const counts: bigint[] = [];
  const bounds: number[] = [];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 6) readFixed64s(reader, counts);
    else if (reader.field === 7) readDoubles(reader, bounds);
    else if (reader.field === 11) row.float(slot.min, reader.doubleAt(reader.start));
    else if (reader.field === 12) row.float(slot.max, reader.doubleAt(reader.start));
    else addCommon(row, reader, slot);
  }
  row.floats(slot.bounds, bounds);
  row.integers(slot.bucketCounts, counts);
  addAttributes(row, reader, slot, start, stop, 9);
}

function addExponential(row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number): void {
  let scale = 0;
  let zeroCount = 0n;
  let zeroThreshold = 0;
  let [positiveStart, positiveStop, negativeStart, negativeStop] = [0, 0, 0, 0];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 6) scale = reader.zigzag();
    else if (reader.field === 7) zeroCount = reader.unsigned();
    else if (reader.field === 8) [positiveStart, positiveStop] = [reader.start, reader.stop];
    else if (reader.field === 9) [negativeStart, negativeStop] = [reader.start, reader.stop];
    else if (reader.field === 12) row.float(slot.min, reader.doubleAt(reader.start));
    else if (reader.field === 13) row.float(slot.max, reader.doubleAt(reader.start));
    else if (reader.field === 14) zeroThreshold = reader.doubleAt(reader.start);
    else addCommon(row, reader, slot);
  }
  const { side } = row;
  const from = side.size;
  side.text(`{"scale":${scale},"zero_count":${zeroCount},"zero_threshold":`);
  side.float(zeroThreshold);
  side.text(',"positive":');
  writeBuckets(reader, positiveStart, positiveStop, side);
  side.text(',"negative":');
  writeBuckets(reader, negativeStart, negativeStop, side);
  side.byte(0x7d);
  row.json(slot.exponential, { start: from, stop: side.size });
  addAttributes(row, reader, slot, start, stop, 1);
}

function writeBuckets(reader: WireReader, start: number, stop: number, side: SideText): void {
  let offset = 0;
  const counts: bigint[] = [];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 1) offset = reader.zigzag();
    else if (reader.field === 2) readVarints(reader, counts);
  }
  side.text(`{"offset":${offset},"bucket_counts":[${counts.join(',')}]}`);
}

function addSummary(row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number): void {
  const quantiles: number[] = [];
  reader.range(start, stop);
  while (reader.next()) {
    if (reader.field === 6) readQuantile(reader, quantiles);
    else addCommon(row, reader, slot);
  }
  const { side } = row;
  const from = side.size;
  side.byte(0x5b);
  for (let index = 0; index < quantiles.length; index += 2) {
    side.text(index === 0 ? '{"quantile":' : ',{"quantile":');
    side.float(quantiles[index]!);
    side.text(',"value":');
    side.float(quantiles[index + 1]!);
    side.byte(0x7d);
  }
  side.byte(0x5d);
  row.json(slot.summary, { start: from, stop: side.size });
  addAttributes(row, reader, slot, start, stop, 7);
}

function readQuantile(reader: WireReader, into: number[]): void {
  const { at, end } = reader;
  let [quantile, value] = [0, 0];
  reader.range(reader.start, reader.stop);
  while (reader.next()) {
    if (reader.field === 1) quantile = reader.doubleAt(reader.start);
    else if (reader.field === 2) value = reader.doubleAt(reader.start);
  }
  into.push(quantile, value);
  reader.range(at, end);
}

/** Count and sum have the same numbers in all points that are no plain numbers. */
function addCommon(row: RowFields, reader: WireReader, slot: PointSlots): void {
  if (reader.field === 4) row.unsigned(slot.count, reader.unsigned());
  else if (reader.field === 5) row.float(slot.sum, reader.doubleAt(reader.start));
  else addTime(row, reader, slot);
}

function addTime(row: RowFields, reader: WireReader, slot: PointSlots): void {
  if (reader.field === 2) row.time(slot.startTime, reader.unsigned());
  else if (reader.field === 3) row.eventTime(reader.unsigned());
}

function addAttributes(row: RowFields, reader: WireReader, slot: PointSlots, start: number, stop: number, field: number): void {
  const from = row.side.size;
  writeObject(reader, start, stop, field, row.side);
  row.json(slot.attributes, { start: from, stop: row.side.size });
}
