import { threadId } from 'node:worker_threads';
import { toyComponents } from './toy-components.ts';
import { openToyWire } from './toy-wire.ts';

/** The toys as a lane on a thread of its own finds them; the address names the channel to the test. */
const channel = new URL(import.meta.url).searchParams.get('channel')!;
export const { components } = toyComponents(openToyWire(channel, String(threadId)));
