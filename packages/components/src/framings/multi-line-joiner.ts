import { assert, type Clock } from '@acequia/base';
import { durationMs, sizeBytes, type MultiLineConfig } from '@acequia/component-sdk/definition';
import { compileRegex } from '@acequia/event';
import type { FrameSink } from './framer.ts';

/** Joins the lines of one connection (or sender) before they reach the journal (engine decision 10). */
export interface MultiLineJoiner extends FrameSink {
  /** Passes on what is open. */
  flush(): void;
}

/** `next` gets joined frames, one call each. */
export function createMultiLineJoiner(config: MultiLineConfig, clock: Clock, next: FrameSink): MultiLineJoiner {
  const compiled = compileRegex(config.pattern ?? '');
  assert(compiled.ok, 'pattern was checked by its schema');
  const regex = compiled.value;
  const maxBytes = sizeBytes(config.maxBytes);
  const waitMs = durationMs(config.flushAfter);
  const range = new Uint32Array(2);
  let lines: Buffer[] = [];
  let size = 0;
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
  }

  function add(line: Buffer): void {
    if (lines.length >= config.maxLines || size + lines.length + line.length > maxBytes) flush();
    lines.push(line);
    size += line.length;
  }

  function take(line: Buffer): void {
    const matches = regex.test(line.toString());
    if (config.mode === 'starts' && matches) flush();
    if (config.mode === 'continues' && !matches) flush();
    add(line);
    if (config.mode === 'ends' && matches) flush();
  }

  return {
    frames(bytes, ranges, count) {
      for (let index = 0; index < count; index++) {
        const start = ranges[index * 2]!;
        take(Buffer.from(bytes.subarray(start, start + ranges[index * 2 + 1]!)));
      }
      cancel?.();
      cancel = lines.length > 0 ? clock.after(waitMs, flush) : undefined;
    },
    reject: (bytes, code) => next.reject(bytes, code),
    empty: (count) => next.empty(count),
    flush,
  };
}
