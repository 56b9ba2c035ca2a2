import { frameFlags, type BatchBuilder, type FrameBlock, type SlotTable } from '@acequia/batch';
import { writeObject } from './any-value.ts';
import { addLog, logSlots } from './log-row.ts';
import { exponentialHistogram, gauge, histogram, logRecord, span, sum, summary, type MessageSpec } from './messages.ts';
import { pointReaders, pointSlots } from './point-row.ts';
import { RowFields, type SideRange } from './row-fields.ts';
import { frameRequest } from './frame-request.ts';
import { SideText } from './side-text.ts';
import type { Signal } from './signals.ts';
import { addSpan, spanSlots } from './span-row.ts';
import { Verifier } from './verify.ts';
import { WireReader, wireTypes } from './wire-reader.ts';

const temporalities = [undefined, 'delta', 'cumulative'];
const metricTypes: Readonly<Record<number, { readonly name: string; readonly message: MessageSpec }>> = {
  5: { name: 'gauge', message: gauge },
  7: { name: 'sum', message: sum },
  9: { name: 'histogram', message: histogram },
  10: { name: 'exponential_histogram', message: exponentialHistogram },
  11: { name: 'summary', message: summary },
};

/**
 * Frames that are OTLP requests in protobuf to events, one per log record, span or data point. Records that were refused
 * before the reply are left out: they stand in frames of their own.
 */
export function createOtlpDecoder(slots: SlotTable, signalOf: (block: FrameBlock, frame: number) => Signal | undefined) {
  const side = new SideText();
  const log = logSlots(slots);
  const trace = spanSlots(slots);
  const point = pointSlots(slots);
  const slot = {
    signal: slots.slot('signal'),
    resource: slots.slot('resource'),
    scopeName: slots.slot('scope_name'),
    scopeVersion: slots.slot('scope_version'),
    metricName: slots.slot('metric_name'),
    metricType: slots.slot('metric_type'),
    metricUnit: slots.slot('metric_unit'),
    temporality: slots.slot('temporality'),
    monotonic: slots.slot('monotonic'),
  };

  return (block: FrameBlock, out: BatchBuilder): void => {
    const row = new RowFields(out, block.bytes, side);
    for (let frame = 0; frame < block.count; frame++) {
      if ((block.flags(frame) & frameFlags.rejected) === 0) decodeFrame(block, frame, row);
    }
    row.finish();
  };

  function decodeFrame(block: FrameBlock, frame: number, row: RowFields): void {
    const { out } = row;
    const found = signalOf(block, frame);
    const start = block.offset(frame);
    const stop = start + block.length(frame);
    const checked = (block.flags(frame) & frameFlags.checked) !== 0;
    if (found === undefined) {
      out.reject(frame, 'DECODE_PROTOBUF', {});
      return;
    }
    const signal: Signal = found;
    row.startFrame(block.meta(frame).receivedMs);
    if (!checked) {
      const { accepted, firstFault } = frameRequest(signal, block.bytes.subarray(start, stop), Infinity);
      if (accepted === 0) {
        if (firstFault === undefined) out.empty(frame);
        else out.reject(frame, firstFault, {});
        return;
      }
    }
    const verifier = new Verifier(new WireReader(block.bytes));
    const inner = new WireReader(block.bytes);
    let resource: SideRange = { start: 0, stop: 0 };
    let scope: readonly [number, number, number, number] = [0, 0, 0, 0];
    let resourceRepaired = false;
    let element = 0;

    /** Begins the row of a record, when it is good. */
    function begin(spec: MessageSpec, from: number, to: number): boolean {
      const number = element++;
      if (!checked && verifier.message(spec, from, to) !== undefined) return false;
      side.repaired = false;
      out.begin(frame, number);
      out.value(slot.signal, signal);
      row.json(slot.resource, resource);
      row.text(slot.scopeName, scope[0], scope[1]);
      row.text(slot.scopeVersion, scope[2], scope[3]);
      return true;
    }
    const end = () => {
      if (side.repaired || resourceRepaired) out.flag('invalid_utf8');
    };

    function metric(from: number, to: number): void {
      let [nameStart, nameStop, unitStart, unitStop] = [0, 0, 0, 0];
      each(from, to, (reader) => {
        if (reader.field === 1) [nameStart, nameStop] = [reader.start, reader.stop];
        else if (reader.field === 3) [unitStart, unitStop] = [reader.start, reader.stop];
      });
      each(from, to, (reader) => {
        const type = metricTypes[reader.field];
        const addPoint = pointReaders[reader.field];
        if (type === undefined || addPoint === undefined) return;
        const { start: dataStart, stop: dataStop } = reader;
        let temporality = 0;
        let monotonic = false;
        each(dataStart, dataStop, (data) => {
          if (data.field === 2 && data.wire === wireTypes.varint) temporality = data.low;
          else if (data.field === 3 && data.wire === wireTypes.varint) monotonic = data.low !== 0;
        });
        each(dataStart, dataStop, (data) => {
          if (data.field !== 1 || data.wire !== wireTypes.bytes) return;
          if (!begin(type.message.byNumber[1]!.message(), data.start, data.stop)) return;
          row.text(slot.metricName, nameStart, nameStop);
          out.value(slot.metricType, type.name);
          row.text(slot.metricUnit, unitStart, unitStop);
          const named = temporalities[temporality];
          if (named !== undefined) out.value(slot.temporality, named);
          if (type.message === sum) out.value(slot.monotonic, monotonic);
          addPoint(row, inner, point, data.start, data.stop);
          end();
        });
      });
    }

    function record(from: number, to: number): void {
      if (signal === 'metrics') metric(from, to);
      else if (signal === 'logs' && begin(logRecord, from, to)) {
        addLog(row, inner, log, from, to);
        end();
      } else if (signal === 'traces' && begin(span, from, to)) {
        addSpan(row, inner, trace, from, to);
        end();
      }
    }

    function perScope(from: number, to: number): void {
      scope = [0, 0, 0, 0];
      each(from, to, (reader) => {
        if (reader.field === 1) scope = readScope(reader.start, reader.stop);
      });
      each(from, to, (reader) => {
        if (reader.field === 2) record(reader.start, reader.stop);
      });
    }

    function readScope(from: number, to: number): readonly [number, number, number, number] {
      let [nameStart, nameStop, versionStart, versionStop] = [0, 0, 0, 0];
      each(from, to, (reader) => {
        if (reader.field === 1) [nameStart, nameStop] = [reader.start, reader.stop];
        else if (reader.field === 2) [versionStart, versionStop] = [reader.start, reader.stop];
      });
      return [nameStart, nameStop, versionStart, versionStop];
    }

    function perResource(from: number, to: number): void {
      let [attributesStart, attributesStop] = [0, 0];
      each(from, to, (reader) => {
        if (reader.field === 1) [attributesStart, attributesStop] = [reader.start, reader.stop];
      });
      const begun = side.size;
      side.repaired = false;
      writeObject(inner, attributesStart, attributesStop, 1, side);
      resource = { start: begun, stop: side.size };
      resourceRepaired = side.repaired;
      each(from, to, (reader) => {
        if (reader.field === 2) perScope(reader.start, reader.stop);
      });
    }

    /** Visits the fields of a message with a reader of its own, so that visits may nest. */
    function each(from: number, to: number, visit: (reader: WireReader) => void): void {
      const reader = new WireReader(block.bytes);
      reader.range(from, to);
      while (reader.next()) visit(reader);
    }

    each(start, stop, (reader) => {
      if (reader.field === 1 && reader.wire === wireTypes.bytes) perResource(reader.start, reader.stop);
    });
  }
}
