import type { Clock } from '@acequia/base';
import type { Writer, WriterJob, WriterReply } from './writer-jobs.ts';

/** The newest time that the disk refused a write. */
export interface WriteFault {
  /** `full`: there was no space, or no file could be opened for now; nothing is broken. */
  readonly kind: 'full' | 'failed';
  /** As the system says it: `EIO`, `ENOSPC`, `EMFILE`. */
  readonly code: string;
  /** `clock.monotonic()` of then. */
  readonly atMs: number;
  /** Nothing has been written since. */
  readonly lasts: boolean;
}

const writing: ReadonlySet<WriterJob['kind']> = new Set(['append', 'commit', 'file', 'probe']);

/** A writer that remembers when its disk last refused. */
export function watchWrites(writer: Writer, clock: Clock): Writer & { readonly fault: WriteFault | undefined } {
  let fault: WriteFault | undefined;
  const note = (job: WriterJob, reply: WriterReply): void => {
    if (reply.outcome !== 'done') fault = { kind: reply.outcome, code: reply.code, atMs: clock.monotonic(), lasts: true };
    else if (reply.reserveUsed) fault = { kind: 'full', code: 'ENOSPC', atMs: clock.monotonic(), lasts: true };
    else if (fault?.lasts && writing.has(job.kind)) fault = { ...fault, lasts: false };
  };
  return {
    get fault() {
      return fault;
    },
    run: async (job) => {
      const reply = await writer.run(job);
      note(job, reply);
      return reply;
    },
    stop: () => writer.stop(),
  };
}
