import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TooltipProvider } from '@acequia/ui';
import type { OwnSession } from '@acequia/contract';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer, Refusal } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { OwnSessions } from './own-sessions.tsx';

/** What the server holds, and whether it takes the login for a recent one. */
let sessions: OwnSession[];
let recent: boolean;
const end = (keep: (session: OwnSession) => boolean) => {
  if (!recent) throw new Refusal('WEB-11011');
  sessions = sessions.filter(keep);
  return {};
};
const server = fakeServer({
  'auth:session': fakeSession(),
  'auth:getSessions': () => sessions,
  'tenants:find': { id: 'TN_1', slug: 'north-edge', name: 'North Edge', members: 1, default: true, settings: [] },
  'auth:endSession': ({ id }) => end((session) => session.id !== id),
  'auth:endOtherSessions': () => end(({ present }) => present),
  'auth:reauthenticateWithCredential': () => {
    recent = true;
    return {};
  },
});

const session = (id: string, part: Partial<OwnSession> = {}): OwnSession => ({
  id,
  present: false,
  tenantName: 'North Edge',
  via: 'password',
  ip: '192.0.2.1',
  browser: 'Firefox',
  system: 'Windows',
  createdAt: 1_700_000_000_000,
  seenAt: 1_700_000_000_000,
  ...part,
});

beforeEach(() => {
  startI18n('en');
  recent = true;
  sessions = [
    session('a', { present: true }),
    session('b', { ip: '192.0.2.2', via: 'saml', tenantName: 'South', browser: 'Safari', system: null }),
    session('c', { browser: null, system: null }),
  ];
});
afterEach(cleanup);

const show = async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(['auth:session', {}], fakeSession());
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <OwnSessions />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  await rows(sessions.length);
};
const rows = async (count: number) => {
  await waitFor(() => expect(screen.getAllByRole('row', { hidden: true })).toHaveLength(count + 1));
  return screen.getAllByRole('row', { hidden: true }).slice(1);
};
const endsOf = (row: HTMLElement) => within(row).queryAllByRole('button', { name: /^End the session of/ });

it('ends one session, and all others after a confirmation; never the present one', async () => {
  await show();
  const [present, other, third] = await rows(3);
  expect(present!.textContent).toContain('This session');
  expect(endsOf(present!)).toEqual([]);
  expect(present!.textContent).toContain('Firefox on Windows');
  expect(other!.textContent).toContain('Safari192.0.2.2 · South');
  expect(other!.textContent).toContain('With SAML');
  expect(third!.textContent).toContain('Unknown device');
  fireEvent.click(endsOf(other!)[0]!);
  await rows(2);
  expect(server.inputs('auth:endSession')).toEqual([{ id: 'b' }]);
  fireEvent.click(screen.getByRole('button', { name: 'End all other sessions' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(server.inputs('auth:endOtherSessions')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'End all other sessions' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End all other sessions' }));
  await rows(1);
  await screen.findByText('You have no other sessions.');
  expect(screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull();
});

it('a login of a while ago is confirmed, and the session ends then', async () => {
  recent = false;
  await show();
  fireEvent.click(endsOf((await rows(3))[1]!)[0]!);
  fireEvent.change(await screen.findByLabelText(/^Password/), { target: { value: 'p' } });
  expect(sessions).toHaveLength(3);
  fireEvent.submit(screen.getByLabelText(/^Password/).closest('form')!);
  await rows(2);
  expect(server.inputs('auth:endSession')).toEqual([{ id: 'b' }, { id: 'b' }]);
});
