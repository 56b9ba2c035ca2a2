import type { Version } from '@acequia/contract';

export type VersionState = Version['status'] | NonNullable<Version['start']> | 'never-run';

/** What is said of a version: its status, or how far a running one is that no worker runs yet. A pre-release never runs. */
export const versionState = ({ start, status, kind }: Pick<Version, 'status' | 'start' | 'kind'>): VersionState =>
  start ?? (status === 'stopped' && kind === 'pre-release' ? 'never-run' : status);
