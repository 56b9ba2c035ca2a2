import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { operationQuery } from '#lib/operations/use-operation.ts';
import { authenticationTexts } from './texts.ts';

/** The tenant with its second factor required or not. */
export const withMfa = (tenant: Tenant, enabled: boolean): Tenant => ({
  ...tenant,
  settings: tenant.settings.map((setting) => (setting.settingType === 'MFA' ? { ...setting, value: { enabled } } : setting)),
});

export const isMfaRequired = ({ settings }: Tenant): boolean =>
  settings.some(({ settingType, value }) => settingType === 'MFA' && value.enabled);

export const isSsoOn = ({ settings }: Tenant): boolean => settings.some(({ settingType, value }) => settingType === 'SSO' && value.enabled);

export interface TenantMfaSwitch {
  /** Shown at once; stands as before when the server refuses. */
  readonly change: (enabled: boolean) => void;
  /** What waits for a re-authentication (WEB-11011). */
  readonly waiting: boolean | undefined;
  readonly giveUp: () => void;
}

export function useTenantMfa(tenant: Tenant): TenantMfaSwitch {
  const t = useTexts(authenticationTexts);
  const client = useQueryClient();
  const [waiting, setWaiting] = useState<boolean>();
  const { id } = tenant;
  const { queryKey } = operationQuery('tenants:find', { id });
  const turnOn = useCommand('tenants:activateTenantMfa', { inlineErrors: true });
  const turnOff = useCommand('tenants:updateTenantSettings', { inlineErrors: true });
  const change = (enabled: boolean) => {
    setWaiting(undefined);
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (shown) => shown && withMfa(shown, enabled));
    const then = {
      onSuccess: () => toast({ title: t(enabled ? 'enabled' : 'disabled'), tone: 'success' as const }),
      onError: (error: OperationError) => {
        client.setQueryData(queryKey, before);
        if (error.code === 'WEB-11011') setWaiting(enabled);
        else failureToast(t('changeFailed'), error);
      },
    };
    if (enabled) turnOn.mutate({ id, settings: [{ settingType: 'MFA', value: { enabled: true } }] }, then);
    else turnOff.mutate({ id, settings: [{ settingType: 'MFA', value: { enabled: false } }] }, then);
  };
  return { change, waiting, giveUp: () => setWaiting(undefined) };
}
