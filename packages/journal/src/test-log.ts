import type { LogIdentity } from './log-identity.ts';

/** The log of tests that have one. */
export const testLog = (number = 2): LogIdentity => ({ id: `LG_${number}`, number, workerId: `WK_${number}`, installation: 'test' });
