import { useQueryClient } from '@tanstack/react-query';
import { useTexts } from '#i18n/use-texts.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { operationQuery } from '#lib/operations/use-operation.ts';
import { tenantTexts } from './tenant-texts.ts';

const { queryKey } = operationQuery('tenants:list', {});

/** Marks a tenant as the default at once; when the server refuses, the one before stands again and the user is told. */
export function useDefaultTenant(): (id: string) => void {
  const t = useTexts(tenantTexts);
  const client = useQueryClient();
  const command = useCommand('tenants:setDefault', { inlineErrors: true });
  return (id) => {
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (tenants) => tenants?.map((tenant) => ({ ...tenant, default: tenant.id === id })));
    command.mutate(
      { id },
      {
        onError: (error) => {
          client.setQueryData(queryKey, before);
          failureToast(t('defaultFailed'), error);
        },
      },
    );
  };
}
