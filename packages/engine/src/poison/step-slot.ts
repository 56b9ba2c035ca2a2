import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';

/** Where a lane was in its work. */
export interface Place {
  readonly stream: string;
  readonly block: number;
  /** Empty: the listener's own part, decoding and labels. */
  readonly versionId: string;
  /** Index of the node in the compiled version. */
  readonly node: number;
}

/**
 * As a place's stream (block 0): work on the state of a version, which belongs to no block: taking it up, copying it, and what it
 * makes because time passes.
 */
export const statePlace = 'state';

export const slotBytes = 512;
/** Number of the step, 0 between blocks. */
const sequenceWord = 0;
const nodeWord = 1;
const lengthWord = 2;
const bootBytes = 36;
const bootAt = 12;
/** 1: what is run has been tried before and found innocent; it may take its time. */
const patienceWord = 12;
const textAt = 64;

/**
 * The place a lane works at, in memory that threads share (engine decision 16). Two stores a step. While a block is run
 * again that the process before may have died of, each step is also written to a file, which outlives the process.
 *
 * ```
 *  0         4      8        12        48         64                    512
 *  sequence │ node │ length │ boot id │ patience │ stream \n block \n version
 * ```
 */
export class StepSlot {
  readonly memory = new SharedArrayBuffer(slotBytes);
  readonly #words = new Int32Array(this.memory);
  readonly #bytes = new Uint8Array(this.memory);
  readonly #text = new Uint8Array(this.memory, textAt);
  readonly #encoder = new TextEncoder();
  readonly #path: string;
  readonly #file: number;
  readonly #trusted = new Set<string>();
  #armedTo: ReadonlyMap<string, number> = new Map();
  /** What belongs to no block of a listener is followed in the file. */
  #follows = false;
  #sequence = 0;
  #inBlock = false;
  #writes = false;

  /** Writes an idle slot over what is there: the file stands for a process that has not ended well. Throws as `node:fs` does. */
  constructor(path: string, bootId: string) {
    this.#path = path;
    this.#encoder.encodeInto(bootId.slice(0, bootBytes), this.#bytes.subarray(bootAt, bootAt + bootBytes));
    this.#file = openSync(path, 'w', 0o600);
    this.#write();
  }

  /** Blocks of these streams before the given ones are followed in the file. */
  arm(to: ReadonlyMap<string, number>): void {
    this.#armedTo = to;
  }

  /** Work on states, and events made out of them, are followed in the file from now on. */
  follow(): void {
    this.#follows = true;
  }

  /** A version, or a listener's stream, that was slow and innocent. */
  trust(name: string): void {
    this.#trusted.add(name);
  }

  enterBlock(stream: string, block: number, versionId: string): void {
    const writes = this.#armedTo.size > 0 && block < (this.#armedTo.get(stream) ?? 0);
    this.#enter(stream, block, versionId, writes, this.#trusted.size > 0 && this.#trusted.has(versionId || stream));
  }

  /** Events made out of state, as a block of their own stream. They cannot be tried apart, so they may take their time. */
  enterMade(stream: string, block: number, versionId: string): void {
    this.#enter(stream, block, versionId, this.#follows, true);
  }

  /** Work on a version's state, at a node (0: at several). It may take its time, as a large state does. Not within a block. */
  inState<T>(versionId: string, node: number, work: () => T): T {
    this.#enter(statePlace, 0, versionId, this.#follows, true, node);
    try {
      return work();
    } finally {
      this.leaveBlock();
    }
  }

  #enter(stream: string, block: number, versionId: string, writes: boolean, isPatient: boolean, node = 0): void {
    this.#words[lengthWord] = this.#encoder.encodeInto(`${stream}\n${block}\n${versionId}`, this.#text).written;
    this.#writes = writes;
    this.#words[patienceWord] = isPatient ? 1 : 0;
    this.#inBlock = true;
    this.enterStep(node);
  }

  /** Outside of a block nothing is noted. */
  enterStep(node: number): void {
    if (!this.#inBlock) return;
    this.#sequence = (this.#sequence + 1) | 0 || 1;
    this.#words[nodeWord] = node;
    Atomics.store(this.#words, sequenceWord, this.#sequence);
    if (this.#writes) this.#write();
  }

  leaveBlock(): void {
    this.#inBlock = false;
    Atomics.store(this.#words, sequenceWord, 0);
    if (this.#writes) this.#write();
    this.#writes = false;
  }

  /** The process ends well: nothing is left to say. */
  close(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #write(): void {
    writeSync(this.#file, this.#bytes, 0, slotBytes, 0);
  }
}

export const slotBootId = (slot: Buffer): string => slot.toString('latin1', bootAt, bootAt + bootBytes).replaceAll('\0', '');

/** Number of the step at work, 0 between blocks; and whether it may take its time. */
export function workIn(slot: Int32Array): { readonly step: number; readonly isTrusted: boolean } {
  return { step: Atomics.load(slot, sequenceWord), isTrusted: slot[patienceWord] === 1 };
}

/** Undefined between blocks. */
export function placeIn(slot: Uint8Array): Place | undefined {
  const words = new DataView(slot.buffer, slot.byteOffset, textAt);
  const word = (index: number): number => words.getInt32(index * 4, endianness() === 'LE');
  if (word(sequenceWord) === 0) return undefined;
  const text = Buffer.from(slot.subarray(textAt, textAt + word(lengthWord))).toString();
  const [stream = '', block, versionId = ''] = text.split('\n');
  return { stream, block: Number(block), versionId, node: word(nodeWord) };
}
