import type { OperationOutput } from '@acequia/contract';
import { permissionsOf } from '@acequia/domain';

export type FakeSession = OperationOutput<'auth:session'>;

/** The session of an owner who has chosen nothing. */
export const fakeSession = (some: Partial<FakeSession> = {}): FakeSession => ({
  user: {
    Email: 'ana@example.com',
    UID: 'US_1',
    UserName: 'Ana Ríos',
    TenantId: 'TN_1',
    AccessMap: { Roles: ['owner'], Permissions: [...permissionsOf('owner', { operator: true })] },
  },
  tenant: { id: 'TN_1', slug: 'north-edge', name: 'North Edge' },
  via: 'password',
  hasPassword: true,
  step: null,
  trialEndsAt: null,
  features: [],
  preferences: { theme: 'dark', tableDensity: 'standard', language: 'en', timeZone: 'browser', shortcuts: true, tables: {}, editor: {} },
  expiresAt: 4_000_000_000_000,
  ...some,
});
