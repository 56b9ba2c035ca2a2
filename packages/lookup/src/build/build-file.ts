import { createReadStream } from 'node:fs';
import { MiB, ok, type Result } from '@acequia/base';
import type { LookupFault } from '../lookup-fault.ts';
import type { LookupSource } from '../parse/create-parser.ts';
import { createTableLayer } from './build-table.ts';
import { inspectTable } from './inspect-table.ts';

/** Builds the table of a file, read twice: once to know how large it becomes, once to lay it. Holds no more than the table. */
export async function buildFile(path: string, source: LookupSource): Promise<Result<SharedArrayBuffer, LookupFault>> {
  const pieces = (): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: MiB });
  const inspector = inspectTable(source, { keys: 'first' });
  for await (const piece of pieces()) if (!inspector.push(piece)) break;
  const facts = inspector.finish();
  if (!facts.ok) return facts;
  const layer = createTableLayer(source, facts.value);
  for await (const piece of pieces()) layer.push(piece);
  return ok(layer.finish());
}
