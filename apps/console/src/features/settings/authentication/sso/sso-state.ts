import type { Tenant } from '@acequia/contract';
import type { SsoState } from '@acequia/domain';

/** How members of the tenant log in besides their password. */
export const ssoStateOf = ({ settings }: Tenant): SsoState =>
  settings.reduce<SsoState>((state, setting) => (setting.settingType === 'SSO' ? setting.value.state : state), 'unconfigured');
