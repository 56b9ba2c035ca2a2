import type { EndReason } from '@acequia/contract';
import { isOwnPath } from '@acequia/domain';
import { retireDrafts } from '../drafts/retired-drafts.ts';
import { callEntrance } from './call-entrance.ts';
import { departure } from './departure.ts';

/** Reasons the login page has words for. */
const told: ReadonlySet<string> = new Set(['AUTH.EXPIRED', 'AUTH.TIME', 'AUTH.ENDED', 'AUTH.LEFT', 'AUTH.FAILED']);

/** Where the login page leads back to: a path of this site, never another one. */
export function loginPath(target: string, code?: string): string {
  const search = new URLSearchParams();
  if (isOwnPath(target) && target !== '/' && !target.startsWith('/login')) search.set('next', target);
  if (code !== undefined && told.has(code)) search.set('reason', code);
  const text = search.toString();
  return text === '' ? '/login' : `/login?${text}`;
}

const channel = 'acequia:session';
const page = departure((path) => window.location.assign(path));

/** What the server says of the end of a session. */
interface End {
  readonly code: string;
  /** `reason`: why, where the server knows it. */
  readonly fields?: Readonly<Record<string, string | number>>;
}

const ends: Readonly<Record<EndReason, string>> = { time: 'AUTH.TIME', left: 'AUTH.LEFT', ended: 'AUTH.ENDED' };
const isEndReason = (reason: unknown): reason is EndReason => typeof reason === 'string' && Object.hasOwn(ends, reason);

/** The session ended on the server: to the login page, keeping the target. Drafts of forms are in session storage already. */
export function sessionOver({ code, fields }: End): void {
  const reason = fields?.['reason'];
  const why = code === 'AUTH.EXPIRED' && isEndReason(reason) ? ends[reason] : code;
  page.driven(loginPath(window.location.pathname + window.location.search, why));
}

/** Another window went on in another tenant, or a new login took the place of this one: this window begins there. */
export function followTenant(): void {
  page.leave('/home');
}

/** The server would not say what became of the login: the session ends here, and the login page says so. */
export function loginFailed(): void {
  void callEntrance('auth:removeToken', {}).catch(() => undefined);
  page.driven(loginPath(window.location.pathname + window.location.search, 'AUTH.FAILED'));
}

/** The user asks to log out or to change the tenant: until `loggedOut`, `tenantChanged` or `leaveRefused`, the end of the session is expected. */
export const leaveAsked = page.ask;

/** The server refused the log-out or the change of tenant. */
export const leaveRefused = page.stay;

/** The user has logged out here: to the login page without any draft, and every other window of this browser with it. */
export function loggedOut(): void {
  retireDrafts(localStorage, String(Date.now()));
  tellWindows('over');
  page.leave('/login');
}

/** The session goes on in another tenant: this window begins there, and every other window of this browser with it. */
export function tenantChanged(): void {
  tellWindows('tenant');
  page.leave('/home');
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
  windows.onmessage = ({ data }: MessageEvent<Told>) => (data === 'over' ? sessionOver({ code: 'AUTH.LEFT' }) : followTenant());
  return () => windows.close();
}
