/** Where a link's token waits while its pages are walked through: in this window alone, and never in an address that is sent. */
const keyOf = (page: LinkPage): string => `acequia:link:${page}`;
export type LinkPage = 'join' | 'reset' | 'reset-mfa';

/** The token of `#token=…`, taken out of the address; else the one this window came with before. Empty when there is none. */
export function takeToken(page: LinkPage): string {
  const shown = new URLSearchParams(window.location.hash.slice(1)).get('token');
  if (shown !== null) {
    sessionStorage.setItem(keyOf(page), shown);
    window.history.replaceState(null, '', window.location.pathname + window.location.search);
  }
  return sessionStorage.getItem(keyOf(page)) ?? '';
}

export const dropToken = (page: LinkPage): void => sessionStorage.removeItem(keyOf(page));
