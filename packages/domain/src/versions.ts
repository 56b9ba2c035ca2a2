import { err, ok, type Result } from '@acequia/base';

/** How a publication changes the version number (specification 3). */
export const versionKinds = ['major', 'minor', 'patch', 'pre-release', 'release'] as const;
export type VersionKind = (typeof versionKinds)[number];

/** Statuses of a version, in the order lists show them. `stopped` is shown as paused. */
export const versionStatuses = ['running', 'stopped', 'draft', 'archived', 'autosaved'] as const;
export type VersionStatus = (typeof versionStatuses)[number];

/** Whether a version has a number and may run: neither the draft nor a kept state of it. */
export const isPublished = ({ status }: { readonly status: VersionStatus }): boolean => status !== 'draft' && status !== 'autosaved';

/** After so long without a save a person sits down anew. */
export const sittingGapMs = 10 * 60_000;
/** Autosaved states of one pipeline's draft. */
export const overwrittenKeptMax = 20;

interface Save {
  readonly at: number;
  readonly by: string;
}

/** Whether a save begins something new, so that the state it writes over is kept: by another person, or in another sitting. */
export const keepsOverwritten = (last: Save, next: Save): boolean => last.by !== next.by || next.at - last.at > sittingGapMs;

export const firstVersion = '1.0.0';

/** The number after `current`; the first publication is 1.0.0 (pre-release: 1.0.0-1) whatever the kind. */
export function nextVersion(current: string | undefined, kind: VersionKind): Result<string, 'not-a-version' | 'nothing-to-release'> {
  if (current === undefined) return ok(kind === 'pre-release' ? `${firstVersion}-1` : firstVersion);
  const match = /^(\d+)\.(\d+)\.(\d+)(?:-(\d+))?$/.exec(current);
  if (!match) return err('not-a-version');
  const [major, minor, patch, pre] = match.slice(1).map((part) => (part === undefined ? undefined : Number(part)));
  switch (kind) {
    case 'major':
      return ok(`${major! + 1}.0.0`);
    case 'minor':
      return ok(`${major}.${minor! + 1}.0`);
    case 'patch':
      return ok(`${major}.${minor}.${patch! + 1}`);
    case 'pre-release':
      return ok(pre === undefined ? `${major}.${minor}.${patch! + 1}-1` : `${major}.${minor}.${patch}-${pre + 1}`);
    case 'release':
      return pre === undefined ? err('nothing-to-release') : ok(`${major}.${minor}.${patch}`);
  }
}

export function compareVersions(a: string, b: string): number {
  const [numbersA, preA] = split(a);
  const [numbersB, preB] = split(b);
  for (let i = 0; i < 3; i += 1) {
    const difference = (numbersA[i] ?? 0) - (numbersB[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return preA - preB;
}

function split(version: string): [number[], number] {
  const [numbers = '', pre] = version.split('-');
  return [numbers.split('.').map(Number), pre === undefined ? Number.POSITIVE_INFINITY : Number(pre)];
}
