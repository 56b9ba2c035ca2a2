import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { ResetPage } from './reset-page.tsx';

vi.mock('./layout.tsx', () => ({ EntranceLayout: ({ children }: { children: ReactNode }) => <main>{children}</main> }));
const server = fakeServer({ 'auth:findReset': {}, 'auth:resetPassword': {} });
const kept = () => sessionStorage.getItem('acequia:link:reset');

beforeEach(() => {
  startI18n('en');
  sessionStorage.setItem('acequia:link:reset', 'token');
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

it('a reset link that was used says so at once, shows no form, and leads to a new one', async () => {
  server.answer({ 'auth:findReset': refusing('AUTH.RESET_LINK') });
  render(<ResetPage />);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(screen.getByText(/^The link was already used/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ask for a new link' }).getAttribute('href')).toBe('/forgot');
  expect(screen.queryByLabelText('New password')).toBeNull();
  expect(server.inputs('auth:findReset')).toEqual([{ token: 'token' }]);
  expect(kept()).toBeNull();
});

it('a reset link that was used while its page was open says so when the password is sent', async () => {
  server.answer({ 'auth:resetPassword': refusing('AUTH.RESET_LINK') });
  render(<ResetPage />);
  await userEvent.type(await screen.findByLabelText(/^New password/), 'Riego-lento-2031');
  await userEvent.type(screen.getByLabelText(/^Repeat the new password/), 'Riego-lento-2031');
  await userEvent.click(screen.getByRole('button', { name: 'Set the password' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(screen.queryByLabelText('New password')).toBeNull();
  await waitFor(() => expect(kept()).toBeNull());
});

it('a reset link that cannot be looked at now shows its form: what is wrong is told when the password is sent', async () => {
  server.answer({ 'auth:findReset': refusing('ACQ-DATABASE-UNAVAILABLE') });
  render(<ResetPage />);
  expect(await screen.findByLabelText(/^New password/)).toBeTruthy();
  expect(kept()).toBe('token');
});
