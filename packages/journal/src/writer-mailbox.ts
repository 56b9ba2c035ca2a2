import { assert, KiB } from '@acequia/base';
import { spanBytes, type RecordSpans, type WriterJob } from './writer-jobs.ts';

/**
 * How small appends and commits reach the writer's thread: copied into shared memory, with one wake-up. A message costs
 * 20 µs on a 2 × Xeon virtual machine, a slot 5. What does not fit goes as a message. Every job has a number, so that the
 * writer does them in the order they were given, whichever way each one came.
 */
const slotBytes = 160 * KiB;
const slots = 4;
/** Words of the control block: jobs given, jobs given when the memory was made, then per slot whose job is in it (0: free). */
const controlWords = 2 + slots;
const slotWord = 2;
const fixedWords = 8;
const pathBytesMax = 1024;
const recordsMax = 256;
const bytesAt = fixedWords * 4 + recordsMax * 12 + pathBytesMax;

const kinds = { append: 1, commit: 2 } as const;

/** Words of a slot before the lengths of its records (head, payload and foot of each). */
const word = { kind: 0, atLow: 1, atHigh: 2, sync: 3, path: 4, records: 5, bytes: 6 } as const;

export type WriterMemory = SharedArrayBuffer;

/** `given`: the number of the job before the first. */
export function createWriterMemory(given = 0): WriterMemory {
  const memory = new SharedArrayBuffer(controlWords * 4 + slots * slotBytes);
  new Int32Array(memory, 0, 2).fill(given | 0);
  return memory;
}

/** Numbers go round after 2³² jobs, so none may look like a free slot. Slots hold far fewer jobs than the 2³¹ that would look alike. */
const takenBy = (number: number): number => (number << 1) | 1;

interface Slot {
  readonly words: Int32Array;
  readonly bytes: Buffer;
  /** Where the bytes lie in the shared memory. */
  readonly offset: number;
}

function slotsOf(memory: WriterMemory): Slot[] {
  return Array.from({ length: slots }, (_, index) => {
    const offset = controlWords * 4 + index * slotBytes;
    return { words: new Int32Array(memory, offset, bytesAt / 4), bytes: Buffer.from(memory, offset, slotBytes), offset };
  });
}

/** The side that gives jobs. */
export class MailboxSender {
  readonly #control: Int32Array;
  readonly #slots: readonly Slot[];

  constructor(memory: WriterMemory) {
    this.#control = new Int32Array(memory, 0, controlWords);
    this.#slots = slotsOf(memory);
  }

  /** Puts the job into a free slot. False: it must go as a message, before `given` is called. */
  put(job: WriterJob): boolean {
    const free = this.#slots.findIndex((_, index) => Atomics.load(this.#control, slotWord + index) === 0);
    const slot = this.#slots[free];
    if (!slot || !fill(slot, job)) return false;
    Atomics.store(this.#control, slotWord + free, takenBy(this.#control[0]! + 1));
    return true;
  }

  /** Wakes the writer for the job that was put or sent. */
  given(): void {
    Atomics.add(this.#control, 0, 1);
    Atomics.notify(this.#control, 0);
  }
}

/** The side that does them, in a thread that may block. */
export class MailboxReceiver {
  readonly #memory: WriterMemory;
  readonly #control: Int32Array;
  readonly #slots: readonly Slot[];
  #done: number;

  constructor(memory: WriterMemory) {
    this.#memory = memory;
    this.#control = new Int32Array(memory, 0, controlWords);
    this.#slots = slotsOf(memory);
    this.#done = this.#control[1]!;
  }

  /** Waits for the next job and does it: one of a slot with `run`, one that came as a message with `receive`. */
  next(run: (job: WriterJob) => void, receive: () => void): void {
    // The wake-up of a job may come after the job was done.
    while (Atomics.load(this.#control, 0) === this.#done) Atomics.wait(this.#control, 0, this.#done);
    this.#done = (this.#done + 1) | 0;
    const at = this.#slots.findIndex((_, index) => Atomics.load(this.#control, slotWord + index) === takenBy(this.#done));
    const slot = this.#slots[at];
    if (!slot) return receive();
    const job = this.#read(slot);
    run(job);
    Atomics.store(this.#control, slotWord + at, 0);
  }

  #read({ words, bytes, offset }: Slot): WriterJob {
    const at = (words[word.atLow]! >>> 0) + words[word.atHigh]! * 2 ** 32;
    const path = bytes.toString('utf8', bytesAt - pathBytesMax, bytesAt - pathBytesMax + words[word.path]!);
    if (words[word.kind] === kinds.commit)
      return { kind: 'commit', path, at, bytes: bytes.subarray(bytesAt, bytesAt + words[word.bytes]!) };
    const records: RecordSpans[] = [];
    let from = offset + bytesAt;
    for (let record = 0; record < words[word.records]!; record++) {
      const [head, payload, foot] = [0, 1, 2].map((part) => {
        const length = words[fixedWords + record * 3 + part]!;
        const span = { memory: this.#memory, offset: from, length };
        from += length;
        return span;
      });
      records.push({ head: head!, payload: payload!, foot: foot! });
    }
    return { kind: 'append', path, at, records, sync: words[word.sync] === 1 };
  }
}

function fill(slot: Slot, job: WriterJob): boolean {
  if (job.kind === 'commit') {
    if (job.bytes.length > slotBytes - bytesAt) return false;
    slot.bytes.set(job.bytes, bytesAt);
    slot.words[word.kind] = kinds.commit;
    slot.words[word.bytes] = job.bytes.length;
    return place(slot, job.path, job.at);
  }
  if (job.kind !== 'append' || job.header !== undefined || job.records.length > recordsMax) return false;
  let total = 0;
  for (const { head, payload, foot } of job.records) total += head.length + payload.length + foot.length;
  if (total > slotBytes - bytesAt) return false;
  let to = bytesAt;
  for (const [index, { head, payload, foot }] of job.records.entries()) {
    for (const [part, span] of [head, payload, foot].entries()) {
      slot.bytes.set(spanBytes(span), to);
      slot.words[fixedWords + index * 3 + part] = span.length;
      to += span.length;
    }
  }
  slot.words[word.kind] = kinds.append;
  slot.words[word.sync] = job.sync ? 1 : 0;
  slot.words[word.records] = job.records.length;
  return place(slot, job.path, job.at);
}

function place(slot: Slot, path: string, at: number): boolean {
  if (path.length * 3 > pathBytesMax) return false;
  assert(at >= 0, 'a place in a file');
  slot.words[word.path] = slot.bytes.write(path, bytesAt - pathBytesMax, 'utf8');
  slot.words[word.atLow] = (at % 2 ** 32) | 0;
  slot.words[word.atHigh] = Math.floor(at / 2 ** 32);
  return true;
}
