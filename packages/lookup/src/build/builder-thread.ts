import { parentPort, workerData } from 'node:worker_threads';
import type { LookupSource } from '../parse/create-parser.ts';
import { buildFile } from './build-file.ts';

const { path, source } = workerData as { readonly path: string; readonly source: LookupSource };
parentPort!.postMessage(await buildFile(path, source));
