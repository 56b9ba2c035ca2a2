import { TextDecoderStream, TextEncoderStream, TransformStream } from 'node:stream/web';
import { BroadcastChannel } from 'node:worker_threads';
import { expect } from 'vitest';

/** What a browser has and the simulated window and a fresh context of Node lack, or have only by name. */
Object.assign(globalThis, { BroadcastChannel, TextDecoderStream, TextEncoderStream, TransformStream });

/** Waited for what has to come: a busy machine takes its time to load what is loaded lazily. */
const comesWithinMs = 20_000;

if (expect.getState().testPath?.endsWith('.tsx')) {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: comesWithinMs });
}

/** What the console loads before it draws; a test draws in both languages. */
if (expect.getState().testPath?.includes('/apps/console/')) {
  const { reasonTexts } = await import('../apps/console/src/lib/operations/reason-texts.ts');
  await Promise.all([reasonTexts.load('en'), reasonTexts.load('es')]);
}
