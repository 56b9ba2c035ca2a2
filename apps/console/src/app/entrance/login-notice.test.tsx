import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { loginPath } from '#lib/operations/session-over.ts';
import { LoginForm } from './login-form.tsx';
import { noticeOf } from './login-notice.ts';

fakeServer();
beforeEach(() => startI18n('en'));
afterEach(cleanup);

it.each([
  ['AUTH.EXPIRED', 'Your session has ended.'],
  ['AUTH.TIME', 'because you were inactive'],
  ['AUTH.ENDED', 'This session was ended: from your list'],
  ['AUTH.LEFT', 'You logged out in another tab.'],
])('who is sent to the login page for %s reads why, and no other reason', (code, sentence) => {
  const reason = new URL(loginPath('/home', code), 'http://localhost').searchParams.get('reason');
  render(<LoginForm notice={noticeOf(reason)} onSession={() => undefined} onSso={() => undefined} />);
  expect(screen.getByText(sentence, { exact: false })).toBeDefined();
  const others = ['Your session has ended.', 'you were inactive', 'from your list', 'in another tab'].filter(
    (each) => !sentence.includes(each),
  );
  for (const other of others) expect(screen.queryByText(other, { exact: false })).toBeNull();
});

it.each([null, '', 'AUTH.SSO_EMAIL', 'toString', '<b>'])('%j in the address says nothing', (reason) => {
  expect(noticeOf(reason)).toBeUndefined();
});
