import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon, IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import type { Datasink } from '@acequia/contract';
import { listTexts } from '#blocks/list/texts.ts';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { removalTexts } from '#blocks/removal/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { datasinkTexts } from '../texts.ts';

export function DatasinkMenu({ datasink }: { readonly datasink: Datasink }) {
  const t = useTexts(datasinkTexts);
  const tl = useTexts(listTexts);
  const tr = useTexts(removalTexts);
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const mayUpdate = useMay('datasink:update');
  const mayDelete = useMay('datasink:delete');
  const remove = useCommand('datasinks:remove', {
    onSuccess: () => {
      toast({ title: tr('done', { name: datasink.name }) });
      setRemoving(false);
      void navigate({ to: '/datasinks' });
    },
  });
  return (
    <>
      <Menu
        label={tl('actions', { name: datasink.name })}
        trigger={<IconButton icon="more" size="sm" label={tl('actions', { name: datasink.name })} />}
      >
        <MenuItem asChild>
          <Link to="/datasinks/$datasinkId" params={{ datasinkId: datasink.id }} search={(search) => search}>
            <Icon name="info" size={14} />
            {t('open')}
          </Link>
        </MenuItem>
        {mayUpdate && (
          <MenuItem asChild>
            <Link to="/datasinks/$datasinkId/edit" params={{ datasinkId: datasink.id }}>
              <Icon name="settings" size={14} />
              {t('edit')}
            </Link>
          </MenuItem>
        )}
        {mayDelete && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => setRemoving(true)}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {removing && (
        <RemovalDialog
          name={datasink.name}
          usedBy={datasink.usedBy}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: datasink.id, confirmUsed: datasink.usedBy.length > 0 })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
