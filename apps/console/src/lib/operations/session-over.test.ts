import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isSessionOver, OperationError } from './operation-error.ts';
import { fakeServer } from './testing/fake-server.ts';

fakeServer({ 'auth:removeToken': {} });
const assign = vi.fn<(path: string) => void>();

beforeEach(() => {
  vi.resetModules();
  assign.mockClear();
  vi.spyOn(window.location, 'assign').mockImplementation((path) => assign(String(path)));
  window.history.replaceState(null, '', '/listeners?q=a');
});
afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, '', '/');
});

/** The module as another window of this browser has it, with a way out of its own. */
const openWindow = async () => {
  vi.resetModules();
  return import('./session-over.ts');
};
const gone = (count: number) => vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(count));

it('a window learns that the user logged out in another one, and the login page will say so', async () => {
  const [here, other] = [await openWindow(), await openWindow()];
  const unfollow = other.followOtherWindows();
  here.leaveAsked();
  here.loggedOut();
  await gone(2);
  expect(assign.mock.calls).toEqual([['/login'], ['/login?next=%2Flisteners%3Fq%3Da&reason=AUTH.LEFT']]);
  unfollow();
});

it('the stream of the session may end first: the window that logs out does not call that news', async () => {
  const here = await openWindow();
  here.leaveAsked();
  here.sessionOver({ code: 'AUTH.EXPIRED', fields: { reason: 'left' } });
  here.loggedOut();
  await gone(1);
  expect(assign.mock.calls).toEqual([['/login']]);
});

it('a change of tenant in another window is followed to its home page', async () => {
  const [here, other] = [await openWindow(), await openWindow()];
  const unfollow = other.followOtherWindows();
  here.tenantChanged();
  await gone(2);
  expect(assign.mock.calls).toEqual([['/home'], ['/home']]);
  unfollow();
});

it.each([
  ['time', 'AUTH.TIME'],
  ['left', 'AUTH.LEFT'],
  ['ended', 'AUTH.ENDED'],
  ['something newer', 'AUTH.EXPIRED'],
  ['toString', 'AUTH.EXPIRED'],
])('the end that any stream or request reports as %s reaches the login page as %s', async (reason, told) => {
  const { sessionOver } = await openWindow();
  sessionOver({ code: 'AUTH.EXPIRED', fields: { reason } });
  expect(new URL(assign.mock.lastCall![0], 'http://localhost').searchParams.get('reason')).toBe(told);
});

it('a session that another one takes the place of is not over', () => {
  expect(isSessionOver(new OperationError('AUTH.EXPIRED', { reason: 'moved' }))).toBe(false);
  expect(isSessionOver(new OperationError('AUTH.EXPIRED', { reason: 'left' }))).toBe(true);
});
