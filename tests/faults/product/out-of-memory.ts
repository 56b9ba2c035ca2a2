import { buildWhenStale } from '../../../scripts/build-when-stale.mjs';
import { eventually } from '../../e2e/harness/acequia.ts';
import { independentCycles, type Fault, type Judged } from '../fault.ts';
import { ProductSession } from './product-session.ts';

const heapMb = 512;
const batchesInFlight = 2 * 200;
const ackMs = 60_000;
const toldMs = 60_000;
const env = { NODE_OPTIONS: `--max-old-space-size=${heapMb} --import ${new URL('heap-filler.mjs', import.meta.url).href}` };

/** a worker fills its heap, which the runtime ends it for: as after any death nothing is lost, and people are told what it died of. */
export const outOfMemory: Fault = {
  id: 'out-of-memory',
  about: 'R-08: a worker whose heap is full ends under load: events survive, and an alert says what it was',
  wanted: { alertMs: 30_000 },
  layer: 'product',
  smallCycles: 1,
  run: async (options) => {
    // An installation that builds first would do so with the worker's small heap.
    await buildWhenStale();
    return independentCycles(fillHeapOnce)(options);
  },
};

async function fillHeapOnce(seed: number): Promise<Judged> {
  const session = await ProductSession.open(seed, env);
  let alertMs: number | undefined;
  try {
    await session.senders.acknowledged(50 + session.random.below(300), ackMs);
    if (await session.isTold('WORKER_RESTARTED')) session.complain('an alert tells of a restart before there was one');
    const startMs = performance.now();
    await session.kill(['apps/worker'], 'SIGUSR2');
    session.oracle.metFault();
    await eventually('the alert', async () => ((await session.isTold('WORKER_RESTARTED')) ? true : undefined), toldMs);
    alertMs = performance.now() - startMs;
    if (!(await session.senders.acknowledged(50, ackMs))) session.complain(`events were not taken again within ${ackMs} ms`);
  } catch (error) {
    session.complain(error instanceof Error ? error.message : String(error));
  }
  const duplicatesMax = session.deaths * batchesInFlight;
  const verdict = await session.finish({ duplicatesMax, faultsMin: 1, acknowledgedMin: 50, ordered: true });
  return { ...verdict, ...(alertMs === undefined ? {} : { figures: { alertMs: Math.round(alertMs) } }) };
}
