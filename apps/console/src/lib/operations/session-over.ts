import { retireDrafts } from '../drafts/retired-drafts.ts';

/** Where the login page leads back to: a path of this site, never another one. */
export function loginPath(target: string, code?: string): string {
  const search = new URLSearchParams();
  if (target.startsWith('/') && !target.startsWith('//') && target !== '/' && !target.startsWith('/login')) search.set('next', target);
  if (code === 'AUTH.EXPIRED') search.set('reason', code);
  const text = search.toString();
  return text === '' ? '/login' : `/login?${text}`;
}

const channel = 'acequia:session';
let leaving = false;

/** The session ended on the server: to the login page, keeping the target. Drafts of forms are in session storage already. */
export function sessionOver(code: string): void {
  if (leaving) return;
  leaving = true;
  window.location.assign(loginPath(window.location.pathname + window.location.search, code));
}

/** The user has logged out here: to the login page without any draft, and every other window of this browser with it. */
export function loggedOut(): void {
  leaving = true;
  retireDrafts(localStorage, String(Date.now()));
  const windows = new BroadcastChannel(channel);
  windows.postMessage('over');
  windows.close();
  window.location.assign('/login');
}

/** Calls back when the user logs out in another window of this browser; the answer ends that. */
export function onLoggedOut(heard: () => void): () => void {
  const windows = new BroadcastChannel(channel);
  windows.onmessage = heard;
  return () => windows.close();
}
