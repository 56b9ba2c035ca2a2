import { describe, expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { RecordBatch } from './record-buffer.ts';

const KiB = 1024;
const maxBytes = 100 * KiB;
const entry = {} as Entry;
const batch = (memory?: ConstructorParameters<typeof RecordBatch>[5]) => new RecordBatch('', undefined, 0, maxBytes, () => 'key', memory);
const textsOf = ({ bytes, offsets, count }: RecordBatch) =>
  Array.from({ length: count }, (_, record) => Buffer.from(bytes.subarray(offsets[record], offsets[record + 1])).toString());

function fill(target: RecordBatch, records: number, recordBytes: number): RecordBatch {
  const bytes = new Uint8Array(records * recordBytes).fill(0x61);
  const ends = Int32Array.from({ length: records }, (_, record) => (record + 1) * recordBytes);
  for (let at = 0; at < records; at += 10) target.appendRun(bytes, ends, at, Math.min(at + 10, records), entry, at);
  return target;
}

describe('the memory of a batch', () => {
  it('never outgrows what a batch may hold, so that it can be kept for the next one', () => {
    expect(fill(batch(), 100, KiB).takeMemory().bytes.length).toBe(maxBytes);
  });

  it('takes a single record that is larger than a batch', () => {
    const large = Buffer.alloc(3 * maxBytes, 'x');
    const one = batch();
    one.append(large, entry, 0);
    expect(textsOf(one)).toEqual([large.toString()]);
  });

  it('shows nothing of the batch before', () => {
    const memory = fill(batch(), 100, KiB).takeMemory();
    const next = batch(memory);
    expect([next.count, next.size, next.bytes.length]).toEqual([0, 0, 0]);
    next.append(Buffer.from('one'), entry, 0);
    next.append(Buffer.from('two'), entry, 1);
    expect(textsOf(next)).toEqual(['one', 'two']);
    expect(next.takeMemory()).toEqual(memory);
  });

  it('leaves an empty batch behind when it is taken', () => {
    const done = fill(batch(), 20, KiB);
    done.takeMemory();
    expect([done.count, done.size, done.bytes.length]).toEqual([0, 0, 0]);
  });
});
