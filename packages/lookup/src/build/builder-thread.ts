import { createReadStream } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { createTableBuilder, type LookupSource } from './build-table.ts';

const { path, source } = workerData as { readonly path: string; readonly source: LookupSource };
const builder = createTableBuilder(source);
for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) if (!builder.push(chunk as Uint8Array)) break;
parentPort!.postMessage(builder.finish());
