import { isEnvelope, requestEnvelopes, type Envelope } from './envelopes.ts';
import type { Signal } from './signals.ts';
import { WireReader, wireTypes } from './wire-reader.ts';
import { WireWriter, messageHeadBytes } from './wire-writer.ts';

export interface CutRequest {
  readonly writer: WireWriter;
  /** Each is a whole request of its own. */
  readonly frames: { readonly offset: number; readonly length: number }[];
}

/** An envelope on the way to the record being copied. */
interface Level {
  readonly field: number;
  /** Its fields that are no children, as ranges (from, to) of the request. */
  readonly shared: readonly number[];
  readonly bytes: number;
  /** What the writer needs to close it; -1: not open in this frame. */
  begun: number;
}

/**
 * Cuts a verified request between its records into several of at most `maxFrameBytes`; each repeats the resource, scope
 * and metric its records belong to. Records that start at one of `skipped` are left out; a record that is too large with
 * what it shares is handed to `tooLarge`.
 */
export function cutRequest(
  signal: Signal,
  bytes: Uint8Array,
  maxFrameBytes: number,
  skipped: ReadonlySet<number>,
  tooLarge: (start: number, stop: number) => void,
): CutRequest {
  const reader = new WireReader(bytes);
  const writer = new WireWriter();
  const frames: { offset: number; length: number }[] = [];
  const levels: Level[] = [];
  let frameStart = 0;
  let overhead = 0;

  const closeFrom = (depth: number) => {
    for (let index = levels.length - 1; index >= depth; index--) {
      const level = levels[index]!;
      if (level.begun >= 0) writer.end(level.begun);
      level.begun = -1;
    }
  };
  const endFrame = () => {
    closeFrom(0);
    if (writer.size > frameStart) frames.push({ offset: frameStart, length: writer.size - frameStart });
    frameStart = writer.size;
  };
  const missing = () => levels.reduce((sum, level) => (level.begun >= 0 ? sum : sum + level.bytes + messageHeadBytes), 0);

  function copyRecord(from: number, to: number): void {
    if (overhead + to - from > maxFrameBytes) {
      tooLarge(reader.start, to);
      return;
    }
    if (writer.size - frameStart + missing() + to - from > maxFrameBytes) endFrame();
    for (const level of levels) {
      if (level.begun >= 0) continue;
      level.begun = writer.begin(level.field);
      for (let index = 0; index < level.shared.length; index += 2) writer.raw(bytes, level.shared[index]!, level.shared[index + 1]!);
    }
    writer.raw(bytes, from, to);
  }

  function walk(envelope: Envelope, start: number, stop: number): void {
    const { at, end } = reader;
    reader.range(start, stop);
    while (reader.next()) {
      const child = reader.wire === wireTypes.bytes ? envelope.children.get(reader.field) : undefined;
      if (child === undefined) continue;
      if (!isEnvelope(child)) {
        if (!skipped.has(reader.start)) copyRecord(reader.tagAt, reader.stop);
        continue;
      }
      const level = levelOf(child, reader.field, reader.start, reader.stop);
      levels.push(level);
      overhead += level.bytes + messageHeadBytes;
      walk(child, reader.start, reader.stop);
      closeFrom(levels.length - 1);
      levels.pop();
      overhead -= level.bytes + messageHeadBytes;
    }
    reader.range(at, end);
  }

  function levelOf(envelope: Envelope, field: number, start: number, stop: number): Level {
    const inner = new WireReader(bytes);
    inner.range(start, stop);
    const shared: number[] = [];
    let size = 0;
    while (inner.next()) {
      if (inner.wire === wireTypes.bytes && envelope.children.has(inner.field)) continue;
      shared.push(inner.tagAt, inner.at);
      size += inner.at - inner.tagAt;
    }
    return { field, shared, bytes: size, begun: -1 };
  }

  walk(requestEnvelopes[signal], 0, bytes.length);
  endFrame();
  return { writer, frames };
}
