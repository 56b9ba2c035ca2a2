import type { LookupCredentials, LookupRefresh } from '@acequia/contract';

export const refreshSteps = [300_000, 900_000, 3_600_000, 21_600_000, 86_400_000, 604_800_000] as const;
export type RefreshStep = (typeof refreshSteps)[number];

/** What stands in the fields of a refresh. */
export interface RefreshEntry {
  readonly url: string;
  readonly everyMs: RefreshStep;
  readonly kind: LookupCredentials['kind'];
  readonly secretId: string;
  readonly user: string;
  readonly header: string;
}

export const emptyRefresh: RefreshEntry = { url: '', everyMs: 3_600_000, kind: 'none', secretId: '', user: '', header: 'X-API-Key' };

/** Of what is set; a step the page does not offer becomes the next longer one. */
export function refreshEntryOf({ url, everyMs, credentials }: LookupRefresh): RefreshEntry {
  return {
    ...emptyRefresh,
    url,
    everyMs: refreshSteps.find((step) => step >= everyMs) ?? 604_800_000,
    kind: credentials.kind,
    ...('secretId' in credentials ? { secretId: credentials.secretId } : {}),
    ...('user' in credentials ? { user: credentials.user } : {}),
    ...('header' in credentials ? { header: credentials.header } : {}),
  };
}

export type RefreshFault = 'url' | 'secretId' | 'user' | 'header';

export function refreshFaults({ url, kind, secretId, user, header }: RefreshEntry): ReadonlySet<RefreshFault> {
  const faults = new Set<RefreshFault>();
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '' || url.length > 2048)
    faults.add('url');
  if (kind !== 'none' && secretId === '') faults.add('secretId');
  if (kind === 'basic' && user.trim() === '') faults.add('user');
  if (kind === 'header' && !/^[A-Za-z0-9-]{1,128}$/.test(header)) faults.add('header');
  return faults;
}

export function credentialsOf({ kind, secretId, user, header }: RefreshEntry): LookupCredentials {
  switch (kind) {
    case 'none':
      return { kind };
    case 'bearer':
      return { kind, secretId };
    case 'basic':
      return { kind, secretId, user };
    case 'header':
      return { kind, secretId, header };
  }
}
