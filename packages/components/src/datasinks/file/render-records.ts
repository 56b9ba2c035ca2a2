import type { EncodedBatch } from '@acequia/component-sdk/runtime';
import type { FileNode } from './config.ts';

const lineEnd = Buffer.from('\n');
const csvEnd = Buffer.from('\r\n');
const arrayStart = Buffer.from('[\n');
const arrayBetween = Buffer.from(',\n');
const arrayTail = Buffer.from('\n]\n');

const isArray = (format: FileNode['format'], content: FileNode['content']): boolean =>
  format === 'json-array' && (content === 'all' || content === 'chosen');
const isCsv = (format: FileNode['format'], content: FileNode['content']): boolean => format === 'csv' && content === 'chosen';

/** What closes a file of this format and is written over by the next batch. */
export const tailOf = (format: FileNode['format'], content: FileNode['content']): Uint8Array =>
  isArray(format, content) ? arrayTail : Buffer.alloc(0);

/** The records of a batch with what stands before, between and after them. `fresh`: they begin a file. */
export function renderRecords(
  batch: EncodedBatch,
  format: FileNode['format'],
  content: FileNode['content'],
  header: string | undefined,
  fresh: boolean,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const array = isArray(format, content);
  const end = isCsv(format, content) ? csvEnd : lineEnd;
  if (header !== undefined) parts.push(Buffer.from(header), csvEnd);
  for (let record = 0; record < batch.count; record += 1) {
    const bytes = batch.bytes.subarray(batch.offsets[record], batch.offsets[record + 1]);
    if (array) parts.push(fresh && record === 0 ? arrayStart : arrayBetween, bytes);
    else parts.push(bytes, end);
  }
  return Buffer.concat(parts);
}
