import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Tenant } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { TenantContent } from './tenant-content.tsx';
import { fakeTenant, renderSetting } from './testing/render-setting.tsx';

const server = fakeServer({});
const tenant = (enabled: boolean): Tenant =>
  fakeTenant({ settingType: 'MFA', value: { enabled: true } }, { settingType: 'CONTENT', value: { enabled } });
const show = (shown: Tenant) => {
  server.answer({ 'tenants:find': shown });
  renderSetting(TenantContent, shown);
};
const toggle = () => screen.getByRole('switch', { name: /Show event contents to viewers/ });
const shows = (on: boolean) => waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe(String(on)));

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('turning it off shows at once, and is sent as its own setting', async () => {
  const answer = Promise.withResolvers<Tenant>();
  server.answer({ 'tenants:updateTenantSettings': () => answer.promise });
  show(tenant(true));
  await shows(true);
  fireEvent.click(toggle());
  await shows(false);
  await waitFor(() =>
    expect(server.inputs('tenants:updateTenantSettings')).toEqual([
      { id: 't', settings: [{ settingType: 'CONTENT', value: { enabled: false } }] },
    ]),
  );
  server.answer({ 'tenants:find': tenant(false) });
  answer.resolve(tenant(false));
  await waitFor(() => expect(toggle().hasAttribute('disabled')).toBe(false));
  await shows(false);
});

it('stands as before when the server refuses', async () => {
  const answer = Promise.withResolvers<never>();
  server.answer({ 'tenants:updateTenantSettings': () => answer.promise });
  show(tenant(false));
  fireEvent.click(toggle());
  await shows(true);
  answer.reject(new Refusal('WEB-00027'));
  await shows(false);
});
