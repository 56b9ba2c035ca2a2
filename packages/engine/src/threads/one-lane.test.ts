import { describe } from 'vitest';
import { useLanes } from '../../test/harness.ts';

/** The engine's tests once more, with what comes after intake on a thread of its own. */
useLanes(1);
describe('on a thread of its own', async () => {
  await import('../engine.test.ts');
  await import('../delivery.test.ts');
  await import('../publish.test.ts');
  await import('../epochs/lookup-epochs.test.ts');
  await import('../intake.test.ts');
  await import('../acknowledgement.test.ts');
  await import('../journal-reading.test.ts');
  await import('../lag.test.ts');
  await import('../pace.test.ts');
  await import('../replay/replays.test.ts');
});
