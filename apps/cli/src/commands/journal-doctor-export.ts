import { closeSync, openSync, writeSync } from 'node:fs';
import type { Clock } from '@acequia/base';
import { exportFrames } from '@acequia/journal';
import { blockNumber } from './journal-doctor-blocks.ts';

export type Print = (line: string) => void;

export interface ExportArguments {
  readonly stream?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly output?: string | undefined;
}

/** Exit code 1 when frames of the range are damaged. Without `--output` the frames are printed and the sums are not. */
export async function exportRange(directory: string, args: ExportArguments, clock: Clock, print: Print): Promise<number> {
  const [from, to] = [blockNumber(args.from), blockNumber(args.to)];
  if (args.stream === undefined || from === false || to === false) {
    print('export needs --stream, a name that `inspect` shows; --from and --to are numbers of blocks.');
    return 2;
  }
  const file = args.output === undefined ? undefined : openSync(args.output, 'w', 0o600);
  try {
    const { frames, damagedFrames } = await exportFrames(directory, { stream: args.stream, from, to }, clock, (frame) => {
      const line = JSON.stringify(frame);
      if (file === undefined) print(line);
      else writeSync(file, `${line}\n`);
    });
    if (file !== undefined)
      print(`Frames written to ${args.output}: ${frames}${damagedFrames > 0 ? `, of them damaged: ${damagedFrames}` : ''}.`);
    return damagedFrames > 0 ? 1 : 0;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
