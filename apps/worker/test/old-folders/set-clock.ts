/** Loaded before a worker's program: its wall clock is so far behind the machine's, so that a folder is not older than when it was left. */
const behindMs = Number(process.env['ACEQUIA_TEST_BEHIND_MS']);
const { now } = Date;
Date.now = () => now() - behindMs;
