import type { TenantSetting } from '@acequia/contract';
import type { TenantEntry } from '@acequia/domain';

/** The settings list of a tenant, as the specification spells it. */
export const presentSettings = ({ mfaRequired, sso }: TenantEntry): TenantSetting[] => [
  { settingType: 'MFA', value: { enabled: mfaRequired } },
  { settingType: 'SSO', value: { enabled: sso !== 'unconfigured', state: sso } },
];
