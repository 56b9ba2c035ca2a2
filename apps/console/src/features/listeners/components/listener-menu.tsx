import { useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon, IconButton, Menu, MenuItem, MenuRule, toast } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { RemovalDialog } from '#blocks/removal/removal-dialog.tsx';
import { removalTexts } from '#blocks/removal/texts.ts';
import { listTexts } from '#blocks/list/texts.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';

export function ListenerMenu({ listener }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const tr = useTexts(removalTexts);
  const navigate = useNavigate();
  const [removing, setRemoving] = useState(false);
  const mayUpdate = useMay('listener:update');
  const mayDelete = useMay('listener:delete');
  const retry = useCommand('listeners:retry');
  const remove = useCommand('listeners:remove', {
    onSuccess: () => {
      toast({ title: tr('done', { name: listener.name }) });
      setRemoving(false);
      void navigate({ to: '/listeners' });
    },
  });
  return (
    <>
      <Menu
        label={tl('actions', { name: listener.name })}
        trigger={<IconButton icon="more" size="sm" label={tl('actions', { name: listener.name })} />}
      >
        <MenuItem asChild>
          <Link to="/listeners/$listenerId" params={{ listenerId: listener.id }} search={(search) => search}>
            <Icon name="info" size={14} />
            {t('open')}
          </Link>
        </MenuItem>
        {mayUpdate && (
          <MenuItem asChild>
            <Link to="/listeners/$listenerId/edit" params={{ listenerId: listener.id }}>
              <Icon name="settings" size={14} />
              {t('edit')}
            </Link>
          </MenuItem>
        )}
        {mayUpdate && listener.state === 'error' && (
          <MenuItem icon="refresh" onSelect={() => retry.mutate({ id: listener.id })}>
            {t('retry')}
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
          name={listener.name}
          usedBy={listener.usedBy}
          pending={remove.isPending}
          onConfirm={() => remove.mutate({ id: listener.id, confirmUsed: listener.usedBy.length > 0 })}
          onClose={() => setRemoving(false)}
        />
      )}
    </>
  );
}
