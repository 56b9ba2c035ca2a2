import type { FrameMeta } from '@acequia/batch';
import { frameFlags } from '@acequia/batch';
import type { Intake, IntakeBusy, IntakeReceipt, IntakeStream } from '@acequia/component-sdk/runtime';

/** A frame on its own: `meta.position` is where it begins in its source. */
export interface TakenFrame {
  readonly text: string;
  readonly bytes: Buffer;
  readonly meta: FrameMeta;
  readonly flags: number;
  readonly wireBytes: number;
}

/** An intake in memory: keeps what was given, can be busy, can hold writers back. */
export class FakeIntake implements Intake {
  readonly maxEventBytes: number;
  readonly onOversize: 'truncate' | 'split' | 'reject';
  busy: false | 'behind' | 'quota' = false;
  /** Makes `submit` and `commit` refuse. */
  refuse: IntakeBusy | undefined;
  sourceState: Uint8Array | undefined;
  commits = 0;
  readonly frames: TakenFrame[] = [];
  readonly rejected: { readonly bytes: Buffer; readonly code: string; readonly meta: FrameMeta }[] = [];
  empty = 0;
  opened = 0;
  closed = 0;
  readonly keys = new Set<string>();
  #hold: Promise<void> | undefined;
  #release: () => void = () => undefined;
  #waiters: { readonly count: number; readonly resolve: () => void }[] = [];

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

  open(): IntakeStream {
    this.opened++;
    return {
      write: (bytes, ranges, count, meta, wireBytes) => {
        for (let index = 0; index < count; index++)
          this.#take(bytes, ranges[index * 2]!, ranges[index * 2 + 1]!, meta, 0, wireBytes?.[index]);
        this.#wake();
      },
      commit: async (sourceState) => {
        const kept = sourceState?.slice();
        await this.#hold;
        if (this.refuse) throw this.refuse;
        if (kept) this.sourceState = kept;
        this.commits++;
      },
      ready: () => this.#hold,
      submit: async (body): Promise<IntakeReceipt> => {
        await this.#hold;
        if (this.refuse) throw this.refuse;
        if (body.idempotencyKey !== undefined) {
          if (this.keys.has(body.idempotencyKey)) return { repeated: true };
          this.keys.add(body.idempotencyKey);
        }
        for (let index = 0; index < body.count; index++)
          this.#take(body.bytes, body.frames[index * 3]!, body.frames[index * 3 + 1]!, body.meta, body.frames[index * 3 + 2]!, undefined);
        this.#wake();
        return { repeated: false };
      },
      reject: (bytes, code, meta) => {
        this.rejected.push({ bytes: Buffer.from(bytes), code, meta });
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

  #take(bytes: Uint8Array, offset: number, length: number, meta: FrameMeta, flags: number, wireBytes: number | undefined): void {
    const copy = Buffer.from(bytes.subarray(offset, offset + length));
    const placed = meta.position === undefined ? meta : { ...meta, position: meta.position + offset };
    this.frames.push({ bytes: copy, text: copy.toString(), meta: placed, flags, wireBytes: wireBytes ?? length });
  }

  #wake(): void {
    const total = this.frames.length + this.rejected.length;
    this.#waiters = this.#waiters.filter((waiter) => {
      if (waiter.count <= total) waiter.resolve();
      return waiter.count > total;
    });
  }
}
