import { basename } from 'node:path';
import type { FrameMeta } from '@acequia/batch';
import type { IntakeStream, ListenerContext } from '@acequia/component-sdk/runtime';
import { csvHeaderAttribute } from '../../formats/csv/columns.ts';
import type { FrameSink } from '../../framings/framer.ts';
import { createMultiLineJoiner, type MultiLineJoiner } from '../../framings/multi-line-joiner.ts';
import { createTrailerFramer } from '../../framings/trailer-framer.ts';
import type { FileListenerConfig } from './config.ts';
import { trailerOf } from './trailer-of.ts';

/** From the bytes of one file to the journal. Frames are written in the turn of the call; the caller commits in that turn. */
export interface FileStream {
  /** Takes the bytes that follow. */
  push(chunk: Buffer): void;
  /** Nothing follows: an unfinished last frame is a frame. */
  finish(): void;
  /** Forgets what is unfinished; it is to be read again from `offset`. */
  discard(): void;
  /** Lines are held back for others that may follow. */
  readonly holding: boolean;
  /** Up to here bytes were pushed. */
  readonly position: number;
  /** From here on nothing was written yet. */
  readonly offset: number;
}

export interface FileStreamOptions {
  readonly config: FileListenerConfig;
  readonly ctx: ListenerContext;
  readonly stream: IntakeStream;
  /** As it is now called. */
  path(): string;
  /** Place in the file of the first byte pushed. */
  readonly start: number;
  /** Header row of a CSV file. */
  readonly header: string | undefined;
  /** Frames were written outside of `push` and `finish`: lines that waited long enough for more. */
  late(): void;
}

export function createFileStream(options: FileStreamOptions): FileStream {
  const { config, ctx, stream, start } = options;
  const framer = createTrailerFramer({
    maxEventBytes: ctx.intake.maxEventBytes,
    onOversize: ctx.intake.onOversize,
    trailer: trailerOf(config),
    dropCarriageReturn: config.framing === 'newline',
  });
  let position = start;
  let chunk: Buffer | undefined;

  const placeOf = (bytes: Uint8Array, offset: number) => (bytes === chunk ? position + offset : start + framer.openStart + offset);
  const metaAt = (place: number): FrameMeta => {
    const path = options.path();
    return {
      receivedMs: ctx.clock.now(),
      transport: 'file',
      position: place,
      attributes: {
        file_path: path,
        file_name: basename(path),
        ...(options.header === undefined ? {} : { [csvHeaderAttribute]: options.header }),
      },
    };
  };
  const direct: FrameSink = {
    frames: (bytes, ranges, count, wireBytes) => stream.write(bytes, ranges, count, metaAt(placeOf(bytes, 0)), wireBytes),
    reject: (bytes, code) => stream.reject(bytes, code, metaAt(start + framer.openStart)),
    empty: (count) => stream.empty(count),
  };
  const joiner: MultiLineJoiner | undefined =
    config.multiLine.mode === 'none'
      ? undefined
      : createMultiLineJoiner(
          config.multiLine,
          ctx.clock,
          {
            ...direct,
            frames: (bytes, ranges, count) => stream.write(bytes, ranges, count, metaAt(joiner?.heldFrom ?? position)),
          },
          { placeOf, late: () => options.late() },
        );
  const sink = joiner ?? direct;

  return {
    push(bytes) {
      chunk = bytes;
      framer.push(bytes, sink);
      chunk = undefined;
      position += bytes.length;
    },
    finish() {
      framer.end(sink);
      joiner?.flush();
    },
    discard: () => joiner?.discard(),
    get holding() {
      return joiner?.heldFrom !== undefined;
    },
    get position() {
      return position;
    },
    get offset() {
      return joiner?.heldFrom ?? start + framer.openStart;
    },
  };
}
