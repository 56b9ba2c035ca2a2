/** The one-time code in `#setup=CODE`; empty when there is none. */
export const setupCodeOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('setup') ?? '';

/** Where to go after the login: a path of this site, else home. */
export function targetOf(next: string | null): string {
  if (next === null || !next.startsWith('/') || next.startsWith('//') || next.startsWith('/\\')) return '/home';
  return next;
}
