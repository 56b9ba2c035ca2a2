import type { Pipeline } from '@acequia/contract';
import type { BulkActions } from '#blocks/list/bulk.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';

/** Tags and deletion of several at once; what runs is stopped, as with one alone. */
export function usePipelineBulk(): BulkActions<Pipeline> {
  const tl = useTexts(listTexts);
  const update = useCommand('pipelines:update', { inlineErrors: true });
  const remove = useCommand('pipelines:remove', { inlineErrors: true });
  const mayUpdate = useMay('pipeline:update');
  const mayDelete = useMay('pipeline:delete');
  return {
    ...(mayUpdate
      ? { tags: { run: ({ id, name, description }, tags) => update.mutateAsync({ id, name, description, tags: [...tags] }) } }
      : {}),
    ...(mayDelete
      ? {
          remove: {
            consequence: ({ runningVersion }) => (runningVersion === null ? undefined : tl('runs')),
            run: ({ id }) => remove.mutateAsync({ id }),
          },
        }
      : {}),
  };
}
