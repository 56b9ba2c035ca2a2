/** A range of memory given to the writer; shared, so it travels by reference. */
export interface Span {
  readonly memory: SharedArrayBuffer;
  readonly offset: number;
  readonly length: number;
}

/** One record: its head with the frame table, the payload (inside `head`'s memory or elsewhere), the foot after it. */
export interface RecordSpans {
  readonly head: Span;
  readonly payload: Span;
  readonly foot: Span;
}

/** A file whose space commits may take when the disk is full. While it is missing nothing is appended. */
export interface Reserve {
  readonly path: string;
  readonly bytes: number;
}

/** Work for the journal writer, done strictly in order. */
export type WriterJob =
  | {
      readonly kind: 'append';
      readonly path: string;
      /** Written first when the file is new. */
      readonly header?: Uint8Array;
      /** Length of the file before; where it is cut when the write fails. */
      readonly at: number;
      readonly records: readonly RecordSpans[];
      readonly sync: boolean;
    }
  | { readonly kind: 'commit'; readonly path: string; readonly at: number; readonly bytes: Uint8Array }
  /** A whole file, put in place by a rename. `sync`: it is synced, and may take the space of the reserve. */
  | { readonly kind: 'file'; readonly path: string; readonly bytes: Uint8Array; readonly sync: boolean }
  /** Puts the reserve back, where there is space for it. */
  | { readonly kind: 'reserve' }
  /** Whether `bytes` could be appended now: they are written to a file that is removed at once. */
  | { readonly kind: 'probe'; readonly path: string; readonly bytes: number }
  /** No more will be appended; the file is closed. */
  | { readonly kind: 'seal'; readonly path: string }
  | { readonly kind: 'remove'; readonly paths: readonly string[] }
  /** Cuts a file that is not appended to. */
  | { readonly kind: 'truncate'; readonly path: string; readonly length: number }
  /** Makes what is in files that are not appended to durable. */
  | { readonly kind: 'sync'; readonly paths: readonly string[] }
  /**
   * The same for files of which a sync may have failed in a program before: the system then keeps what they hold as if it were written,
   * and further syncs succeed (Linux, ext4 and XFS). So all of it is written once more. May take the space of the reserve.
   */
  | { readonly kind: 'rewrite'; readonly paths: readonly string[] };

/**
 * `full`: no space, the file is as it was. `failed`: the fate of the bytes is unknown, the file must not be used again.
 * `reserveUsed`: space was found by giving up the reserve.
 */
export type WriterReply =
  | { readonly outcome: 'done'; readonly reserveUsed: boolean }
  | { readonly outcome: 'full' | 'failed'; readonly error: string; readonly code: string };

/** How the writer's thread says the usual reply. */
export const plainlyDone = 0;

export interface Writer {
  run(job: WriterJob): Promise<WriterReply>;
  /** After the jobs given before. */
  stop(): Promise<void>;
}

export function spanBytes(span: Span): Buffer {
  return Buffer.from(span.memory, span.offset, span.length);
}
