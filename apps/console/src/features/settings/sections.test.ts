import { describe, expect, test } from 'vitest';
import { permissionsOf, type Feature, type Role } from '@acequia/domain';
import type { Session } from '@acequia/contract';
import { pageAt, pagesOf, settingsPages } from './sections.ts';

const session = (role: Role, features: Feature[] = ['api-keys'], operator = false) =>
  ({ user: { AccessMap: { Roles: [role], Permissions: [...permissionsOf(role, { operator })] } }, features }) as unknown as Session;
const optionOf = (of: Session, section: string, option?: string) => pageAt(of, section, option).option;

describe('the pages of the settings', () => {
  test('each has an address of its own', () => {
    expect(new Set(settingsPages.map(({ section, option }) => `${section} ${option}`)).size).toBe(settingsPages.length);
  });
  test('stand in the groups of the specification', () => {
    const menu = Map.groupBy(pagesOf(session('owner')), ({ group }) => group);
    expect([...menu].map(([group, pages]) => [group, pages.map(({ word }) => word)])).toEqual([
      ['account', ['preferences']],
      ['organization', ['payment', 'secrets']],
      ['tenant', ['security', 'users', 'apiKeys', 'usage', 'activity']],
    ]);
  });
  test('an unknown section or option does not open a dead end', () => {
    for (const [section, option] of [
      ['nonsense', 'x'],
      ['tenant', 'nonsense'],
      ['tenant', undefined],
      ['your_preferences', 'activity_log'],
    ] as const)
      expect(optionOf(session('owner'), section, option)).toBe('email_password');
    expect(optionOf(session('owner'), 'tenant', 'activity_log')).toBe('activity_log');
  });
  test('who may not read secrets and keys neither sees them nor opens them by an address', () => {
    const viewer = session('viewer');
    expect(pagesOf(viewer).map(({ option }) => option)).not.toEqual(expect.arrayContaining(['secrets_management']));
    expect(pagesOf(viewer).map(({ option }) => option)).not.toEqual(expect.arrayContaining(['tokens_management']));
    expect(optionOf(viewer, 'organization_settings', 'secrets_management')).toBe('email_password');
    expect(optionOf(viewer, 'tenant', 'activity_log')).toBe('activity_log');
  });
  test('usage opens for owner and admin, and by no address for a viewer', () => {
    for (const role of ['owner', 'admin'] as const) expect(optionOf(session(role), 'tenant', 'usage')).toBe('usage');
    expect(pagesOf(session('viewer')).map(({ option }) => option)).not.toContain('usage');
    expect(optionOf(session('viewer'), 'tenant', 'usage')).toBe('email_password');
  });
  test('the installation is a page for owners of the organization that runs it, and no other address opens it', () => {
    expect(optionOf(session('owner', [], true), 'installation', 'sending')).toBe('sending');
    expect(optionOf(session('admin', [], true), 'installation', 'sending')).toBe('email_password');
    expect(optionOf(session('owner'), 'installation', 'sending')).toBe('email_password');
  });
  test('a tenant without API keys does not show them', () => {
    expect(optionOf(session('owner'), 'tenant', 'tokens_management')).toBe('tokens_management');
    expect(optionOf(session('owner', ['alerts']), 'tenant', 'tokens_management')).toBe('email_password');
  });
});
