import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { PreferencesPage } from './preferences-page.tsx';

const server = fakeServer({
  'auth:getSessions': [],
  'auth:getMfa': { enabled: false, required: false, recoveryCodesLeft: 0 },
});

beforeEach(() => startI18n('en'));
afterEach(cleanup);

it.each([
  { via: 'password', hasPassword: true, password: true, secondFactor: true },
  { via: 'openid', hasPassword: true, password: true, secondFactor: false },
  { via: 'openid', hasPassword: false, password: false, secondFactor: false },
  { via: 'saml', hasPassword: false, password: false, secondFactor: false },
] as const)(
  'a session that began with $via (password: $hasPassword) is offered only what can succeed',
  async ({ via, hasPassword, password, secondFactor }) => {
    const session = fakeSession({ via, hasPassword });
    server.answer({ 'auth:session': session });
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
    client.setQueryData(['auth:session', {}], session);
    render(
      <QueryClientProvider client={client}>
        <TooltipProvider>
          <PreferencesPage />
        </TooltipProvider>
      </QueryClientProvider>,
    );
    await screen.findByText('You have no other sessions.');
    await server.settled();
    expect([
      screen.queryByRole('button', { name: 'Change password' }) !== null,
      screen.queryByRole('button', { name: 'Set up' }) !== null,
    ]).toEqual([password, secondFactor]);
    expect(server.inputs('auth:getMfa')).toHaveLength(secondFactor ? 1 : 0);
    expect(screen.queryByText(/single sign-on/i) !== null).toBe(!secondFactor);
  },
);
