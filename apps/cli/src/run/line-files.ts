import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import type { LineOutput } from './line-datasink.ts';
import { RunFault } from './run-fault.ts';

/** Where a run reads and writes. */
export interface LineFiles {
  readonly input: Readable;
  /** Of a datasink node: its own file, else standard output. */
  outputOf(node: string): LineOutput;
  /** Rejects with a `RunFault` that names the file as soon as one of them fails; never resolves. */
  readonly failed: Promise<never>;
}

/** Opens the input (standard input without a path) and the outputs (node → path). */
export function openLineFiles(inputPath: string | undefined, outputPaths: ReadonlyMap<string, string>): LineFiles {
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined);
  const watch = <S extends Readable | Writable>(stream: S, name: string, verb: string): S =>
    stream.on('error', (error) => failure.reject(new RunFault(`${name} cannot be ${verb}: ${error.message}`, { cause: error }))) as S;
  const input =
    inputPath === undefined ? watch(process.stdin, 'Standard input', 'read') : watch(createReadStream(inputPath), inputPath, 'read');
  const standard = writerTo(watch(process.stdout, 'Standard output', 'written'));
  const own = new Map([...outputPaths].map(([node, path]) => [node, writerTo(watch(createWriteStream(path), path, 'written'))]));
  return { input, outputOf: (node) => own.get(node) ?? standard, failed: failure.promise };
}

const writerTo =
  (stream: Writable): LineOutput =>
  (lines) =>
    new Promise((resolve, reject) => {
      stream.write(lines, (error) => (error ? reject(error) : resolve()));
    });
