import { frameFlags } from '@acequia/batch';

/** What was refused inside a body, for the reply. */
export interface ElementFault {
  readonly index: number;
  readonly code: string;
  readonly offset: number;
}

const faultsMax = 100;
const rejectedBytesMax = 65_536;

/** The elements found in one body: ranges with a verdict each (engine decision 8). */
export class ElementList {
  /** (offset, length, flags) triples. */
  frames = new Uint32Array(48);
  count = 0;
  rejected = 0;
  empty = 0;
  /** The first hundred. */
  readonly faults: ElementFault[] = [];
  /** Per element 0, or the place in `#codes` + 1. */
  #codeOf = new Uint8Array(16);
  readonly #codes: string[] = [];

  good(offset: number, length: number): void {
    this.#push(offset, length, frameFlags.checked);
  }

  bad(offset: number, length: number, code: string, faultAt: number): void {
    if (this.faults.length < faultsMax) this.faults.push({ index: this.count, code, offset: Math.max(0, faultAt - offset) });
    this.rejected++;
    this.#push(offset, Math.min(length, rejectedBytesMax), frameFlags.rejected);
    this.#note(this.count - 1, code);
  }

  /** Why the element was refused; undefined for a good one. */
  codeOf(index: number): string | undefined {
    return this.#codes[this.#codeOf[index]! - 1];
  }

  /** A piece of an oversize element. */
  piece(offset: number, length: number, flag: 'truncated' | 'split'): void {
    this.#push(offset, length, frameFlags.checked | frameFlags[flag]);
  }

  /** Takes back a good verdict. */
  refuse(index: number, code: string): void {
    if (this.faults.length < faultsMax) this.faults.push({ index, code, offset: 0 });
    this.rejected++;
    this.frames[index * 3 + 1] = Math.min(this.frames[index * 3 + 1]!, rejectedBytesMax);
    this.frames[index * 3 + 2] = frameFlags.rejected;
    this.#note(index, code);
  }

  #note(index: number, code: string): void {
    if (!this.#codes.includes(code)) this.#codes.push(code);
    this.#codeOf[index] = this.#codes.indexOf(code) + 1;
  }

  #push(offset: number, length: number, flags: number): void {
    const at = this.count * 3;
    if (at === this.frames.length) {
      const wider = new Uint32Array(at * 2);
      wider.set(this.frames);
      this.frames = wider;
      const codes = new Uint8Array(wider.length / 3);
      codes.set(this.#codeOf);
      this.#codeOf = codes;
    }
    this.frames[at] = offset;
    this.frames[at + 1] = length;
    this.frames[at + 2] = flags;
    this.count++;
  }
}
