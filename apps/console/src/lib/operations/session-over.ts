/** Where the login page leads back to: a path of this site, never another one. */
export function loginPath(target: string, code?: string): string {
  const search = new URLSearchParams();
  if (target.startsWith('/') && !target.startsWith('//') && target !== '/' && !target.startsWith('/login')) search.set('next', target);
  if (code === 'AUTH.EXPIRED') search.set('reason', code);
  const text = search.toString();
  return text === '' ? '/login' : `/login?${text}`;
}

let leaving = false;

/** The session ended on the server: to the login page, keeping the target. Drafts of forms are in session storage already. */
export function sessionOver(code: string): void {
  if (leaving) return;
  leaving = true;
  window.location.assign(loginPath(window.location.pathname + window.location.search, code));
}
