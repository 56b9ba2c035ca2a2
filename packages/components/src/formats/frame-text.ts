import { isUtf8 } from 'node:buffer';
import type { BatchBuilder, FrameBlock } from '@acequia/batch';

export type OnInvalid = 'replace' | 'reject' | 'base64';

/**
 * Whether the frames of a block are valid UTF-8, asked once for the whole block and only then frame by frame; and what
 * becomes of those that are not (catalogue 1.5).
 */
export class FrameText {
  readonly #charset: string;
  readonly #onInvalid: OnInvalid;
  readonly #utf8: boolean;
  readonly #decoder: TextDecoder;
  #block: FrameBlock | undefined;
  #allValid = false;

  /** Throws RangeError for a character set the host does not know. */
  constructor(charset = 'utf-8', onInvalid: OnInvalid = 'replace') {
    this.#charset = charset.toLowerCase();
    this.#onInvalid = onInvalid;
    this.#utf8 = this.#charset === 'utf-8' || this.#charset === 'utf8';
    this.#decoder = new TextDecoder(this.#charset, { ignoreBOM: false });
  }

  /** True: the frame's bytes can be used as they are. */
  direct(block: FrameBlock, frame: number): boolean {
    return this.allDirect(block) || (this.#utf8 && isUtf8(frameBytes(block, frame)));
  }

  /** True: the bytes of every frame can be used as they are. */
  allDirect(block: FrameBlock): boolean {
    if (!this.#utf8) return false;
    if (this.#block !== block) {
      this.#block = block;
      this.#allValid = isUtf8(block.bytes);
    }
    return this.#allValid;
  }

  /**
   * The text of a frame that is not `direct`. Undefined: it was refused, or kept as base64 in `_raw` and `message`; nothing is left to do.
   * Call `flagged` once the event has begun.
   */
  repair(block: FrameBlock, frame: number, out: BatchBuilder): string | undefined {
    const bytes = frameBytes(block, frame);
    if (this.#utf8 && this.#onInvalid === 'reject') {
      out.reject(frame, 'DECODE_UTF8', {});
      return undefined;
    }
    if (this.#utf8 && this.#onInvalid === 'base64') {
      out.begin(frame);
      const text = Buffer.from(bytes).toString('base64');
      out.value(out.slots.slot('_raw'), text);
      out.namedValue('message', text);
      out.flag('invalid_utf8');
      return undefined;
    }
    return this.#decoder.decode(bytes.buffer instanceof SharedArrayBuffer ? Uint8Array.from(bytes) : bytes);
  }

  /** Marks a repaired event. */
  flagged(text: string, out: BatchBuilder): void {
    if (text.includes('\uFFFD')) out.flag('invalid_utf8');
  }
}

export const frameBytes = (block: FrameBlock, frame: number): Uint8Array =>
  block.bytes.subarray(block.offset(frame), block.offset(frame) + block.length(frame));
