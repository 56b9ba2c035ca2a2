import type { Clock } from '@acequia/base';
import { skipBlocks } from '@acequia/journal';
import { blockNumber } from './journal-doctor-blocks.ts';
import type { Print } from './journal-doctor-export.ts';

export interface SkipArguments {
  readonly stream?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly who: string;
  readonly why?: string | undefined;
}

/** Exit code 2 when an argument is missing or the stream has no such blocks; then nothing is changed. */
export async function skipRange(directory: string, args: SkipArguments, clock: Clock, print: Print): Promise<number> {
  const { stream, who, why } = args;
  const [from, to] = [blockNumber(args.from), blockNumber(args.to)];
  if (stream === undefined || typeof from !== 'number' || typeof to !== 'number' || why === undefined || why.trim() === '') {
    print('skip needs --stream, --from, --to and --why: which blocks, and the reason that is kept with them.');
    return 2;
  }
  try {
    await skipBlocks(directory, { stream, from, to, who, why }, clock);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    print(`Nothing was changed: ${error.message}.`);
    return 2;
  }
  print(`Blocks ${from} to ${to} of ${stream} are skipped. ${directory}/audit.ndjson records who and why.`);
  return 0;
}
