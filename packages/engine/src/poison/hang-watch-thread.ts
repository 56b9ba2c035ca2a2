import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { HangWatchSettings } from './hang-watch.ts';
import { placeIn, workIn } from './step-slot.ts';

const { memory, path, tickMs, ticksMax, suspectMs, usage, hung } = workerData as HangWatchSettings;
const words = new Int32Array(memory);
const nsPerMs = 1e6;
/** A thread that cannot be ended within this time takes the process with it. */
const threadEndMs = 2000;
let seen = 0;
let ticks = 0;
let usedMsBefore = 0;

const watch = setInterval(() => {
  const { step, isTrusted } = workIn(words);
  if (step === 0 || step !== seen) {
    seen = step;
    ticks = 0;
    return;
  }
  ticks++;
  const usedMs = processorMs();
  if (ticks === 1) usedMsBefore = usedMs;
  if (ticks >= ticksMax || (!isTrusted && usedMs - usedMsBefore >= suspectMs)) end();
}, tickMs);

function processorMs(): number {
  if (usage === undefined) return 0;
  try {
    return Number(readFileSync(usage, 'latin1').split(' ', 1)[0]) / nsPerMs;
  } catch {
    return 0;
  }
}

function end(): void {
  clearInterval(watch);
  const slot = new Uint8Array(memory).slice();
  writeFileSync(path, slot, { mode: 0o600 });
  const place = placeIn(slot);
  const what = hung ? 'its lane' : 'the process';
  writeSync(2, `a step does not come back: ${JSON.stringify(place)}; ${what} is ended, and starts again without its event\n`);
  if (hung) hung.postMessage(place);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), hung ? threadEndMs : 0);
}
