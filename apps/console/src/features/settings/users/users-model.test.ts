import type { TenantUser } from '@acequia/contract';
import type { Role } from '@acequia/domain';
import { describe, expect, it } from 'vitest';
import { noFilter, offersBulk, shownUsers, statusOf } from './users-model.ts';

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
    ['example.com', [lucia, sam, teo]],
    ['  ', [lucia, sam, teo]],
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
