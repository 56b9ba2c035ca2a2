import type { Clock } from '@acequia/base';
import { redriveStopped } from '@acequia/engine';
import { changeStopped } from '@acequia/journal';
import type { Print } from './journal-doctor-export.ts';

export interface RedriveArguments {
  readonly stream?: string | undefined;
  readonly pipeline?: string | undefined;
  readonly code?: string | undefined;
  readonly into?: string | undefined;
  readonly who: string;
  readonly why?: string | undefined;
}

const deadLetters = /^dl\/(.+)$/;

/** Exit code 1 when some letters have no place to go to, 2 when an argument is missing; then nothing is changed. */
export async function redriveLetters(directory: string, args: RedriveArguments, clock: Clock, print: Print): Promise<number> {
  const { stream = '', pipeline, code, into = 'node', who, why } = args;
  const tenantId = deadLetters.exec(stream)?.[1];
  if (tenantId === undefined || (into !== 'node' && into !== 'start') || why === undefined || why.trim() === '') {
    print('redrive needs --stream, dl/ and the tenant that `inspect` shows, and --why; --into is node or start.');
    return 2;
  }
  const filter = { ...(pipeline === undefined ? {} : { pipelineId: pipeline }), ...(code === undefined ? {} : { code }) };
  const { done, refused } = await changeStopped(directory, { action: 'redrive', stream, filter, into, who, why }, clock, (journal) =>
    redriveStopped(journal, { tenantId, filter, into }, clock),
  );
  print(`${done} dead letters are resent when the worker starts. ${directory}/audit.ndjson records who and why.`);
  for (const [reason, count] of refused) print(`${count} stay as they are: ${reason}.`);
  return refused.size > 0 ? 1 : 0;
}
