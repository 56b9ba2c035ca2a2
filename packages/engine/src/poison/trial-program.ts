/** The throw-away process that runs a suspected block: `trial-program.ts <address of the module that exports `components`>`. */
import { writeSync } from 'node:fs';
import { endsWithParent } from '../apart/ends-with-parent.ts';
import type { Components } from '../options.ts';
import type { FromTrial, ToTrial } from './trial-protocol.ts';
import { TrialRun } from './trial-run.ts';

endsWithParent();

const { components } = (await import(process.argv[2]!)) as { components: Components };
const run = new TrialRun(components, (item) => void writeSync(1, `${item}\n`));
const tell = (message: FromTrial): void => void process.send!(message);

process.on('message', (message: ToTrial) => {
  try {
    tell(run.answer(message));
  } catch (error) {
    tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  }
});
