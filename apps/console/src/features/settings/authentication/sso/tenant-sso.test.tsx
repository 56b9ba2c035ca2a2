import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { OperationOutput, Tenant } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, inTurn, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { TenantSso } from './tenant-sso.tsx';
import { loadErrorWords } from '#lib/operations/error-words.ts';

beforeAll(() => loadErrorWords());

const session = fakeSession({ tenant: { id: 't', slug: 'north-edge', name: 'T' } });
const server = fakeServer({ 'auth:session': session });
const tenant = (mfa: boolean, on: boolean): Tenant => ({
  id: 't',
  slug: 'north-edge',
  name: 'T',
  members: 1,
  default: true,
  settings: [
    { settingType: 'MFA', value: { enabled: mfa } },
    { settingType: 'SSO', value: { enabled: on, state: on ? 'openid' : 'unconfigured' } },
  ],
});
const none: OperationOutput<'authOpenID:getConfig'> = {
  id: null,
  clientId: '',
  issuer: '',
  responseType: 'code',
  verifiesAddresses: false,
  enabled: false,
  clientSecretKept: false,
  callbackURL: 'https://acequia.example.com/sso/north-edge/openid/callback',
  homeURL: 'https://acequia.example.com/sso/north-edge',
  slug: 'north-edge',
};
const kept = { ...none, id: 'c1', clientId: 'acequia', issuer: 'https://login.example.com', enabled: true, clientSecretKept: true };

const show = (shown: Tenant) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], session);
  client.setQueryData(['tenants:find', { id: 't' }], shown);
  server.answer({ 'tenants:find': shown });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <TenantSso tenant={shown} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
};
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const secret = () => screen.getByLabelText<HTMLInputElement>('Client secret');
const type = (input: HTMLInputElement, value: string) => {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save and turn on' }));
const open = async (config: typeof none, shown: Tenant, button: string) => {
  server.answer({ 'authOpenID:getConfig': config });
  show(shown);
  fireEvent.click(screen.getByRole('button', { name: button }));
  await field('Issuer');
};

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it('cannot be configured while a second factor is required, and says why', () => {
  show(tenant(true, false));
  expect(screen.getByRole('button', { name: 'Configure' }).hasAttribute('disabled')).toBe(true);
  expect(screen.getByRole('group', { name: /Turn that off first/ })).toBeTruthy();
});

it('saves nothing while something is missing, and puts https in front of the issuer when its field is left', async () => {
  await open(none, tenant(false, false), 'Configure');
  save();
  for (const fault of ['Enter the issuer.', 'Enter the client ID.', 'Enter the client secret.'])
    expect(await screen.findByText(fault)).toBeTruthy();
  expect(server.inputs('authOpenID:createConfig')).toEqual([]);
  type(await field('Issuer'), 'login.example.com');
  expect((await field('Issuer')).value).toBe('https://login.example.com');
  type(await field('Client ID'), ' acequia ');
  type(secret(), 'geheim');
  server.answer({ 'authOpenID:createConfig': kept });
  save();
  await waitFor(() =>
    expect(server.inputs('authOpenID:createConfig')).toEqual([
      {
        clientId: 'acequia',
        issuer: 'https://login.example.com',
        responseType: 'code',
        verifiesAddresses: false,
        enabled: true,
        clientSecret: 'geheim',
      },
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('the implicit grant asks for no secret, and is marked as not recommended', async () => {
  await open(none, tenant(false, false), 'Configure');
  type(await field('Issuer'), 'https://login.example.com');
  type(await field('Client ID'), 'acequia');
  expect(screen.getByText(/Not recommended/)).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: /Implicit/ }));
  server.answer({ 'authOpenID:createConfig': kept });
  save();
  await waitFor(() => expect(server.inputs('authOpenID:createConfig')).toHaveLength(1));
  expect(server.inputs('authOpenID:createConfig')[0]).toMatchObject({ responseType: 'id_token' });
});

it('a kept secret stays when its field is empty, and is asked for again with another issuer', async () => {
  await open(kept, tenant(false, true), 'Change');
  server.answer({ 'authOpenID:updateConfig': refusing('AUTH.SSO_AWAY') });
  save();
  await screen.findByText(/Couldn’t reach the identity provider/);
  expect(server.inputs('authOpenID:updateConfig')).toEqual([
    { id: 'c1', clientId: 'acequia', issuer: 'https://login.example.com', responseType: 'code', verifiesAddresses: false, enabled: true },
  ]);
  type(await field('Issuer'), 'https://other.example.com');
  save();
  expect(await screen.findByText(/enter the new client secret/)).toBeTruthy();
  expect(server.inputs('authOpenID:updateConfig')).toHaveLength(1);
});

it('reset asks first, then turns off what is there and keeps what was entered', async () => {
  server.answer({ 'authOpenID:getConfig': kept, 'authOpenID:updateConfig': { ...kept, enabled: false } });
  show(tenant(false, true));
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  const dialog = await screen.findByRole('dialog');
  expect(server.inputs('authOpenID:updateConfig')).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reset' }));
  await waitFor(() =>
    expect(server.inputs('authOpenID:updateConfig')).toEqual([
      {
        id: 'c1',
        clientId: 'acequia',
        issuer: 'https://login.example.com',
        responseType: 'code',
        verifiesAddresses: false,
        enabled: false,
      },
    ]),
  );
});

it('an older login is proven again before the reset, with the password or the provider', async () => {
  server.answer({
    'authOpenID:getConfig': kept,
    'authOpenID:updateConfig': inTurn(refusing('WEB-11011'), () => ({ ...kept, enabled: false })),
    'auth:reauthenticateWithCredential': {},
  });
  show(tenant(false, true));
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Reset' }));
  const password = await screen.findByLabelText<HTMLInputElement>('Password');
  expect(screen.getByRole('button', { name: 'Use the identity provider instead' })).toBeTruthy();
  fireEvent.change(password, { target: { value: 'secreto' } });
  fireEvent.submit(password.closest('form')!);
  await waitFor(() => expect(server.inputs('authOpenID:updateConfig')).toHaveLength(2));
});
