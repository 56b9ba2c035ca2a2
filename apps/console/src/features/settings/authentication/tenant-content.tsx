import { useQueryClient } from '@tanstack/react-query';
import { SwitchRow, toast } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { operationQuery } from '#lib/operations/use-operation.ts';
import { authenticationTexts } from './texts.ts';

const withContent = (tenant: Tenant, enabled: boolean): Tenant => ({
  ...tenant,
  settings: tenant.settings.map((setting) => (setting.settingType === 'CONTENT' ? { ...setting, value: { enabled } } : setting)),
});

/** Whether viewers see what is in events. Shown at once; stands as before when the server refuses. */
export function TenantContent({ tenant }: { readonly tenant: Tenant }) {
  const t = useTexts(authenticationTexts);
  const client = useQueryClient();
  const { id } = tenant;
  const { queryKey } = operationQuery('tenants:find', { id });
  const { mutate, isPending } = useCommand('tenants:updateTenantSettings', { inlineErrors: true });
  const shown = tenant.settings.some(({ settingType, value }) => settingType === 'CONTENT' && value.enabled);
  const change = (enabled: boolean) => {
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (known) => known && withContent(known, enabled));
    mutate(
      { id, settings: [{ settingType: 'CONTENT', value: { enabled } }] },
      {
        onSuccess: () => toast({ title: t(enabled ? 'contentShown' : 'contentHidden'), tone: 'success' }),
        onError: (error) => {
          client.setQueryData(queryKey, before);
          failureToast(t('contentFailed'), error);
        },
      },
    );
  };
  return (
    <section aria-label={t('content')} className="rounded-md border p-4 flex flex-col gap-3">
      <h3 className="font-medium">{t('content')}</h3>
      <SwitchRow label={t('contentSwitch')} hint={t('contentHint')} checked={shown} disabled={isPending} onChange={change} />
    </section>
  );
}
