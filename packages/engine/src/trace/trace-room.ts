import { Worker } from 'node:worker_threads';
import { secondMs, type Clock } from '@acequia/base';
import type { StoredBlock } from '@acequia/journal';
import { faulty } from './run-trace.ts';
import { NodeSlot, type FromTrace, type ToTrace, type TraceCase, type TracedLookup } from './trace-protocol.ts';
import type { TraceResult } from './trace.ts';

/** What a question needs from outside while it runs. */
export interface TraceNeeds {
  lookup(name: TracedLookup): SharedArrayBuffer | undefined;
  /** Blocks before those given out before, newest last; none: there are no older ones. */
  older(): Promise<readonly StoredBlock[]>;
}

/** Longest run of one question. */
export const traceMsMax = 10 * secondMs;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, codeRangeSizeMb: 32 };

/** One thread in which documents are tried. It is ended when a question takes too long or too much memory, or the room is closed. */
export class TraceRoom {
  /** The thread has ended, or must not be used again. */
  ended = false;
  readonly #clock: Clock;
  readonly #thread: Worker;
  readonly #slot = new NodeSlot();

  constructor(componentsModule: string, clock: Clock) {
    this.#clock = clock;
    this.#thread = new Worker(new URL('./trace-thread.ts', import.meta.url), {
      workerData: { componentsModule, memory: this.#slot.memory },
      resourceLimits,
      env: {},
    });
    this.#thread.unref();
    this.#thread.on('error', () => (this.ended = true));
    this.#thread.on('exit', () => (this.ended = true));
  }

  /** Never rejects for what the document does: that is a fault of the result, with the node at work. */
  run(trace: TraceCase, needs: TraceNeeds): Promise<TraceResult> {
    const thread = this.#thread;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        cancel();
        thread.off('message', hear).off('error', fail).off('exit', exit);
        settle();
      };
      const end = (code: string): void => {
        const { node } = this.#slot;
        this.close();
        done(() => resolve(faulty({ code, ...(node === '' ? {} : { node }) })));
      };
      const cancel = this.#clock.after(traceMsMax, () => end('TRACE_TOO_LONG'));
      const fail = (error: Error & { readonly code?: string }): void =>
        end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'TRACE_TOO_LARGE' : 'TRACE_ENDED');
      const exit = (): void => end('TRACE_ENDED');
      const send = (message: ToTrace): void => thread.postMessage(message);
      const hear = (message: FromTrace): void => {
        if (message.type === 'done') done(() => resolve(message.result));
        else if (message.type === 'failed') done(() => reject(new Error(message.reason)));
        else if (message.type === 'lookups')
          send({ type: 'lookups', tables: message.names.map((name) => ({ ...name, table: needs.lookup(name) })) });
        else
          needs.older().then(
            (blocks) => send({ type: 'blocks', blocks }),
            (error: unknown) => {
              this.close();
              done(() => reject(error instanceof Error ? error : new Error(String(error))));
            },
          );
      };
      thread.on('message', hear).on('error', fail).on('exit', exit);
      if (this.ended) exit();
      else send({ type: 'case', case: trace });
    });
  }

  close(): void {
    this.ended = true;
    void this.#thread.terminate();
  }
}
