import { Worker } from 'node:worker_threads';
import type { Result } from '@acequia/base';
import type { LookupFault } from '../lookup-fault.ts';
import type { LookupSource } from '../parse/create-parser.ts';

/** Builds the table of a file in a thread of its own, so that nothing waits for it. Rejects when the file cannot be read. */
export function buildInThread(path: string, source: LookupSource): Promise<Result<SharedArrayBuffer, LookupFault>> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./builder-thread.ts', import.meta.url), { workerData: { path, source } });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the builder ended with ${code}`)));
  });
}
