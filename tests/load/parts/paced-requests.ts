import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds of each request, from the moment it was due: a server that stalls does not hide behind requests that were never
 * sent. Rejects with the first that failed once all have ended.
 */
export async function pacedRequests(perSecond: number, seconds: number, request: (number: number) => Promise<unknown>): Promise<number[]> {
  const start = performance.now();
  const times: number[] = [];
  const failures: unknown[] = [];
  const running: Promise<unknown>[] = [];
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = start + (number * 1000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await pause(early);
    const timed = request(number).then(() => times.push(performance.now() - due));
    running.push(timed.catch((error: unknown) => failures.push(error)));
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return times;
}
