import { writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { processorMs } from '@acequia/base/process';
import type { HangWatchSettings } from './hang-watch.ts';
import { placeIn, workIn } from './step-slot.ts';
import { StepWatch } from './step-watch.ts';

const { memory, path, tickMs, bounds, task, hung } = workerData as HangWatchSettings;
const words = new Int32Array(memory);
/** A thread that cannot be ended within this time takes the process with it. */
const threadEndMs = 2000;
const watch = new StepWatch(bounds, () => (task === undefined ? undefined : processorMs(task)));

const looks = setInterval(() => {
  if (watch.look(() => workIn(words))) end();
}, tickMs);

function end(): void {
  clearInterval(looks);
  const slot = new Uint8Array(memory).slice();
  writeFileSync(path, slot, { mode: 0o600 });
  const place = placeIn(slot);
  const what = hung ? 'its lane' : 'the process';
  writeSync(2, `a step does not come back: ${JSON.stringify(place)}; ${what} is ended, and starts again without its event\n`);
  if (hung) hung.postMessage(place);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), hung ? threadEndMs : 0);
}
