import type { TenantSetting } from '@acequia/contract';
import type { TenantSettings } from '@acequia/domain';

/** The settings list of a tenant, as the specification spells it. */
export const presentSettings = ({ mfaRequired, sso, viewersReadContent }: TenantSettings): TenantSetting[] => [
  { settingType: 'MFA', value: { enabled: mfaRequired } },
  { settingType: 'SSO', value: { enabled: sso !== 'unconfigured', state: sso } },
  { settingType: 'CONTENT', value: { enabled: viewersReadContent } },
];
