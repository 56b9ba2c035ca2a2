import { assert, type Clock } from '@acequia/base';
import { durationMs, sizeBytes, type MultiLineConfig } from '@acequia/component-sdk/definition';
import { compileRegex } from '@acequia/event';
import type { FrameSink } from './framer.ts';

/** Joins the lines of one connection (or sender) before they reach the journal (engine decision 10). */
export interface MultiLineJoiner extends FrameSink {
  /** Where the first line of what is held stands, as `places` says; also while `next` is given it. Undefined: nothing is held. */
  readonly heldFrom: number | undefined;
  /** Passes on what is open. */
  flush(): void;
  /** Forgets what is open. */
  discard(): void;
}

export interface JoinerPlaces {
  /** Where bytes of a call stand in their source. */
  placeOf(bytes: Uint8Array, offset: number): number;
  /** Lines that waited long enough for more were passed on, just now. */
  late(): void;
}

/** `next` gets joined frames, one call each. */
export function createMultiLineJoiner(config: MultiLineConfig, clock: Clock, next: FrameSink, places?: JoinerPlaces): MultiLineJoiner {
  const compiled = compileRegex(config.pattern ?? '');
  assert(compiled.ok, 'pattern was checked by its schema');
  const regex = compiled.value;
  const maxBytes = sizeBytes(config.maxBytes);
  const waitMs = durationMs(config.flushAfter);
  const range = new Uint32Array(2);
  let lines: Buffer[] = [];
  let size = 0;
  let heldFrom: number | undefined;
  let cancel: (() => void) | undefined;

  function flush(): void {
    cancel?.();
    cancel = undefined;
    if (lines.length === 0) return;
    const whole = Buffer.allocUnsafe(size + lines.length - 1);
    let at = 0;
    for (const [index, line] of lines.entries()) {
      if (index > 0) whole[at++] = 10;
      at += line.copy(whole, at);
    }
    lines = [];
    size = 0;
    range[1] = whole.length;
    next.frames(whole, range, 1);
    heldFrom = undefined;
  }

  function flushLate(): void {
    flush();
    places?.late();
  }

  function add(line: Buffer, place: number | undefined): void {
    if (lines.length >= config.maxLines || size + lines.length + line.length > maxBytes) flush();
    heldFrom ??= place;
    lines.push(line);
    size += line.length;
  }

  function take(line: Buffer, place: number | undefined): void {
    const matches = regex.test(line.toString());
    if (config.mode === 'starts' && matches) flush();
    if (config.mode === 'continues' && !matches) flush();
    add(line, place);
    if (config.mode === 'ends' && matches) flush();
  }

  return {
    get heldFrom() {
      return heldFrom;
    },
    frames(bytes, ranges, count) {
      for (let index = 0; index < count; index++) {
        const start = ranges[index * 2]!;
        take(Buffer.from(bytes.subarray(start, start + ranges[index * 2 + 1]!)), places?.placeOf(bytes, start));
      }
      cancel?.();
      cancel = lines.length > 0 ? clock.after(waitMs, flushLate) : undefined;
    },
    reject: (bytes, code) => next.reject(bytes, code),
    empty: (count) => next.empty(count),
    flush,
    discard() {
      cancel?.();
      cancel = undefined;
      lines = [];
      size = 0;
      heldFrom = undefined;
    },
  };
}
