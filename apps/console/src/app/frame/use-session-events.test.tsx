import { QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { permissionsOf, type Role } from '@acequia/domain';
import type { EndReason, OperationOutput, TokenEvent } from '@acequia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StreamItem } from '#lib/operations/listen.ts';
import { fakeServer, openStream, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeSession } from '#lib/operations/testing/fake-session.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { useSessionEvents } from './use-session-events.ts';

const left = vi.hoisted((): string[] => []);
vi.mock('#lib/operations/session-over.ts', () => ({
  followTenant: () => left.push('home'),
  loginFailed: () => left.push('failed'),
  sessionOver: ({ code, fields }: { code: string; fields?: { reason: string } }) => left.push(fields ? `${code} ${fields.reason}` : code),
}));

type Told = StreamItem<'auth:onIdentityProviderTokenChange'>;
const server = fakeServer();
const session = (uid: string, role: Role): OperationOutput<'auth:session'> => {
  const known = fakeSession();
  return fakeSession({
    user: { ...known.user, UID: uid, AccessMap: { Roles: [role], Permissions: [...permissionsOf(role, { operator: true })] } },
  });
};
let client: QueryClient;
beforeEach(() => {
  left.length = 0;
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, session('ana', 'admin'));
});
afterEach(cleanup);
const listen = () => renderHook(() => useSessionEvents(client, 'ana t'));
/** Listens, and the server says this. */
const told = (item: Told) => {
  server.answer({ 'auth:onIdentityProviderTokenChange': openStream(item).answer });
  listen();
};

it('takes other rights over without leaving the page', async () => {
  told({ event: 'loggedIn', session: session('ana', 'viewer') });
  await waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)?.user.AccessMap.Roles).toEqual(['viewer']));
  expect(left).toEqual([]);
});

it('does not show the page of one user to another who logged in beside', async () => {
  told({ event: 'loggedIn', session: session('teo', 'owner') });
  await waitFor(() => expect(left).toEqual(['home']));
  expect(client.getQueryData(sessionQuery.queryKey)?.user.UID).toBe('ana');
});

it.each([
  ['changeTenant', 'home'],
  ['mfaTriggered', 'AUTH.MFA_STEP'],
  ['tenantMfaActivation', 'AUTH.MFA_STEP'],
] satisfies [TokenEvent, string][])('%s leaves the page', async (event, where) => {
  told({ event, session: null });
  await waitFor(() => expect(left).toEqual([where]));
});

it.each(['time', 'left', 'ended'] satisfies EndReason[])('the end of a session for the reason %s is told as such', async (reason) => {
  told({ event: 'notLogged', session: null, reason });
  await waitFor(() => expect(left).toEqual([`AUTH.EXPIRED ${reason}`]));
});

it('a refusal clears what was read and ends in a new login', async () => {
  server.answer({ 'auth:onIdentityProviderTokenChange': refusing('WEB-00027') });
  listen();
  await waitFor(() => expect(left).toEqual(['failed']));
  expect(client.getQueryData(sessionQuery.queryKey)).toBeUndefined();
});
