import { useLanes } from '../../test/harness.ts';

/** Kills of the process, with what comes after intake on a thread of its own. */
useLanes(1);
await import('../crash.test.ts');
