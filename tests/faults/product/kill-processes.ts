import type { CycleReport, Fault } from '../fault.ts';
import { ProductSession, type ProcessName } from './product-session.ts';

/** A process that dies often is started again with a growing pause; so an installation bears few kills. */
const cyclesPerSession = 3;
const batchesInFlight = 2 * 200;
const ackMs = 60_000;

/** A fault that kills these in turn. */
const killing = (victims: readonly (readonly ProcessName[])[]): Fault['run'] => {
  return async ({ seed, cycles, stopAtFault }) => {
    const reports: CycleReport[] = [];
    for (let done = 0; done < cycles; done += cyclesPerSession) {
      const report = await killSession(seed + done, Math.min(cyclesPerSession, cycles - done), victims);
      reports.push(report);
      if (stopAtFault && report.verdict.faults.length > 0) break;
    }
    return reports;
  };
};

export const killProcesses: Fault = {
  id: 'kill-processes',
  about: 'R-01, R-02, R-31: worker and server killed under load: events, answered writes and uploads survive, all heals by itself',
  wanted: { rollbackMs: 5000 },
  layer: 'product',
  smallCycles: 2,
  run: killing([['apps/worker'], ['apps/server']]),
};

export const killBoth: Fault = {
  id: 'kill-both',
  about: 'R-03: worker and server killed at once',
  wanted: { rollbackMs: 5000 },
  layer: 'product',
  smallCycles: 1,
  run: killing([['apps/worker', 'apps/server']]),
};

async function killSession(seed: number, cycles: number, victims: readonly (readonly ProcessName[])[]): Promise<CycleReport> {
  const session = await ProductSession.open(seed);
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      await session.senders.acknowledged(50 + session.random.below(300), ackMs);
      await session.kill(victims[(seed + cycle) % victims.length]!);
      session.oracle.metFault();
      if (!(await session.senders.acknowledged(50, ackMs))) session.complain(`events were not taken again within ${ackMs} ms`);
    }
  } catch (error) {
    session.complain(error instanceof Error ? error.message : String(error));
  }
  const duplicatesMax = session.deaths * batchesInFlight;
  const verdict = await session.finish({ duplicatesMax, faultsMin: cycles, acknowledgedMin: cycles * 50, ordered: true });
  const { rollbackMs } = session;
  return { seed, cycles, verdict, ...(rollbackMs === undefined ? {} : { figures: { rollbackMs: Math.round(rollbackMs) } }) };
}
