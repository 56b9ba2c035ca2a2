import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { TenantUser } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { ConfirmUsersDialog } from './confirm-users-dialog.tsx';

const server = fakeServer({ 'users:endSessions': {} });
const told: { readonly title: string; readonly level?: string }[] = [];
vi.mock('@acequia/ui', async (original) => ({
  ...(await original<Record<string, unknown>>()),
  toast: (command: (typeof told)[number]) => void told.push(command),
}));

const user = (id: string, name: string): TenantUser => ({
  id,
  name,
  surname: 'Sol',
  email: `${id}@example.com`,
  roles: [{ id: 'viewer', name: 'viewer' }],
  tenants: [{ id: 'T', status: 'ACCEPTED' }],
  lastSeenAt: null,
  invitedAt: null,
  inviteExpiresAt: null,
});
const done = vi.fn();
const show = (act: 'remove' | 'endSessions', users: readonly TenantUser[]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ConfirmUsersDialog act={act} users={users} onClose={() => undefined} onDone={done} />
      </TooltipProvider>
    </QueryClientProvider>,
  );

beforeEach(() => {
  startI18n('en');
  told.length = 0;
  done.mockClear();
});
afterEach(cleanup);

it('ends sessions only after it was confirmed, and says whose', async () => {
  show('endSessions', [user('u1', 'Bea'), user('u2', 'Eva')]);
  expect(screen.getByRole('dialog', { name: 'End the sessions of 2 users?' })).toBeTruthy();
  for (const name of ['Bea Sol', 'Eva Sol']) expect(screen.getByText(name)).toBeTruthy();
  expect(server.calls).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'End sessions' }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(server.calls).toEqual([{ name: 'users:endSessions', input: { ids: ['u1', 'u2'] } }]);
  expect(told).toMatchObject([{ title: 'Sessions of 2 users ended' }]);
});

it('a refusal is told, and the selection stays', async () => {
  server.answer({ 'users:endSessions': refusing('WEB-00027') });
  show('endSessions', [user('u1', 'Bea')]);
  fireEvent.click(screen.getByRole('button', { name: 'End sessions' }));
  await waitFor(() => expect(told).toMatchObject([{ title: 'Failed to end the sessions', level: 'alert' }]));
  expect(done).not.toHaveBeenCalled();
});

it('removal asks with its own words', () => {
  show('remove', [user('u1', 'Bea')]);
  expect(screen.getByRole('dialog', { name: 'Remove Bea Sol?' })).toBeTruthy();
});
