import { BroadcastChannel } from 'node:worker_threads';
import { expect } from 'vitest';

/** What a browser has and neither the simulated window nor a fresh context of Node has. */
Object.assign(globalThis, { BroadcastChannel });

/** Waited for what has to come: a busy machine takes its time to load what is loaded lazily. */
const comesWithinMs = 20_000;

if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: comesWithinMs });
}
