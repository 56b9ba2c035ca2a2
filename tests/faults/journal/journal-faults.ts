import { independentCycles, type Fault } from '../fault.ts';
import { journalLives } from './journal-life.ts';

const failures = ['EIO', 'ENOSPC', 'EDQUOT'] as const;

/** what was acknowledged survives the loss of everything that was not synced. */
export const powerCut: Fault = {
  id: 'power-cut',
  about: 'R-05: the power goes: nothing synced is lost, of what was only written at most what came after the last sync',
  layer: 'journal',
  smallCycles: 30,
  run: independentCycles((seed, mutation) =>
    journalLives({ seed, mutation, lives: 3, ending: 'either', callsOf: (random) => random.below(400) }),
  ),
};

/** a cut after every single call of a run, its last write torn; then twice more while it recovers and goes on. */
export const crashStates: Fault = {
  id: 'crash-states',
  about: 'R-07: no state between two calls to the disk breaks a promise',
  layer: 'journal',
  smallCycles: 40,
  run: independentCycles((seed, mutation) =>
    journalLives({
      seed,
      mutation,
      lives: 3,
      ending: 'cut',
      cutMode: 'torn',
      callsOf: (random, life) => (life === 1 ? seed % 500 : random.below(200)),
    }),
  ),
};

/** every call to the disk may fail; then the power goes, or only the program. */
export const failingDisk: Fault = {
  id: 'failing-disk',
  about: 'R-12: EIO and ENOSPC in open, write, sync, rename and removal: never an acknowledgement too many',
  layer: 'journal',
  smallCycles: 20,
  run: independentCycles((seed, mutation) =>
    journalLives({
      seed,
      mutation,
      lives: 3,
      ending: 'either',
      callsOf: (random) => 50 + random.below(500),
      failure: (random) => (random.chance(0.08) ? random.pick(failures) : undefined),
    }),
  ),
};
