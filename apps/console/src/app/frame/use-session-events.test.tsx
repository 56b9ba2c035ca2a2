import { QueryClient } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import type { EndReason, TokenEvent } from '@acequia/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sessionQuery } from '#lib/session/index.ts';
import { useSessionEvents } from './use-session-events.ts';

const stream = vi.hoisted(() => ({
  tell: (_told: { event: string; session: unknown; reason?: string }): void => undefined,
  state: 'live',
}));
const left = vi.hoisted((): string[] => []);
vi.mock('#lib/operations/use-stream.ts', () => ({
  useStream: (_name: string, _input: object, onItem: typeof stream.tell) => {
    stream.tell = onItem;
    return { state: stream.state, error: undefined };
  },
}));
vi.mock('#lib/operations/session-over.ts', () => ({
  followTenant: () => left.push('home'),
  loginFailed: () => left.push('failed'),
  sessionOver: ({ code, fields }: { code: string; fields?: { reason: string } }) => left.push(fields ? `${code} ${fields.reason}` : code),
}));

const session = (uid: string, roles: string[]) => ({ user: { UID: uid, AccessMap: { Roles: roles, Permissions: [] } } }) as never;
let client: QueryClient;
beforeEach(() => {
  left.length = 0;
  stream.state = 'live';
  client = new QueryClient();
  client.setQueryData(sessionQuery.queryKey, session('ana', ['admin']));
});
afterEach(cleanup);
const listen = () => renderHook(() => useSessionEvents(client, 'ana t'));

it('takes other rights over without leaving the page', () => {
  listen();
  stream.tell({ event: 'loggedIn', session: session('ana', ['viewer']) });
  expect(client.getQueryData(sessionQuery.queryKey)?.user.AccessMap.Roles).toEqual(['viewer']);
  expect(left).toEqual([]);
});

it('does not show the page of one user to another who logged in beside', () => {
  listen();
  stream.tell({ event: 'loggedIn', session: session('teo', ['owner']) });
  expect(left).toEqual(['home']);
});

it.each([
  ['changeTenant', 'home'],
  ['mfaTriggered', 'AUTH.MFA_STEP'],
  ['tenantMfaActivation', 'AUTH.MFA_STEP'],
] satisfies [TokenEvent, string][])('%s leaves the page', (event, where) => {
  listen();
  stream.tell({ event, session: null });
  expect(left).toEqual([where]);
});

it.each(['time', 'left', 'ended'] satisfies EndReason[])('the end of a session for the reason %s is told as such', (reason) => {
  listen();
  stream.tell({ event: 'notLogged', session: null, reason });
  expect(left).toEqual([`AUTH.EXPIRED ${reason}`]);
});

it('a refusal clears what was read and ends in a new login', () => {
  stream.state = 'refused';
  listen();
  expect(client.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  expect(left).toEqual(['failed']);
});
