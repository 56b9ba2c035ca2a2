import { isOwnPath } from '@acequia/domain';

/** The one-time code in `#setup=CODE`; empty when there is none. */
export const setupCodeOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('setup') ?? '';

/** Where to go after the login: a path of this site, else home. */
export const targetOf = (next: string | null): string => (next !== null && isOwnPath(next) ? next : '/home');
