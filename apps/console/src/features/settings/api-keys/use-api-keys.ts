import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@acequia/ui';
import type { AuthToken } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { operationQuery, useOperation } from '#lib/operations/use-operation.ts';
import { apiKeysTexts } from './texts.ts';

const keysQuery = operationQuery('authToken:getAll', {});

/** All keys. WEB-00508 (there are none), which servers of the specification answer, is an empty list and not asked again. */
export function useApiKeys() {
  const { data, error, refetch } = useOperation('authToken:getAll', {});
  const none = error?.code === 'WEB-00508';
  return { keys: none ? [] : data, error: none ? null : error, refetch };
}

/** Takes the key out of the list at once, and puts it back when the server refuses. */
export function useRemoveKey(): (id: string) => void {
  const t = useTexts(apiKeysTexts);
  const client = useQueryClient();
  const { mutate } = useCommand('authToken:deleteById', {
    inlineErrors: true,
    onSuccess: () => toast({ title: t('removed'), tone: 'success' }),
  });
  return (id) => {
    const before = client.getQueryData<AuthToken[]>(keysQuery.queryKey);
    client.setQueryData<AuthToken[]>(keysQuery.queryKey, (keys) => keys?.filter((key) => key.id !== id));
    mutate(
      { id },
      {
        onError: (error) => {
          client.setQueryData(keysQuery.queryKey, before);
          toast({ id: `key:${id}`, level: 'alert', title: t('removeFailed'), content: describeError(error).text, code: error.code });
        },
      },
    );
  };
}
