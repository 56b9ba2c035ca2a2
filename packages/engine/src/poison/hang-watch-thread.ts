import { writeFileSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { HangWatchSettings } from './hang-watch.ts';
import { placeIn } from './step-slot.ts';

const { memory, path, tickMs, ticksMax } = workerData as HangWatchSettings;
const sequence = new Int32Array(memory, 0, 1);
let seen = 0;
let ticks = 0;

setInterval(() => {
  const now = Atomics.load(sequence, 0);
  ticks = now !== 0 && now === seen ? ticks + 1 : 0;
  seen = now;
  if (ticks < ticksMax) return;
  const slot = new Uint8Array(memory).slice();
  const place = placeIn(slot);
  writeFileSync(path, slot, { mode: 0o600 });
  writeSync(2, `a step does not come back: ${JSON.stringify(place)}; the process is ended, and starts again without its event\n`);
  process.kill(process.pid, 'SIGKILL');
}, tickMs);
