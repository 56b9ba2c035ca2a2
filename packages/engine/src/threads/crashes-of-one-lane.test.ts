import { describe } from 'vitest';
import { useLanes } from '../../test/harness.ts';

/** Kills of the process, with what comes after intake on a thread of its own. */
useLanes(1);
describe('on a thread of its own', async () => {
  await import('../crash.test.ts');
});
