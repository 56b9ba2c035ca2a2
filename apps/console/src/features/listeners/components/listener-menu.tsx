import { Link, useNavigate } from '@tanstack/react-router';
import { Icon, MenuItem } from '@acequia/ui';
import type { Listener } from '@acequia/contract';
import { ResourceMenu } from '#blocks/list/resource-menu.tsx';
import { listTexts } from '#blocks/list/texts.ts';
import { useListenerRetry } from '#blocks/object-state/use-listener-retry.ts';
import { ReplayLink } from '#blocks/replays/replay-link.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay } from '#lib/session/index.ts';
import { listenerTexts } from '../texts.ts';

export function ListenerMenu({ listener: { id, name, state, usedBy } }: { readonly listener: Listener }) {
  const t = useTexts(listenerTexts);
  const tl = useTexts(listTexts);
  const navigate = useNavigate();
  const mayUpdate = useMay('listener:update');
  const mayDelete = useMay('listener:delete');
  const mayReplay = useMay('pipeline:update');
  const retry = useListenerRetry();
  const remove = useCommand('listeners:remove');
  const details = (
    <Link key="details" to="/listeners/$listenerId" params={{ listenerId: id }} search={(search) => search}>
      <Icon name="info" size={14} />
      {tl('details')}
    </Link>
  );
  const edit = (
    <Link key="edit" to="/listeners/$listenerId/edit" params={{ listenerId: id }}>
      <Icon name="settings" size={14} />
      {tl('edit')}
    </Link>
  );
  const replay = <ReplayLink key="replay" begin={{ replayListener: id }} />;
  return (
    <ResourceMenu
      name={name}
      copyAs={{ kind: 'listener', id }}
      links={[details, ...(mayUpdate ? [edit] : []), ...(mayReplay ? [replay] : [])]}
      removal={
        mayDelete
          ? {
              usedBy,
              pending: remove.isPending,
              run: (done) => remove.mutate({ id, confirmUsed: usedBy.length > 0 }, { onSuccess: done }),
              leave: () => void navigate({ to: '/listeners' }),
            }
          : undefined
      }
    >
      {mayUpdate && state === 'error' && (
        <MenuItem icon="refresh" onSelect={() => retry.mutate({ id })}>
          {t('retry')}
        </MenuItem>
      )}
    </ResourceMenu>
  );
}
