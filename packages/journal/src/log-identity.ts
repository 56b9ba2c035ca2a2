/** Whose log a journal is: the server gives a worker a log when it joins, and no two workers one. */
export interface LogIdentity {
  /** Unique everywhere, e.g. `LG_8f3a…`. */
  readonly id: string;
  /** Unique in the installation, a whole number from 2 on; part of every event id that begins in this log. */
  readonly number: number;
  readonly workerId: string;
  /** Public key of the installation's servers. */
  readonly installation: string;
}

/** Logs of before had no number and called themselves this. */
export const unnumberedLog = 1;

/** The identity as the folder keeps it. */
export interface KeptIdentity extends LogIdentity {
  /** First opening of the journal as this log; blocks of earlier ones keep the number they had. */
  readonly since: number;
}

/** `none`: there is no journal yet. `unnumbered`: made before logs had identities. `unreadable`: damage took what said it. */
export type Ownership = KeptIdentity | 'none' | 'unnumbered' | 'unreadable';

export function isKeptIdentity(value: unknown): value is KeptIdentity {
  const { id, number, workerId, installation, since } = (value ?? {}) as Partial<KeptIdentity>;
  return (
    [id, workerId, installation].every((text) => typeof text === 'string') && Number.isSafeInteger(number) && Number.isSafeInteger(since)
  );
}

/** Number of the log in which a block of this opening began. */
export const logNumberOf = (log: Pick<KeptIdentity, 'number' | 'since'>, generation: number): number =>
  generation < log.since ? unnumberedLog : log.number;
