import { describe, expect, test } from 'vitest';
import { mayActOn, mayActOnAll, mayAssign } from './ranks.ts';
import { rankOf, roles } from './roles.ts';

const pairs = roles.flatMap((actor) => roles.map((target) => [actor, target] as const));

describe('ranks', () => {
  test('are owner 3, admin 2, viewer 1', () => {
    expect([rankOf('owner'), rankOf('admin'), rankOf('viewer')]).toEqual([3, 2, 1]);
  });

  test.each(pairs)('%s gives %s only at or below the own rank', (actor, role) => {
    expect(mayAssign(actor, role)).toBe(rankOf(role) <= rankOf(actor));
  });

  test.each(pairs)('%s acts on %s only at or below the own rank', (actor, target) => {
    expect(mayActOn({ id: 'a', role: actor }, { id: 'b', role: target })).toBe(rankOf(target) <= rankOf(actor));
  });

  test('an admin never acts on an owner, nor gives that role', () => {
    expect(mayActOn({ id: 'a', role: 'admin' }, { id: 'b', role: 'owner' })).toBe(false);
    expect(mayAssign('admin', 'owner')).toBe(false);
  });

  test.each(roles)('no %s acts on oneself, alone or among others', (role) => {
    const self = { id: 'a', role };
    expect(mayActOn(self, self)).toBe(false);
    expect(mayActOnAll(self, [{ id: 'b', role: 'viewer' }, self])).toBe(false);
  });

  test('an empty selection has no actions', () => {
    expect(mayActOnAll({ id: 'a', role: 'owner' }, [])).toBe(false);
  });
});
