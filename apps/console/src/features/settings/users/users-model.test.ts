import type { TenantUser } from '@acequia/contract';
import type { Role } from '@acequia/domain';
import { describe, expect, it } from 'vitest';
import { byName, noFilter, offersBulk, orderAfter, shownUsers, sortUsers, statusOf, userColumns } from './users-model.ts';

const user = (id: string, role: Role, rest: Partial<TenantUser> = {}): TenantUser => ({
  id,
  name: '',
  surname: '',
  email: `${id}@example.com`,
  roles: [{ id: role, name: role }],
  tenants: [{ id: 't', status: 'ACCEPTED' }],
  lastSeenAt: null,
  invitedAt: null,
  inviteExpiresAt: null,
  ...rest,
});
const lucia = user('lucia', 'owner', { name: 'Lucía', surname: 'Martín' });
const teo = user('teo', 'admin', { name: 'Teo', surname: 'Álvarez' });
const sam = user('IV_1', 'viewer', { email: 'Sam@example.com', tenants: [{ id: 't', status: 'PENDING' }], inviteExpiresAt: 100 });
const all = [teo, sam, lucia];

describe('the search', () => {
  it.each([
    ['MARTÍN', [lucia]],
    ['teo á', [teo]],
    ['sam@', [sam]],
    ['example.com', [teo, sam, lucia]],
    ['  ', [teo, sam, lucia]],
    ['nobody', []],
  ])('%j finds by address, name or surname, whatever the case', (q, found) => {
    expect(shownUsers(all, { ...noFilter, q }, 0)).toEqual(found);
  });

  it('joins with role and status', () => {
    expect(shownUsers(all, { q: '', role: 'viewer', status: 'invited' }, 99)).toEqual([sam]);
    expect(shownUsers(all, { q: '', role: 'viewer', status: 'invited' }, 100)).toEqual([]);
    expect(shownUsers(all, { q: '', role: 'any', status: 'expired' }, 100)).toEqual([sam]);
  });
});

describe('the order', () => {
  const seen = [{ ...teo, lastSeenAt: 5 }, sam, { ...lucia, lastSeenAt: 9 }];
  const ids = (order: typeof byName) => sortUsers(seen, order, 0).map(({ id }) => id);

  it.each([
    ['name', ['lucia', 'IV_1', 'teo']],
    ['role', ['IV_1', 'teo', 'lucia']],
    ['status', ['lucia', 'teo', 'IV_1']],
    ['lastSeen', ['IV_1', 'teo', 'lucia']],
  ] as const)('by %s ascends', (column, expected) => {
    expect(ids({ column, descending: false })).toEqual(expected);
  });

  it('turns around at the second press on a head, and starts anew on another', () => {
    expect(ids(orderAfter(byName, 'name'))).toEqual(['teo', 'IV_1', 'lucia']);
    expect(ids(orderAfter({ column: 'name', descending: true }, 'role'))).toEqual(['IV_1', 'teo', 'lucia']);
    expect(userColumns.map((column) => orderAfter(byName, column).descending)).toEqual([true, false, false, false]);
  });

  it('keeps equal users by name, whichever way', () => {
    for (const descending of [false, true]) expect(sortUsers([teo, lucia], { column: 'status', descending }, 0)).toEqual([lucia, teo]);
  });
});

it('an invitation is over at its end, not after', () => {
  expect([statusOf(sam, 99), statusOf(sam, 100), statusOf(teo, 100)]).toEqual(['invited', 'expired', 'accepted']);
});

describe('bulk actions', () => {
  it('are hidden for oneself and for a higher rank', () => {
    expect(offersBulk({ id: 'teo', role: 'admin' }, [sam])).toBe(true);
    expect(offersBulk({ id: 'teo', role: 'admin' }, [sam, teo])).toBe(false);
    expect(offersBulk({ id: 'teo', role: 'admin' }, [sam, lucia])).toBe(false);
    expect(offersBulk({ id: 'lucia', role: 'owner' }, [sam, teo])).toBe(true);
    expect(offersBulk({ id: 'lucia', role: 'owner' }, [])).toBe(false);
  });
});
