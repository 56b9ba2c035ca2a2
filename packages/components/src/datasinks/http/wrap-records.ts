import type { EncodedBatch } from '@acequia/component-sdk/runtime';
import type { HttpNode } from './config.ts';

interface Wrapping {
  readonly before: Buffer;
  readonly between: Buffer;
  readonly after: Buffer;
}

/** What stands before, between and after the records of a body. */
export function wrappingOf(node: Pick<HttpNode, 'bulk' | 'wrap' | 'delimiter' | 'before' | 'between' | 'after'>): Wrapping {
  const of = (before: string, between: string, after: string): Wrapping => ({
    before: Buffer.from(before),
    between: Buffer.from(between),
    after: Buffer.from(after),
  });
  if (!node.bulk) return of('', '', '');
  switch (node.wrap) {
    case 'ndjson':
      return of('', '\n', '\n');
    case 'json-array':
      return of('[', ',', ']');
    case 'delimiter':
      return of('', node.delimiter ?? '', '');
    case 'template':
      return of(node.before, node.between, node.after);
  }
}

export function wrapRecords(batch: EncodedBatch, { before, between, after }: Wrapping): Buffer {
  const parts: Uint8Array[] = [before];
  for (let record = 0; record < batch.count; record += 1) {
    if (record > 0) parts.push(between);
    parts.push(batch.bytes.subarray(batch.offsets[record], batch.offsets[record + 1]));
  }
  parts.push(after);
  return Buffer.concat(parts);
}
