import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { SsoProvider } from '@acequia/domain';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession, type FakeSession } from '#lib/operations/testing/fake-session.ts';
import { tellProof } from '#lib/proof-window/proof-window.ts';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

const server = fakeServer({
  'auth:reauthenticateWithProvider': ({ target = '' }) => ({ path: `/sso/north-edge?${new URLSearchParams({ next: target }).toString()}` }),
  'auth:reauthenticateWithCredential': {},
});
const onDone = vi.fn();

beforeEach(() => startI18n('en'));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  onDone.mockClear();
});

/** For a session that began in one way, in an organization that logs in with this provider, or with none. */
function show(some: Pick<FakeSession, 'via' | 'hasPassword'>, provider: SsoProvider | undefined) {
  const session = fakeSession(some);
  const settings = provider ? [{ settingType: 'SSO' as const, value: { enabled: true, state: provider } }] : [];
  server.answer({ 'auth:session': session, 'tenants:find': { ...session.tenant, members: 2, default: true, settings } });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], session);
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ReauthenticateDialog onDone={onDone} onClose={() => undefined} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

/** What the dialog offers, in order; the cross of every dialog and its cancel aside. */
const offered = () =>
  [...document.querySelectorAll('[role=dialog] input, [role=dialog] button')]
    .map((each) => (each instanceof HTMLInputElement ? each.labels?.[0]?.textContent?.replace(/\W+$/, '') : each.textContent))
    .filter((name) => name && !['Cancel'].includes(name));

it.each(['openid', 'saml'] as const)('a session of single sign-on without a password is never asked for one (%s)', async (provider) => {
  show({ via: provider, hasPassword: false }, provider);
  await screen.findByRole('button', { name: 'Continue with the identity provider' });
  expect(offered()).toEqual(['Continue with the identity provider']);
  expect(screen.queryByText(/password/i)).toBeNull();
});

it('a session of single sign-on whose account has a password is led to the provider first', async () => {
  show({ via: 'openid', hasPassword: true }, 'openid');
  await screen.findByRole('button', { name: 'Continue with the identity provider' });
  expect(offered()).toEqual(['Continue with the identity provider', 'Password', 'Confirm']);
  expect(document.activeElement?.textContent).toBe('Continue with the identity provider');
});

it('a session of a password is asked for the password first', async () => {
  show({ via: 'password', hasPassword: true }, 'openid');
  await screen.findByRole('button', { name: 'Use the identity provider instead' });
  expect(offered()).toEqual(['Password', 'Use the identity provider instead', 'Confirm']);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Password/, { selector: 'input' }));
});

it('the change goes on once the provider has confirmed, and not when it named somebody else', async () => {
  show({ via: 'saml', hasPassword: false }, 'saml');
  const begin = await screen.findByRole('button', { name: 'Continue with the identity provider' });
  const sent = vi.fn<(path: string) => void>();
  vi.spyOn(window, 'open').mockReturnValue({ location: { replace: sent }, close: () => undefined } as unknown as Window);
  const goThere = async (button: HTMLElement) => {
    sent.mockClear();
    fireEvent.click(button);
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(1));
    const target = new URL(sent.mock.lastCall![0], 'http://localhost').searchParams.get('next')!;
    return new URL(target, 'http://localhost').searchParams.get('window')!;
  };
  tellProof(await goThere(begin), 'WEB-11011');
  await screen.findByText('You logged in to the identity provider with a different account. Use your own account there.');
  expect(onDone).not.toHaveBeenCalled();
  tellProof(await goThere(begin), 'done');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(server.inputs('auth:reauthenticateWithProvider')).toMatchObject([
    { provider: 'saml', tenantSlug: 'north-edge' },
    { provider: 'saml', tenantSlug: 'north-edge' },
  ]);
});
