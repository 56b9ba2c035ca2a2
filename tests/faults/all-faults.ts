import { fuzzDecoders } from './decoders/fuzz.ts';
import { engineFaults } from './engine/engine-faults.ts';
import { fullDisk } from './engine/full-disk.ts';
import type { Fault } from './fault.ts';
import { damagedSegments } from './journal/damaged-segments.ts';
import { crashStates, failingDisk, powerCut } from './journal/journal-faults.ts';
import { staleFiles } from './journal/stale-files.ts';
import { removals } from './records/removals.ts';
import { killBoth, killProcesses } from './product/kill-processes.ts';
import { outOfMemory } from './product/out-of-memory.ts';
import { walkFault } from './walk/walk.ts';

/** Every fault; a new one is a file and a line. */
export const allFaults: readonly Fault[] = [
  fuzzDecoders,
  powerCut,
  crashStates,
  failingDisk,
  damagedSegments,
  staleFiles,
  removals,
  ...engineFaults,
  fullDisk,
  killProcesses,
  killBoth,
  outOfMemory,
  walkFault,
];
