import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { cores, startPinned, type PinnedProcess } from '../measure/pinned-process.ts';

/** What a load generator says when it is done. */
export interface LoadReport {
  readonly bytes: number;
  readonly seconds: number;
  readonly requests?: number;
  readonly refused?: number;
}

/** A load generator that stands ready with its files in memory. */
export interface LoadProgram {
  /** Sends the next file; resolves when all of it was handed over. */
  go(): Promise<LoadReport>;
  stop(): Promise<void>;
}

const nodePatienceMs = 2000;

/** Starts a program of this folder on the cores given and waits until it is ready. */
async function startProgram(
  name: string,
  args: readonly string[],
  list: string,
  log: string,
): Promise<{ readonly process: PinnedProcess; nextLine(): Promise<string> }> {
  const program = startPinned({
    command: [process.execPath, join(import.meta.dirname, name), ...args],
    cores: list,
    log,
    pipe: true,
  });
  const lines = createInterface({ input: program.child.stdout! })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error(`${name} ended: ${program.lastWords()}`);
    return line.value;
  };
  if ((await nextLine()) !== 'ready') throw new Error(`${name} did not start: ${program.lastWords()}`);
  return { process: program, nextLine };
}

/** A generator for `send-tcp.ts` or `send-http.ts`, on the core that the system under test does not use. */
export async function startLoad(kind: 'tcp' | 'http', files: readonly string[], port: number, log: string): Promise<LoadProgram> {
  const { process: program, nextLine } = await startProgram(`send-${kind}.ts`, [String(port), ...files], cores.rest, log);
  return {
    go: async () => {
      program.child.stdin!.write('go\n');
      return JSON.parse(await nextLine()) as LoadReport;
    },
    stop: () => program.stop(nodePatienceMs),
  };
}

/** Something that only takes what is sent, on the core of the systems under test. */
export async function startTaker(kind: 'tcp' | 'http', port: number, log: string): Promise<{ stop(): Promise<void> }> {
  const { process: program } = await startProgram('take-lines.ts', [String(port), kind], cores.system, log);
  return { stop: () => program.stop(nodePatienceMs) };
}
