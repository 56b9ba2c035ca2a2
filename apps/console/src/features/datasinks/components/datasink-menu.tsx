import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '@acequia/ui';
import type { Datasink } from '@acequia/contract';
import { ResourceMenu } from '#blocks/list/resource-menu.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';

export function DatasinkMenu({ datasink: { id, name, usedBy } }: { readonly datasink: Datasink }) {
  const tl = useTexts(listTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('datasink:update');
  const mayDelete = useMay('datasink:delete');
  const remove = useCommand('datasinks:remove');
  const details = (
    <Link key="details" to="/datasinks/$datasinkId" params={{ datasinkId: id }} search={(search) => search}>
      <Icon name="info" size={14} />
      {tl('details')}
    </Link>
  );
  const edit = (
    <Link key="edit" to="/datasinks/$datasinkId/edit" params={{ datasinkId: id }}>
      <Icon name="settings" size={14} />
      {tl('edit')}
    </Link>
  );
  return (
    <ResourceMenu
      name={name}
      copyAs={{ kind: 'datasink', id }}
      links={mayUpdate ? [details, edit] : [details]}
      removal={
        mayDelete
          ? {
              usedBy,
              pending: remove.isPending,
              run: (done) => remove.mutate({ id, confirmUsed: usedBy.length > 0 }, { onSuccess: done }),
              leave: () => void navigate({ to: '/datasinks' }),
            }
          : undefined
      }
    />
  );
}
