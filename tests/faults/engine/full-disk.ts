import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { independentCycles, type Fault, type FaultOptions, type Judged } from '../fault.ts';
import { Session } from './session.ts';

const diskMb = 24;
const fillerMb = 19;
const batchesInFlight = 2 * 200;
const refusalsWanted = 30;
const fullMs = 60_000;

/** no space is left for the journal while a destination is down: we push back, stay up, lose nothing, and go on by ourselves. */
export const fullDisk: Fault = {
  id: 'full-disk',
  about: 'R-11: ENOSPC of a real, small file system: refused, not lost; taken again when there is space',
  layer: 'engine',
  smallCycles: 1,
  run: independentCycles(fullDiskCycle),
};

/** Whether this user may mount a small file system; without it the fault cannot be made here. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'faults-mount-'));
  const mounted = mount(folder);
  if (mounted) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
  return mounted;
}

const mount = (folder: string): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]).status === 0;

async function fullDiskCycle(seed: number, mutation: FaultOptions['mutation']): Promise<Judged> {
  const folder = mkdtempSync(join(tmpdir(), 'faults-disk-'));
  if (!mount(folder)) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error('a small file system cannot be mounted here; run as root or leave full-disk out');
  }
  const filler = join(folder, 'filler');
  try {
    const session = await Session.open({ seed, mutation, journal: join(folder, 'journal') });
    try {
      await session.senders.acknowledged(100, fullMs);
      writeFileSync(filler, Buffer.alloc(fillerMb * 1024 * 1024));
      await session.destination.behave('down');
      const refused = session.senders.refused;
      const end = performance.now() + fullMs;
      while (session.senders.refused < refused + refusalsWanted && performance.now() < end) await session.senders.acknowledged(500, 500);
      if (session.senders.refused >= refused + refusalsWanted) session.oracle.metFault();
      if (session.random.chance(0.5)) {
        await session.kill();
        await session.start();
      }
      rmSync(filler);
      await session.destination.behave('accept');
      if (!(await session.senders.acknowledged(100, 10_000))) session.complain('nothing was taken within 10 s after there was space again');
    } catch (error) {
      session.complain(error instanceof Error ? error.message : String(error));
    }
    return await session.finish({
      duplicatesMax: session.deaths * batchesInFlight,
      faultsMin: 1,
      acknowledgedMin: 100,
      ordered: true,
    });
  } finally {
    spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}
