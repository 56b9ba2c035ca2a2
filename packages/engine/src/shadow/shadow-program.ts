/** The throw-away process of a shadow run: takes blocks one after the other, then tells what came of them. */
import { randomBytes } from 'node:crypto';
import { systemClock } from '@acequia/base';
import { endsWithParent } from '../apart/ends-with-parent.ts';
import { TakenTables } from '../apart/handed-tables.ts';
import type { Components } from '../options.ts';
import type { FromShadow, ToShadow } from './shadow-messages.ts';
import { ShadowRun } from './shadow-run.ts';
import type { ShadowCase, ShadowLookup } from './shadow.ts';

endsWithParent();

const { components } = (await import(process.argv[2]!)) as { readonly components: Components };
const tell = (message: FromShadow): void => void process.send!(message);

const taken = new TakenTables();
const tables = new Map<string, SharedArrayBuffer | undefined>();
const nameOf = ({ id, version }: ShadowLookup) => `${id} ${version ?? ''}`;
let wanted: ShadowLookup | undefined;
let shadow: ShadowCase | undefined;
let run: ShadowRun | undefined;

/** Once more for each table that it finds it needs. */
function open(given: ShadowCase): void {
  wanted = undefined;
  const opened = ShadowRun.open(given, {
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

process.on('message', (message: ToShadow) => {
  if (message.type === 'case') return open((shadow = message.case));
  if (message.type === 'table') {
    if (wanted) tables.set(nameOf(wanted), message.file === undefined ? undefined : taken.take(message.file));
    return shadow && open(shadow);
  }
  if (!run) return;
  if (message.type === 'finish') return tell({ type: 'done', outcome: run.finish(message.cut) });
  run.take(message.block);
  tell({ type: 'took', events: run.events, full: run.full });
});
tell({ type: 'ready' });
