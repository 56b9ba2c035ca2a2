import type { FrameMeta } from '@acequia/batch';
import { frameFlags } from '@acequia/batch';
import type { Intake, IntakeBody, IntakeBusy, IntakeReceipt, IntakeStream } from '@acequia/component-sdk/runtime';

/** A frame on its own: `meta.position` is where it begins in its source. */
export interface TakenFrame {
  readonly text: string;
  readonly bytes: Buffer;
  readonly meta: FrameMeta;
  readonly flags: number;
  readonly wireBytes: number;
  /** Why the frame was refused. */
  readonly code: string | undefined;
}

const rejectedBytes = 65_536;

/** An intake in memory: keeps what was given, can be busy, can hold writers back. It passes `intakeContract`, as the engine's does. */
export class FakeIntake implements Intake {
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
  busy: false | 'behind' | 'quota' = false;
  /** Makes `submit` and `commit` refuse. */
  refuse: IntakeBusy | undefined;
  sourceState: Uint8Array | undefined;
  commits = 0;
  /** Frames and elements of bodies. */
  readonly frames: TakenFrame[] = [];
  /** `frames` with what was given to `reject`, in order. */
  readonly taken: TakenFrame[] = [];
  readonly rejected: { readonly bytes: Buffer; readonly code: string; readonly meta: FrameMeta }[] = [];
  empty = 0;
  opened = 0;
  closed = 0;
  readonly #bodies = new Map<string, Promise<IntakeReceipt>>();
  #hold: Promise<void> | undefined;
  #release: () => void = () => undefined;
  #waiters: CountWaiter[] = [];
  #submitted = 0;
  #submitWaiters: CountWaiter[] = [];

  constructor(
    options: {
      readonly maxEventBytes?: number;
      readonly onOversize?: 'truncate' | 'split' | 'reject';
      readonly sourceState?: Uint8Array | undefined;
    } = {},
  ) {
    this.sourceState = options.sourceState;
    this.maxEventBytes = options.maxEventBytes ?? 1_048_576;
    this.onOversize = options.onOversize ?? 'truncate';
  }

  /** Accepted frames only. */
  get accepted(): readonly TakenFrame[] {
    return this.frames.filter((frame) => (frame.flags & frameFlags.rejected) === 0);
  }

  hold(): void {
    this.#hold = new Promise((resolve) => (this.#release = resolve));
  }

  release(): void {
    this.#hold = undefined;
    this.#release();
  }

  /** Resolves once frames and rejected ones together are at least `count`. */
  async atLeast(count: number): Promise<void> {
    if (this.frames.length + this.rejected.length >= count) return;
    await new Promise<void>((resolve) => this.#waiters.push({ count, resolve }));
  }

  /** Resolves once `submit` was called `count` times since the beginning, whether or not it holds its callers back. */
  async submittedAtLeast(count: number): Promise<void> {
    if (this.#submitted >= count) return;
    await new Promise<void>((resolve) => this.#submitWaiters.push({ count, resolve }));
  }

  open(): IntakeStream {
    this.opened++;
    return {
      write: (bytes, ranges, count, meta, wireBytes) => {
        for (let index = 0; index < count; index++)
          this.#take(bytes, ranges[index * 2]!, ranges[index * 2 + 1]!, meta, 0, wireBytes?.[index]);
        this.#wake();
      },
      offer: (bytes, ranges, count, meta, wireBytes) => {
        if (this.busy !== false) return false;
        for (let index = 0; index < count; index++)
          this.#take(bytes, ranges[index * 2]!, ranges[index * 2 + 1]!, meta, 0, wireBytes?.[index]);
        this.#wake();
        return true;
      },
      commit: async (sourceState) => {
        const kept = sourceState?.slice();
        await this.#hold;
        if (this.refuse) throw this.refuse;
        if (kept) this.sourceState = kept;
        this.commits++;
      },
      ready: () => this.#hold,
      submit: (body): Promise<IntakeReceipt> => {
        this.#submitted++;
        this.#submitWaiters = settle(this.#submitWaiters, this.#submitted);
        const key = body.idempotencyKey;
        const known = key === undefined ? undefined : this.#bodies.get(key);
        if (known) return known.then(() => ({ repeated: true }));
        const receipt = this.#submit(body);
        if (key !== undefined && body.count > 0) {
          this.#bodies.set(key, receipt);
          receipt.catch(() => this.#bodies.delete(key));
        }
        return receipt;
      },
      reject: (bytes, code, meta) => {
        const kept = Buffer.from(bytes.subarray(0, rejectedBytes));
        this.rejected.push({ bytes: kept, code, meta });
        this.taken.push({ text: kept.toString(), bytes: kept, meta, flags: frameFlags.rejected, wireBytes: bytes.length, code });
        this.#wake();
      },
      empty: (count) => {
        this.empty += count;
      },
      close: () => {
        this.closed++;
      },
    };
  }

  async #submit(body: IntakeBody): Promise<IntakeReceipt> {
    await this.#hold;
    if (this.refuse) throw this.refuse;
    for (let index = 0; index < body.count; index++) {
      const flags = body.frames[index * 3 + 2]!;
      const code = (flags & frameFlags.rejected) === 0 ? undefined : body.rejectCode?.(index);
      this.#take(body.bytes, body.frames[index * 3]!, body.frames[index * 3 + 1]!, body.meta, flags, undefined, code);
    }
    this.#wake();
    return { repeated: false };
  }

  #take(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, flags: number, wireBytes = length, code?: string): void {
    if ((flags & frameFlags.rejected) !== 0) {
      this.#keep(bytes, offset, Math.min(length, rejectedBytes), meta, flags, wireBytes, code);
      return;
    }
    if (length <= this.maxEventBytes) {
      this.#keep(bytes, offset, length, meta, flags, wireBytes);
      return;
    }
    if (this.onOversize === 'reject') {
      this.#keep(bytes, offset, Math.min(length, rejectedBytes), meta, frameFlags.rejected, length, 'LIMIT_EVENT_SIZE');
      return;
    }
    const cut = flags & ~frameFlags.checked;
    const first = this.#cutLength(bytes, offset, length);
    if (this.onOversize === 'truncate') {
      this.#keep(bytes, offset, first, meta, cut | frameFlags.truncated, wireBytes);
      return;
    }
    for (let at = 0, part = first; at < length; at += part) {
      part = this.#cutLength(bytes, offset + at, length - at);
      this.#keep(bytes, offset + at, part, meta, cut | frameFlags.split, part);
    }
  }

  /** The longest beginning within the limit that tears no UTF-8 character. */
  #cutLength(bytes: Uint8Array, offset: number, length: number): number {
    if (length <= this.maxEventBytes) return length;
    let end = this.maxEventBytes;
    while (end > 1 && this.maxEventBytes - end < 3 && (bytes[offset + end]! & 0xc0) === 0x80) end--;
    return end;
  }

  #keep(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, flags: number, wireBytes: number, code?: string): void {
    const copy = Buffer.from(bytes.subarray(offset, offset + length));
    const placed = meta.position === undefined ? meta : { ...meta, position: meta.position + offset };
    const frame = { bytes: copy, text: copy.toString(), meta: placed, flags, wireBytes, code };
    this.frames.push(frame);
    this.taken.push(frame);
  }

  #wake(): void {
    this.#waiters = settle(this.#waiters, this.frames.length + this.rejected.length);
  }
}

interface CountWaiter {
  readonly count: number;
  readonly resolve: () => void;
}

/** Resolves those whose count is reached; returns the others. */
function settle(waiters: readonly CountWaiter[], reached: number): CountWaiter[] {
  return waiters.filter(({ count, resolve }) => {
    if (count <= reached) resolve();
    return count > reached;
  });
}
