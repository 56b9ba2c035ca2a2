import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MiB } from '@acequia/base';
import { commitName, commitNumber, encodeCommit, encodeCommits, readCommits, type CommitChanges } from './commit-format.ts';
import { failureOf } from './errors.ts';
import { openFilesCodes } from './file-calls.ts';
import type { CommitLog, CommitValue } from './journal.ts';
import type { Writer, WriterReply } from './writer-jobs.ts';

const compactBytes = 16 * MiB;
/** Keys of the journal itself begin with this; users of the log do not see them. */
export const ownPrefix = '\0';

interface Waiting {
  readonly changes: CommitChanges;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export interface CommitLogOptions {
  readonly directory: string;
  readonly writer: Writer;
  /** Told when a commit lived from the reserve. */
  readonly onReserveUsed: () => void;
}

/** The commit log in a file of its own beside the segments: one record and one sync for all changes that came meanwhile. */
export class DiskCommitLog implements CommitLog {
  readonly #directory: string;
  readonly #writer: Writer;
  readonly #onReserveUsed: () => void;
  readonly #values: Map<string, CommitValue>;
  #number: number;
  #bytes = 0;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  /** What the file holds, or which file counts after a crash, is not sure: the next commit goes to a new one. */
  #unsure = false;
  #always: () => CommitChanges = () => new Map();
  /** Damaged records passed over when the log was opened. */
  readonly damaged: number;
  /** There was a file, and nothing of it was damaged: what it does not say never was. */
  readonly isWhole: boolean;

  private constructor(options: CommitLogOptions, values: Map<string, CommitValue>, number: number, damaged: number) {
    this.#directory = options.directory;
    this.#writer = options.writer;
    this.#onReserveUsed = options.onReserveUsed;
    this.#values = values;
    this.#number = number;
    this.damaged = damaged;
    this.isWhole = number > 0 && damaged === 0;
  }

  /** Reads the newest file and compacts it into a new one. */
  static async open(options: CommitLogOptions): Promise<DiskCommitLog> {
    const numbers = readdirSync(options.directory)
      .map(commitNumber)
      .filter((number) => number !== undefined)
      .sort((a, b) => a - b);
    const newest = numbers[numbers.length - 1];
    const name = newest === undefined ? '' : commitName(newest);
    const { values, damaged } =
      newest === undefined
        ? { values: new Map<string, CommitValue>(), damaged: 0 }
        : readCommits(readFileSync(join(options.directory, name)), name);
    const log = new DiskCommitLog(options, values, newest ?? 0, damaged);
    const reply = await log.#compact(new Map());
    if (reply.outcome !== 'done')
      throw failureOf(reply.outcome === 'full', `the commit log in ${options.directory} cannot be written: ${reply.error}`);
    await options.writer.run({ kind: 'remove', paths: numbers.map((number) => join(options.directory, commitName(number))) });
    return log;
  }

  get bytes(): number {
    return this.#bytes;
  }

  commit(changes: CommitChanges): Promise<void> {
    for (const key of changes.keys()) if (key.startsWith(ownPrefix)) return Promise.reject(new Error('a key of the journal itself'));
    return this.#enqueue(changes);
  }

  get(key: string): CommitValue | undefined {
    return key.startsWith(ownPrefix) ? undefined : this.#values.get(key);
  }

  keys(prefix: string): readonly string[] {
    return [...this.#values.keys()].filter((key) => key.startsWith(prefix) && !key.startsWith(ownPrefix));
  }

  /** The journal's own entries; `name` comes without the prefix. */
  commitOwn(changes: CommitChanges): Promise<void> {
    return this.#enqueue(new Map([...changes].map(([key, value]) => [ownPrefix + key, value])));
  }

  /** An own entry as it stands on disk. */
  ownValue(name: string): CommitValue | undefined {
    return this.#values.get(ownPrefix + name);
  }

  own(prefix: string): [string, CommitValue][] {
    const wanted = ownPrefix + prefix;
    return [...this.#values].filter(([key]) => key.startsWith(wanted)).map(([key, value]) => [key.slice(wanted.length), value]);
  }

  /** Entries of the journal itself that must not be older than what any commit says; asked for at each. Names come without the prefix. */
  accompany(entries: () => CommitChanges): void {
    this.#always = entries;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  #enqueue(changes: CommitChanges): Promise<void> {
    const copy = structuredClone(changes);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ changes: copy, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      const changes = new Map<string, CommitValue | null>();
      for (const one of group) for (const [key, value] of one.changes) changes.set(key, value);
      for (const [name, value] of this.#always()) changes.set(ownPrefix + name, value);
      const reply = await this.#write(changes);
      if (reply.outcome === 'done') {
        if (reply.reserveUsed) this.#onReserveUsed();
        for (const one of group) one.resolve();
        continue;
      }
      const text = `commit: ${reply.error}`;
      const error = failureOf(reply.outcome === 'full' && !openFilesCodes.has(reply.code), text);
      for (const one of group) one.reject(error);
    }
    this.#running = undefined;
  }

  async #write(changes: CommitChanges): Promise<WriterReply> {
    const record = encodeCommit(changes);
    if (this.#unsure || this.#bytes + record.length > compactBytes) return this.#compact(changes);
    const reply = await this.#writer.run({ kind: 'commit', path: this.#path(), at: this.#bytes, bytes: record });
    if (reply.outcome === 'failed') return this.#compact(changes);
    if (reply.outcome === 'done') {
      this.#bytes += record.length;
      this.#apply(changes);
    }
    return reply;
  }

  /** Everything into the next file, which then takes the old one's place. */
  async #compact(changes: CommitChanges): Promise<WriterReply> {
    const values = new Map<string, CommitValue | null>(this.#values);
    for (const [key, value] of changes) {
      if (value === null) values.delete(key);
      else values.set(key, value);
    }
    const record = encodeCommits(values);
    const old = this.#path();
    const reply = await this.#writer.run({
      kind: 'file',
      path: join(this.#directory, commitName(this.#number + 1)),
      bytes: record,
      sync: true,
    });
    this.#unsure = reply.outcome !== 'done';
    if (reply.outcome !== 'done') return reply;
    this.#number++;
    this.#bytes = record.length;
    this.#apply(changes);
    await this.#writer.run({ kind: 'remove', paths: [old] });
    return reply;
  }

  #apply(changes: CommitChanges): void {
    for (const [key, value] of changes) {
      if (value === null) this.#values.delete(key);
      else this.#values.set(key, value);
    }
  }

  #path(): string {
    return join(this.#directory, commitName(this.#number));
  }
}
