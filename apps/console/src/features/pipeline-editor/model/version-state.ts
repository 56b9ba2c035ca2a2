import type { Version } from '@acequia/contract';

export type VersionState = Version['status'] | NonNullable<Version['start']>;

/** What is said of a version: its status, or how far a running one is that no worker runs yet. */
export const versionState = (version: Pick<Version, 'status' | 'start'>): VersionState => version.start ?? version.status;
