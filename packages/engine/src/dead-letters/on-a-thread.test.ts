import { describe } from 'vitest';
import { useLanes } from '../../test/harness.ts';

/** Dead letters once more, with what comes after intake on a thread of its own. */
useLanes(1);
describe('on a thread of its own', async () => {
  await import('./dead-letter-desk.test.ts');
});
