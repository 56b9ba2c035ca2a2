/** A buffer with V8's direct decoders, which the public types leave out. Works over shared memory. */
export interface TextBuffer extends Buffer {
  latin1Slice(start: number, end: number): string;
  utf8Slice(start: number, end: number): string;
}

/** The same bytes as a `TextBuffer`; nothing is copied. */
export function textBuffer(bytes: Uint8Array): TextBuffer {
  return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) as TextBuffer;
}
