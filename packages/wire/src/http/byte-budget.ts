import { AppError } from '@acequia/base';

/** Bytes that all holders of a budget may have in memory at once. */
export interface ByteBudget {
  readonly heldBytes: number;
  /** A holder that has nothing yet. */
  open(): ByteHold;
  /** As this budget, and no more than `maxBytes` of it. */
  share(maxBytes: number): ByteBudget;
}

export interface ByteHold {
  /** Throws AppError `BODY_BUSY` when others leave no room. A holder that is alone may go beyond the budget: its own limits hold. */
  grow(bytes: number): void;
  /** Gives everything back, for good: what still arrives is refused. Idempotent. */
  release(): void;
}

export function createByteBudget(maxBytes: number): ByteBudget {
  return budgetOf(maxBytes, undefined);
}

function budgetOf(maxBytes: number, above: ByteBudget | undefined): ByteBudget {
  let held = 0;
  return {
    get heldBytes() {
      return held;
    },
    open() {
      const rest = above?.open();
      let own = 0;
      let released = false;
      return {
        grow(bytes) {
          if (released) throw new AppError('BODY_BUSY');
          if (held + bytes > maxBytes && held > own) throw new AppError('BODY_BUSY');
          rest?.grow(bytes);
          own += bytes;
          held += bytes;
        },
        release() {
          released = true;
          rest?.release();
          held -= own;
          own = 0;
        },
      };
    },
    share(bytes) {
      return budgetOf(bytes, this);
    },
  };
}
