import type { Version } from '@acequia/contract';
import { publishedVersions } from './publish-plan.ts';

/** The history as a person reads it: the draft, published versions with the highest number first, kept states of the draft. */
export interface VersionHistory {
  readonly draft: Version | undefined;
  readonly published: readonly Version[];
  readonly autosaved: readonly Version[];
}

export function versionHistory(versions: readonly Version[]): VersionHistory {
  return {
    draft: versions.find(({ status }) => status === 'draft'),
    published: publishedVersions(versions),
    autosaved: versions.filter(({ status }) => status === 'autosaved').toSorted((a, b) => b.createdAt - a.createdAt),
  };
}

/**
 * What a version is compared with until a person chooses: the one before it; the first one with the draft; a draft or a kept state
 * of it with the newest published one. Undefined only where there is no other version.
 */
export function comparedWith(version: string, { draft, published, autosaved }: VersionHistory): string | undefined {
  const index = published.findIndex((each) => each.version === version);
  const before = index < 0 ? [] : [published[index + 1], draft];
  return [...before, ...published, ...autosaved, draft].find((each) => each !== undefined && each.version !== version)?.version;
}
