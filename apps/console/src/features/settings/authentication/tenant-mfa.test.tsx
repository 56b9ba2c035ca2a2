import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Tenant } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, inTurn, Refusal, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { TenantMfa } from './tenant-mfa.tsx';
import { fakeTenant, renderSetting } from './testing/render-setting.tsx';

const session = fakeSession({ tenant: { id: 't', slug: 't', name: 'T' } });
const server = fakeServer({ 'auth:session': session });
const tenant = (mfa: boolean, sso = false): Tenant =>
  fakeTenant(
    { settingType: 'MFA', value: { enabled: mfa } },
    { settingType: 'SSO', value: { enabled: sso, state: sso ? 'openid' : 'unconfigured' } },
  );
const show = async (own: boolean, shown: Tenant, blocked = false) => {
  server.answer({ 'auth:getMfa': { enabled: own, recoveryCodesLeft: 10, required: false }, 'tenants:find': shown });
  renderSetting(TenantMfa, shown, session);
  await waitFor(() => expect(server.inputs('auth:getMfa')).toHaveLength(1));
  await waitFor(() => expect(toggle().hasAttribute('disabled')).toBe(blocked));
};
const toggle = () => screen.getByRole('switch', { hidden: true });
const shows = (on: boolean) => waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe(String(on)));

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('turning off shows at once, and stands as before when the server refuses', async () => {
  const answer = Promise.withResolvers<never>();
  server.answer({ 'tenants:updateTenantSettings': () => answer.promise });
  await show(true, tenant(true));
  fireEvent.click(toggle());
  await shows(false);
  await waitFor(() => expect(server.inputs('tenants:updateTenantSettings')).toHaveLength(1));
  expect(server.inputs('tenants:updateTenantSettings')).toEqual([
    { id: 't', settings: [{ settingType: 'MFA', value: { enabled: false } }] },
  ]);
  answer.reject(new Refusal('WEB-00027'));
  await shows(true);
});

it('who has a factor confirms and turns it on; who has none sets one up first, and giving up turns nothing on', async () => {
  server.answer({ 'tenants:activateTenantMfa': tenant(true) });
  await show(true, tenant(false));
  fireEvent.click(toggle());
  await shows(false);
  server.answer({ 'tenants:find': tenant(true) });
  fireEvent.click(await screen.findByRole('button', { name: 'Require it' }));
  await shows(true);
  cleanup();
  server.forget();
  server.answer({ 'auth:getTotpSecret': { key: 'ABCD', url: 'otpauth://totp/a?secret=ABCD' } });
  await show(false, tenant(false));
  fireEvent.click(toggle());
  await screen.findByLabelText('Key');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await shows(false);
  expect(server.inputs('tenants:activateTenantMfa')).toEqual([]);
});

it('a login of a while ago is confirmed, and the change is tried again', async () => {
  server.answer({
    'tenants:updateTenantSettings': inTurn(refusing('WEB-11011'), () => tenant(false)),
    'auth:reauthenticateWithCredential': {},
  });
  await show(true, tenant(true));
  fireEvent.click(toggle());
  fireEvent.change(await screen.findByLabelText(/^Password/), { target: { value: 'p' } });
  await shows(true);
  server.answer({ 'tenants:find': tenant(false) });
  fireEvent.submit(screen.getByLabelText(/^Password/).closest('form')!);
  await waitFor(() => expect(server.inputs('tenants:updateTenantSettings')).toHaveLength(2));
  await shows(false);
});

it('is blocked while single sign-on is on, and says why to who looks for it with the keyboard', async () => {
  await show(true, tenant(false, true), true);
  expect(screen.getByRole('group', { name: /Single sign-on is on/ }).tabIndex).toBe(0);
});
