import { useLanes } from '../../test/harness.ts';

/** Dead letters once more, with what comes after intake on a thread of its own. */
useLanes(1);
await import('./dead-letter-desk.test.ts');
