import { describe, expect, test } from 'vitest';
import { may, permissionOf, permissionsOf, roles } from './roles.ts';

describe('content:read', () => {
  test('is a permission of every role while the tenant says nothing else', () => {
    for (const role of roles) expect([role, may(role, 'content:read')]).toEqual([role, true]);
  });

  test('is taken from viewers alone, and nothing else is taken from them', () => {
    const hidden = { viewersReadContent: false };
    expect(roles.map((role) => may(role, 'content:read', hidden))).toEqual([false, true, true]);
    expect(permissionsOf('viewer', hidden)).toEqual(permissionsOf('viewer').filter((permission) => permission !== 'content:read'));
    expect(permissionsOf('admin', hidden)).toEqual(permissionsOf('admin'));
  });

  test('is the only permission on content', () => {
    expect(permissionOf('content', 'read')).toBe('content:read');
    for (const verb of ['create', 'update', 'delete'] as const) expect(permissionOf('content', verb)).toBeUndefined();
    expect(permissionsOf('owner').filter((permission) => permission.startsWith('content:'))).toEqual(['content:read']);
  });
});
