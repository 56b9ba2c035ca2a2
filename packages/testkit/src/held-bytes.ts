import { Session } from 'node:inspector/promises';

/** Bytes of the heap that the work leaves behind, garbage collected before and after. */
export async function heldBytes(work: () => Promise<void>): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('HeapProfiler.collectGarbage');
    const before = process.memoryUsage().heapUsed;
    await work();
    await session.post('HeapProfiler.collectGarbage');
    return process.memoryUsage().heapUsed - before;
  } finally {
    session.disconnect();
  }
}
