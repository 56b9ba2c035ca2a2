import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { Clock } from '@acequia/base';
import type { LineOutput } from './line-datasink.ts';
import { RunFault } from './run-fault.ts';

/** Where a run reads and writes. */
export interface LineFiles {
  readonly input: Readable;
  /** Of a datasink node: its own file, else standard output. */
  outputOf(node: string): LineOutput;
  /** Rejects with a `RunFault` that names the file as soon as one of them fails; never resolves. */
  readonly failed: Promise<never>;
  /**
   * Closes what was opened by its path. False: the system holds one of them (a pipe nobody is at the other end of), so the process
   * cannot exit by itself.
   */
  close(): Promise<boolean>;
}

/** For a file that is closed without anybody at its other end. */
const closeMs = 1000;

/** Opens the input (standard input without a path) and the outputs (node → path). */
export function openLineFiles(inputPath: string | undefined, outputPaths: ReadonlyMap<string, string>, clock: Clock): LineFiles {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  const watch = <S extends Readable | Writable>(stream: S, name: string, verb: string): S =>
    stream.on('error', (error) => failure.reject(new RunFault(`${name} cannot be ${verb}: ${error.message}`, { cause: error }))) as S;
  const opened: (Readable | Writable)[] = [];
  const open = <S extends Readable | Writable>(stream: S, name: string, verb: string): S => {
    opened.push(stream);
    return watch(stream, name, verb);
  };
  const input =
    inputPath === undefined ? watch(process.stdin, 'Standard input', 'read') : open(createReadStream(inputPath), inputPath, 'read');
  const standard = writerTo(watch(process.stdout, 'Standard output', 'written'));
  const own = new Map([...outputPaths].map(([node, path]) => [node, writerTo(open(createWriteStream(path), path, 'written'))]));
  const close = async (): Promise<boolean> => {
    const closed = Promise.all(opened.map(closeStream)).then(() => true);
    return Promise.race([closed, clock.sleep(closeMs).then(() => false)]);
  };
  return { input, outputOf: (node) => own.get(node) ?? standard, failed: failure.promise, close };
}

const closeStream = (stream: Readable | Writable): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once('close', resolve);
    stream.destroy();
  });

const writerTo =
  (stream: Writable): LineOutput =>
  (lines) =>
    new Promise((resolve, reject) => {
      stream.write(lines, (error) => (error ? reject(error) : resolve()));
    });
