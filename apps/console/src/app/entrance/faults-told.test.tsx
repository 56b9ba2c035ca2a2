import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { expectToldAtSubmission, expectToldWhenLeft, type ToldFault } from '#lib/forms/test-told-faults.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { EmailForm } from './email-form.tsx';
import { OwnerForm } from './owner-form.tsx';
import { ResetMfaPage } from './reset-mfa-page.tsx';
import { ResetPage } from './reset-page.tsx';
import { SsoStep } from './sso-step.tsx';
import { TotpStep } from './totp-step.tsx';
import { WelcomePage } from './welcome-page.tsx';

const sent = vi.fn();
const server = fakeServer({
  'auth:findReset': {},
  'auth:findInvite': { email: 'a@b.cc', tenantName: 'North', role: 'admin', accountExists: false },
});
vi.mock('./layout.tsx', () => ({ EntranceLayout: ({ children }: { children: ReactNode }) => <main>{children}</main> }));

const nothing = () => undefined;
interface Case {
  readonly what: string;
  readonly form: ReactNode;
  readonly first: ToldFault;
  /** Another field than the first. */
  readonly other?: ToldFault;
  readonly submit: string;
}
const empty = 'Fill this in.';
const cases: readonly Case[] = [
  {
    what: 'the first owner',
    form: <OwnerForm setupCode="" onSession={nothing} />,
    first: { field: 'Setup code', fault: empty },
    other: { field: 'Password', fault: empty },
    submit: 'Create account',
  },
  {
    what: 'an invitation',
    form: <WelcomePage />,
    first: { field: 'First name', fault: empty },
    other: { field: 'I agree to the end user license', fault: 'Agree to the license to continue.' },
    submit: 'Create account',
  },
  {
    what: 'a forgotten password',
    form: <EmailForm title="" lead="" send={sent} onSent={nothing} />,
    first: { field: 'Email', fault: 'Enter your email address.' },
    submit: 'Send the link',
  },
  { what: 'a new password', form: <ResetPage />, first: { field: 'New password', fault: empty }, submit: 'Set the password' },
  {
    what: 'a code',
    form: <TotpStep onDone={nothing} onLeave={nothing} />,
    first: { field: 'Code from the app', fault: 'Enter all 6 digits of the code.' },
    submit: 'Log in',
  },
  {
    what: 'a second factor to be taken off',
    form: <ResetMfaPage />,
    first: { field: 'Password', fault: 'Enter your password.' },
    submit: 'Turn it off',
  },
  {
    what: 'single sign-on',
    form: <SsoStep slug="" reason={null} denial={null} target="/" onLeave={nothing} />,
    first: { field: 'Organization', fault: 'Enter the short name of your organization.' },
    submit: 'Continue',
  },
];

beforeEach(() => {
  startI18n('en');
  for (const page of ['join', 'reset', 'reset-mfa']) sessionStorage.setItem(`acequia:link:${page}`, 'token');
});
afterEach(cleanup);

it.each(cases)('$what: each fault is told when its field is left, and all at a submission that is always possible', async (each) => {
  const { form, first, other = first, submit } = each;
  render(form);
  await expectToldWhenLeft(other);
  await expectToldAtSubmission(submit, first);
  expect(sent).not.toHaveBeenCalled();
  expect(server.calls.filter(({ name }) => name !== 'auth:findInvite' && name !== 'auth:findReset')).toEqual([]);
});

it('the field of a recovery code shows no error before something is typed, whatever the code of the app was', async () => {
  render(<TotpStep onDone={nothing} onLeave={nothing} />);
  await expectToldAtSubmission('Log in', { field: 'Code from the app', fault: 'Enter all 6 digits of the code.' });
  fireEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = screen.getByLabelText('Recovery code');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  await expectToldAtSubmission('Log in', { field: 'Recovery code', fault: 'Enter a recovery code.' });
});
