import { lazy, type ComponentType } from 'react';
import type { Session } from '@acequia/contract';
import type { Feature, Permission } from '@acequia/domain';
import type { IconName } from '@acequia/ui';
import { may } from '#lib/session/index.ts';

/** A page of the settings: its place in the address, who sees it, and its content, loaded when it is opened. */
export interface SettingsPage {
  readonly section: 'your_preferences' | 'organization_settings' | 'tenant' | 'installation';
  readonly option: string;
  readonly group: 'account' | 'organization' | 'tenant' | 'installation';
  /** In `settingsTexts`. */
  readonly word: 'preferences' | 'payment' | 'secrets' | 'security' | 'users' | 'apiKeys' | 'usage' | 'activity' | 'sending';
  readonly icon: IconName;
  /** Absent for who does not have it. */
  readonly permission?: Permission;
  /** Absent in tenants without it. */
  readonly feature?: Feature;
  readonly Panel: ComponentType;
}

/** Every page, in the order of the menu (docs/decisions.md). One line each. */
export const settingsPages: readonly SettingsPage[] = [
  {
    section: 'your_preferences',
    option: 'email_password',
    group: 'account',
    word: 'preferences',
    icon: 'user',
    Panel: lazy(() => import('./preferences/preferences-page.tsx').then((module) => ({ default: module.PreferencesPage }))),
  },
  {
    section: 'organization_settings',
    option: 'payment_method',
    group: 'organization',
    word: 'payment',
    icon: 'card',
    permission: 'tenant:read',
    Panel: lazy(() => import('./payment/payment-page.tsx').then((module) => ({ default: module.PaymentPage }))),
  },
  {
    section: 'organization_settings',
    option: 'secrets_management',
    group: 'organization',
    word: 'secrets',
    icon: 'lock',
    permission: 'secret:read',
    Panel: lazy(() => import('./secrets/secrets-page.tsx').then((module) => ({ default: module.SecretsPage }))),
  },
  {
    section: 'tenant',
    option: 'tenant_authentication',
    group: 'tenant',
    word: 'security',
    icon: 'shield',
    permission: 'tenant:update',
    Panel: lazy(() => import('./authentication/authentication-page.tsx').then((module) => ({ default: module.AuthenticationPage }))),
  },
  {
    section: 'tenant',
    option: 'control_access_users',
    group: 'tenant',
    word: 'users',
    icon: 'users',
    permission: 'user:read',
    Panel: lazy(() => import('./users/users-panel.tsx').then((module) => ({ default: module.UsersPanel }))),
  },
  {
    section: 'tenant',
    option: 'tokens_management',
    group: 'tenant',
    word: 'apiKeys',
    icon: 'key',
    permission: 'token:read',
    feature: 'api-keys',
    Panel: lazy(() => import('./api-keys/api-keys-page.tsx').then((module) => ({ default: module.ApiKeysPage }))),
  },
  {
    section: 'tenant',
    option: 'usage',
    group: 'tenant',
    word: 'usage',
    icon: 'chart',
    permission: 'usage:read',
    Panel: lazy(() => import('./usage/usage-page.tsx').then((module) => ({ default: module.UsagePage }))),
  },
  {
    section: 'tenant',
    option: 'activity_log',
    group: 'tenant',
    word: 'activity',
    icon: 'history',
    permission: 'activity:read',
    Panel: lazy(() => import('./activity/activity-page.tsx').then((module) => ({ default: module.ActivityPage }))),
  },
  {
    section: 'installation',
    option: 'sending',
    group: 'installation',
    word: 'sending',
    icon: 'datasink',
    permission: 'installation:read',
    Panel: lazy(() => import('./installation/installation-page.tsx').then((module) => ({ default: module.InstallationPage }))),
  },
];

/** The pages of a session's menu. */
export const pagesOf = (session: Session): readonly SettingsPage[] =>
  settingsPages.filter(
    ({ permission, feature }) =>
      (permission === undefined || may(session, permission)) && (feature === undefined || session.features.includes(feature)),
  );

/** The page of an address; what is unknown, or not for this session, is the first page. */
export function pageAt(session: Session, section: string, option: string | undefined): SettingsPage {
  const pages = pagesOf(session);
  return pages.find((page) => page.section === section && page.option === option) ?? pages[0]!;
}
