/** The throw-away thread of a shadow run: takes blocks one after the other, then tells what came of them. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { assert, systemClock } from '@acequia/base';
import type { Components } from '../options.ts';
import type { FromShadow, ShadowStart, ToShadow } from './shadow-messages.ts';
import { ShadowRun } from './shadow-run.ts';
import type { ShadowLookup } from './shadow.ts';

const port = parentPort;
assert(port !== null, 'shadow-thread.ts runs as a worker thread');
const start = workerData as ShadowStart;
const tell = (message: FromShadow): void => port.postMessage(message);
const { components } = (await import(start.componentsModule)) as { readonly components: Components };

const tables = new Map<string, SharedArrayBuffer | undefined>();
const nameOf = ({ id, version }: ShadowLookup) => `${id} ${version ?? ''}`;
let wanted: ShadowLookup | undefined;
let run: ShadowRun | undefined;

/** Once more for each table that it finds it needs. */
function open(): void {
  wanted = undefined;
  const opened = ShadowRun.open(start.case, {
    components,
    clock: systemClock,
    random: { bytes: (n) => randomBytes(n) },
    table: (name) => {
      if (!tables.has(nameOf(name))) wanted ??= name;
      return tables.get(nameOf(name));
    },
  });
  if (wanted) return tell({ type: 'needs', lookup: wanted });
  if (!opened.ok) return tell({ type: 'fault', fault: opened.error });
  run = opened.value;
  tell({ type: 'took', events: 0, full: false });
}

port.on('message', (message: ToShadow) => {
  if (message.type === 'table') {
    if (wanted) tables.set(nameOf(wanted), message.table);
    return open();
  }
  if (!run) return;
  if (message.type === 'finish') return tell({ type: 'done', outcome: run.finish(message.cut) });
  run.take(message.block);
  tell({ type: 'took', events: run.events, full: run.full });
});
open();
