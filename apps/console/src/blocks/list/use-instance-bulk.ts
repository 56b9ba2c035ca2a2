import type { Datasink, Listener } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import type { BulkActions } from './bulk.ts';
import { listTexts } from './texts.ts';

/** Tags and deletion of several listeners or datasinks at once; pipelines that use one stop, as with one alone. */
export function useInstanceBulk(kind: 'listener' | 'datasink'): BulkActions<Listener | Datasink> {
  const t = useTexts(listTexts);
  const update = useCommand(`${kind}s:update`, { inlineErrors: true });
  const remove = useCommand(`${kind}s:remove`, { inlineErrors: true });
  const mayUpdate = useMay(`${kind}:update`);
  const mayDelete = useMay(`${kind}:delete`);
  return {
    ...(mayUpdate
      ? {
          tags: {
            run: ({ id, revision, name, description, config }, tags) =>
              update.mutateAsync({ id, revision, name, description, config, tags: [...tags] }),
          },
        }
      : {}),
    ...(mayDelete
      ? {
          remove: {
            consequence: ({ usedBy }) => (usedBy.length > 0 ? t('usedIn', { count: usedBy.length }) : undefined),
            run: ({ id, usedBy }) => remove.mutateAsync({ id, confirmUsed: usedBy.length > 0 }),
          },
        }
      : {}),
  };
}
