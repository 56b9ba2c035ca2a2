import type { Lookup } from '@acequia/contract';
import type { BulkActions } from '#blocks/list/bulk.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';

/** Tags and deletion of several at once; pipelines that use one stop, as with one alone. */
export function useEnrichmentBulk(): BulkActions<Lookup> {
  const tl = useTexts(listTexts);
  const update = useCommand('lookups:update', { inlineErrors: true });
  const remove = useCommand('lookups:remove', { inlineErrors: true });
  const mayUpdate = useMay('lookup:update');
  const mayDelete = useMay('lookup:delete');
  const tags: BulkActions<Lookup>['tags'] = {
    run: ({ id, name, description }, next) => update.mutateAsync({ id, name, description, tags: [...next] }),
  };
  const removal: BulkActions<Lookup>['remove'] = {
    consequence: ({ usedBy }) => (usedBy.length > 0 ? tl('usedIn', { count: usedBy.length }) : undefined),
    run: ({ id, usedBy }) => remove.mutateAsync({ id, confirmUsed: usedBy.length > 0 }),
  };
  return { ...(mayUpdate ? { tags } : {}), ...(mayDelete ? { remove: removal } : {}) };
}
