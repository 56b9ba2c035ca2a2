/** A stretch of bytes; `end` is one past the last. Written by a detector, reused by its caller. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Finds one kind of personal or secret value in UTF-8 bytes. It is asked only at its anchors, bytes that are rare in
 * ordinary text, and looks around them: pure, without state, in time bounded by the text between two of its anchors.
 */
export interface Detector {
  /** Bytes it wants to be asked at. Of a run of digits only the first counts. */
  readonly anchors: readonly number[];
  /** Whether the value around `bytes[at]`, inside `[from, to)`, is one; then `span` says where it lies, whole characters only. */
  find(bytes: Uint8Array, at: number, from: number, to: number, span: Span): boolean;
}
