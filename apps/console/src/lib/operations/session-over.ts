import { isOwnPath } from '@acequia/domain';
import { retireDrafts } from '../drafts/retired-drafts.ts';

/** Where the login page leads back to: a path of this site, never another one. */
export function loginPath(target: string, code?: string): string {
  const search = new URLSearchParams();
  if (isOwnPath(target) && target !== '/' && !target.startsWith('/login')) search.set('next', target);
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
  tellWindows('over');
  window.location.assign('/login');
}

/** The session goes on in another tenant: this window begins there, and every other window of this browser with it. */
export function tenantChanged(): void {
  leaving = true;
  tellWindows('tenant');
  window.location.assign('/home');
}

type Told = 'over' | 'tenant';

function tellWindows(what: Told): void {
  const windows = new BroadcastChannel(channel);
  windows.postMessage(what);
  windows.close();
}

/** Follows a log-out or a change of tenant in another window of this browser; the answer ends that. */
export function followOtherWindows(): () => void {
  const windows = new BroadcastChannel(channel);
  windows.onmessage = ({ data }: MessageEvent<Told>) => {
    if (data === 'over') return sessionOver('AUTH.REQUIRED');
    leaving = true;
    return window.location.assign('/home');
  };
  return () => windows.close();
}
