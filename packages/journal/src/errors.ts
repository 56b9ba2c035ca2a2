import type { LogIdentity } from './log-identity.ts';

/** The log has reached its limit or the disk is full; nothing of the group was kept. At an opening also: no file can be opened for now. */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

/** A write or sync failed; nothing of the group was acknowledged. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed';
}

/** The process, or the machine, has as many files open as it may: some will be closed. */
export const isOutOfFiles = (error: Error): boolean => /\bE[MN]FILE\b/.test(error.message);

/** A full disk heals without a person who changes settings, so it is told from what else may fail. */
export const failureOf = (isFull: boolean, message: string, options?: ErrorOptions): JournalFailed | JournalFull =>
  isFull ? new JournalFull(message, options) : new JournalFailed(message, options);

/** Another living process holds the directory. */
export class JournalLocked extends Error {
  override readonly name = 'JournalLocked';
  readonly holderPid: number;
  readonly directory: string;
  constructor(directory: string, holderPid: number) {
    super(`the journal ${directory} is in use by process ${holderPid}`);
    this.directory = directory;
    this.holderPid = holderPid;
  }
}

/** The folder's journal is of another log than the one that was to be opened; nothing was changed. */
export class JournalForeign extends Error {
  override readonly name = 'JournalForeign';
  readonly directory: string;
  /** What the folder says; `unnumbered`: made before logs had identities, `unreadable`: damage took what said it. */
  readonly found: LogIdentity | 'unnumbered' | 'unreadable';
  readonly wanted: LogIdentity;
  constructor(directory: string, found: LogIdentity | 'unnumbered' | 'unreadable', wanted: LogIdentity) {
    super(`the journal ${directory} is not log ${wanted.id}: ${typeof found === 'string' ? found : found.id}`);
    this.directory = directory;
    this.found = found;
    this.wanted = wanted;
  }
}

/** Written by a newer version of the program. */
export class JournalTooNew extends Error {
  override readonly name = 'JournalTooNew';
}
