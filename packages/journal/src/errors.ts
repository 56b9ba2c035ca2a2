/** The log has reached its limit or the disk is full; nothing of the group was kept. */
export class JournalFull extends Error {
  override readonly name = 'JournalFull';
}

/** A write or sync failed; nothing of the group was acknowledged. */
export class JournalFailed extends Error {
  override readonly name = 'JournalFailed';
}

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

/** Written by a newer version of the program. */
export class JournalTooNew extends Error {
  override readonly name = 'JournalTooNew';
}
