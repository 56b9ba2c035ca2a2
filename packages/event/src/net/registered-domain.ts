import { getDomain } from 'tldts';

/** The domain somebody registered, by the public suffix list; null when there is none. */
export const registeredDomain = (host: string): string | null => getDomain(host);
