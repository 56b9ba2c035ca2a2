import { MiB, secondMs, type Clock } from '@acequia/base';
import type { StoredBlock } from '@acequia/journal';
import { Apart, type ApartEnd } from '../apart/apart.ts';
import { faulty } from './run-trace.ts';
import type { FromTrace, ToTrace, TraceCase, TracedLookup } from './trace-protocol.ts';
import type { TraceResult } from './trace.ts';

/** What a question needs from outside while it runs. */
export interface TraceNeeds {
  lookup(name: TracedLookup): SharedArrayBuffer | undefined;
  /** Blocks before those given out before, newest last; none: there are no older ones. */
  older(): Promise<readonly StoredBlock[]>;
}

/** Longest run of one question. */
export const traceMsMax = 10 * secondMs;
/** Loading the catalogue on a busy machine is slow. */
const startMsMax = 60 * secondMs;
/** Tables stay in a room; one that has taken more is not used again. */
const tableBytesMax = 256 * MiB;

const program = new URL('./trace-program.ts', import.meta.url);
const faultOfEnd: Readonly<Record<ApartEnd, string>> = { memory: 'TRACE_TOO_LARGE', other: 'TRACE_ENDED' };

/** One process in which documents are tried. It is ended when a question takes too long or too much memory, or the room is closed. */
export class TraceRoom {
  readonly #clock: Clock;
  readonly #apart: Apart<ToTrace, FromTrace>;
  #ready = false;

  constructor(componentsModule: string, clock: Clock) {
    this.#clock = clock;
    this.#apart = new Apart(program, componentsModule);
  }

  /** The process has ended, or must not be used again. */
  get ended(): boolean {
    return this.#apart.ended;
  }

  /** Never rejects for what the document does: that is a fault of the result, with the node at work. */
  run(trace: TraceCase, needs: TraceNeeds): Promise<TraceResult> {
    const apart = this.#apart;
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        cancel();
        silence();
        if (apart.tables.bytes > tableBytesMax) this.close();
        settle();
      };
      const end = (code: string): void => {
        const { node } = apart;
        this.close();
        done(() => resolve(faulty({ code, ...(node === '' ? {} : { node }) })));
      };
      const breakOff = (error: unknown): void => {
        this.close();
        done(() => reject(error instanceof Error ? error : new Error(String(error))));
      };
      const ask = (): void => {
        cancel();
        cancel = this.#clock.after(traceMsMax, () => end('TRACE_TOO_LONG'));
        apart.send({ type: 'case', case: trace });
      };
      const hear = (message: FromTrace): void => {
        switch (message.type) {
          case 'ready':
            this.#ready = true;
            return ask();
          case 'done':
            return done(() => resolve(message.result));
          case 'failed':
            return done(() => reject(new Error(message.reason)));
          case 'lookups':
            return void this.#handOver(message.names, needs).then((tables) => apart.send({ type: 'lookups', tables }), breakOff);
          case 'older':
            return void needs.older().then((blocks) => apart.send({ type: 'blocks', blocks }), breakOff);
        }
      };
      let cancel = this.#clock.after(startMsMax, () => end('TRACE_ENDED'));
      const silence = apart.listen({ message: hear, end: (reason) => end(faultOfEnd[reason]) });
      if (this.#ready) ask();
    });
  }

  close(): void {
    this.#apart.close();
  }

  #handOver(names: readonly TracedLookup[], { lookup }: TraceNeeds): Promise<Extract<ToTrace, { type: 'lookups' }>['tables']> {
    return Promise.all(
      names.map(async (name) => {
        const table = lookup(name);
        return { ...name, file: table && (await this.#apart.tables.handOver(table)) };
      }),
    );
  }
}
