import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { OperationOutput } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, Refusal, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { tellProof } from '#lib/proof-window/proof-window.ts';
import { OpenIdForm } from './openid-form.tsx';

let recent: boolean;

const config: OperationOutput<'authOpenID:getConfig'> = {
  id: 'C1',
  clientId: 'acequia',
  issuer: 'https://login.example.com',
  responseType: 'code',
  verifiesAddresses: false,
  enabled: true,
  clientSecretKept: true,
  callbackURL: 'https://acequia.example.com/sso/vega/openid/callback',
  homeURL: 'https://acequia.example.com/sso/vega',
  slug: 'vega',
};
const session = fakeSession({ tenant: { id: 'T', slug: 'vega', name: 'Vega' } });
const server = fakeServer({
  'auth:session': session,
  'tenants:find': {
    id: 'T',
    slug: 'vega',
    name: 'Vega',
    members: 1,
    default: true,
    settings: [{ settingType: 'SSO', value: { enabled: true, state: 'openid' } }],
  },
  'auth:reauthenticateWithProvider': ({ target = '' }) => ({ path: `/sso/vega?${new URLSearchParams({ next: target }).toString()}` }),
  'authOpenID:updateConfig': () => {
    if (!recent) throw new Refusal('WEB-11011');
    return config;
  },
});
const saved = vi.fn();
const show = () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], session);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <OpenIdForm config={config} formId="form" onPending={() => undefined} onSaved={saved} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
};
const savesOf = () => server.inputs('authOpenID:updateConfig');
/** Types a new secret, saves, and is asked to prove who one is. */
async function saveTyped() {
  show();
  fireEvent.change(screen.getByLabelText(/^Client secret/), { target: { value: 'typed and kept nowhere' } });
  fireEvent.submit(document.querySelector('form')!);
  return screen.findByRole('button', { name: 'Use the identity provider instead' });
}
/** The small window, which goes where it is sent. */
function smallWindow() {
  const sent = Promise.withResolvers<string>();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace: sent.resolve }, close: () => undefined } as unknown as Window);
  return async () => {
    const target = new URL(await sent.promise, 'http://localhost').searchParams.get('next')!;
    return new URL(target, 'http://localhost').searchParams.get('window')!;
  };
}

beforeEach(() => {
  startI18n('en');
  recent = false;
  saved.mockClear();
  sessionStorage.clear();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('what was typed outlives a proof by the provider, also the secret, which no storage holds', async () => {
  const goes = smallWindow();
  fireEvent.click(await saveTyped());
  const id = await goes();
  await screen.findByText(/Continue in the window of the identity provider/);
  expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, window.location.href])).not.toContain('typed');
  recent = true;
  tellProof(id, 'done');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(savesOf()).toHaveLength(2);
  expect(savesOf()[1]).toEqual(savesOf()[0]);
  expect(savesOf()[1]).toMatchObject({ clientSecret: 'typed and kept nowhere' });
});

it('somebody else at the provider is told as a mismatch (ERROR.MISMATCH), and nothing is sent', async () => {
  const goes = smallWindow();
  fireEvent.click(await saveTyped());
  tellProof(await goes(), 'WEB-11011');
  await screen.findByText('You logged in to the identity provider with a different account. Use your own account there.');
  expect(savesOf()).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>(/^Client secret/).value).toBe('typed and kept nowhere');
});

it('a browser that opens no window leaves the page where it is, and says what to do', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null);
  const before = window.location.href;
  fireEvent.click(await saveTyped());
  await screen.findByText(/Allow pop-ups for this site/);
  expect(window.location.href).toBe(before);
  expect(server.inputs('auth:reauthenticateWithProvider')).toEqual([]);
});

it('vouching for the addresses of a provider comes with its warning', async () => {
  recent = true;
  show();
  expect(screen.queryByText(/is logged in as that person/)).toBeNull();
  fireEvent.click(screen.getByRole('switch', { name: 'This provider verifies email addresses' }));
  expect(screen.getByText(/is logged in as that person/)).toBeDefined();
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(savesOf()).toMatchObject([{ verifiesAddresses: true }]);
});

it('an issuer that may not be called has the rule beside it until it is changed', async () => {
  server.answer({
    'authOpenID:updateConfig': refusing('AUTH.SSO_ADDRESS', { field: 'issuer', address: 'https://10.0.0.1', rule: 'EGRESS_PRIVATE' }),
  });
  show();
  const issuer = screen.getByLabelText(/^Issuer/);
  fireEvent.submit(document.querySelector('form')!);
  const told = 'Connections to private addresses are not allowed';
  await waitFor(() => expect(issuer.closest('[data-path]')?.textContent).toContain(told));
  fireEvent.change(issuer, { target: { value: 'https://login.example.org' } });
  expect(screen.queryByText(new RegExp(told))).toBeNull();
});
