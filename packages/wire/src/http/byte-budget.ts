import { AppError } from '@acequia/base';

/** Bytes that all holders of a budget may have in memory at once. */
export interface ByteBudget {
  readonly heldBytes: number;
  /** A holder that has nothing yet. */
  open(): ByteHold;
  /** As this budget, and no more than `maxBytes` of it. */
  share(maxBytes: number): ByteBudget;
  /** A share for each name; nothing is kept of a name for which nobody holds anything. */
  shares(maxBytes: number): (name: string) => ByteBudget;
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
    shares(bytes) {
      return sharesOf(bytes, this);
    },
  };
}

function sharesOf(maxBytes: number, above: ByteBudget): (name: string) => ByteBudget {
  const used = new Map<string, { readonly budget: ByteBudget; holders: number }>();
  return (name) => ({
    get heldBytes() {
      return used.get(name)?.budget.heldBytes ?? 0;
    },
    open() {
      const share = used.get(name) ?? { budget: budgetOf(maxBytes, above), holders: 0 };
      used.set(name, share);
      share.holders += 1;
      const hold = share.budget.open();
      let released = false;
      return {
        grow: (bytes) => hold.grow(bytes),
        release() {
          hold.release();
          if (released) return;
          released = true;
          share.holders -= 1;
          if (share.holders === 0) used.delete(name);
        },
      };
    },
    share(bytes) {
      return budgetOf(bytes, this);
    },
    shares(bytes) {
      return sharesOf(bytes, this);
    },
  });
}
