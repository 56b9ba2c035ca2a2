import type { EncodedBatch } from '@acequia/component-sdk/runtime';
import type { FileNode } from './config.ts';

const arrayStart = Buffer.from('[\n');
const arrayBetween = Buffer.from(',\n');
const arrayTail = Buffer.from('\n]\n');

const isArray = (format: FileNode['format'], content: FileNode['content']): boolean =>
  format === 'json-array' && (content === 'all' || content === 'chosen');
const isCsv = (format: FileNode['format'], content: FileNode['content']): boolean => format === 'csv' && content === 'chosen';

/** What closes a file of this format and is written over by the next batch. */
export const tailOf = (format: FileNode['format'], content: FileNode['content']): Uint8Array =>
  isArray(format, content) ? arrayTail : Buffer.alloc(0);

/** What every record of this format ends with; elements of an array have nothing. */
export const recordEnd = (format: FileNode['format'], content: FileNode['content']): '' | '\n' | '\r\n' =>
  isArray(format, content) ? '' : isCsv(format, content) ? '\r\n' : '\n';

/** The records of a batch with what stands before, between and after them. `fresh`: they begin a file. */
export function renderRecords(
  batch: EncodedBatch,
  format: FileNode['format'],
  content: FileNode['content'],
  header: string | undefined,
  fresh: boolean,
): Uint8Array {
  if (!isArray(format, content)) return header === undefined ? batch.bytes : Buffer.concat([Buffer.from(`${header}\r\n`), batch.bytes]);
  const parts: Uint8Array[] = [];
  for (let record = 0; record < batch.count; record += 1)
    parts.push(fresh && record === 0 ? arrayStart : arrayBetween, batch.bytes.subarray(batch.offsets[record], batch.offsets[record + 1]));
  return Buffer.concat(parts);
}
