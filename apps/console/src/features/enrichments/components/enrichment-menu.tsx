import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { ResourceMenu } from '#blocks/list/resource-menu.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';

export function EnrichmentMenu({ lookup: { id, name, usedBy } }: { readonly lookup: Lookup }) {
  const t = useTexts(enrichmentTexts);
  const tl = useTexts(listTexts);
  const navigate = useNavigate();
  const paths = useEnrichmentPaths();
  const mayUpdate = useMay('lookup:update');
  const mayDelete = useMay('lookup:delete');
  const remove = useCommand('lookups:remove');
  const edit = (
    <Link key="edit" to={paths.edit} params={{ lookupId: id }}>
      <Icon name={mayUpdate ? 'settings' : 'info'} size={14} />
      {mayUpdate ? tl('edit') : tl('details')}
    </Link>
  );
  const version = (
    <Link key="version" to={paths.newVersion} params={{ lookupId: id }}>
      <Icon name="plus" size={14} />
      {t('newVersion')}
    </Link>
  );
  return (
    <ResourceMenu
      name={name}
      copyAs={{ kind: 'lookup', id }}
      links={mayUpdate ? [edit, version] : [edit]}
      removal={
        mayDelete
          ? {
              usedBy,
              pending: remove.isPending,
              run: (done) => remove.mutate({ id, confirmUsed: usedBy.length > 0 }, { onSuccess: done }),
              leave: () => void navigate({ to: paths.list }),
            }
          : undefined
      }
    />
  );
}
