/**
 * How many files all that write files on one thread may have open together. Whoever is at its share closes a file of its own before it
 * opens another, so nobody waits for anybody. Each member may always have its log and one file, so that for each that joins late up to
 * two more than `max` are open until the others have had a turn, and for good where members are many.
 */
export class FileShare {
  readonly #max: number;
  #members = 0;
  #open = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** A member keeps one file, its log, open besides those it counts. */
  join(): FileShareMember {
    this.#members += 1;
    let left = false;
    return {
      opened: () => void (this.#open += 1),
      closed: () => void (this.#open -= 1),
      isFull: () => this.#open + this.#members >= this.#max,
      fair: () => Math.max(1, Math.floor(this.#max / Math.max(1, this.#members)) - 1),
      leave: () => {
        if (!left) this.#members -= 1;
        left = true;
      },
    };
  }
}

export interface FileShareMember {
  /** To be called before a file is opened; `closed` when that fails, or once it is closed. */
  opened(): void;
  closed(): void;
  /** Whether to close one before another is opened. */
  isFull(): boolean;
  /** While it is full, a member that has more than this closes the rest at its next turn. */
  fair(): number;
  leave(): void;
}
