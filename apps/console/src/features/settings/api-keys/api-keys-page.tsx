import { useState } from 'react';
import { Button, Card, ConfirmDialog, IconButton, Menu, Message, Skeleton, Status } from '@acequia/ui';
import type { AuthToken } from '@acequia/contract';
import { CopyAsItems } from '#blocks/copy-as/copy-as-items.tsx';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useMay } from '#lib/session/index.ts';
import { KeyDialog } from './key-dialog.tsx';
import { settingsTexts } from '../texts.ts';
import { apiKeysTexts } from './texts.ts';
import { useApiKeys, useRemoveKey } from './use-api-keys.ts';

export function ApiKeysPage() {
  const t = useTexts(apiKeysTexts);
  const mayCreate = useMay('token:create');
  const { keys, error, refetch } = useApiKeys();
  const remove = useRemoveKey();
  const [making, setMaking] = useState(false);
  const [removing, setRemoving] = useState<AuthToken>();
  const create = mayCreate && (
    <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('create')}
    </Button>
  );
  return (
    <>
      {error && !keys && <ListFailed error={error} onRetry={() => void refetch()} />}
      {!keys && !error && (
        <div className="flex flex-col gap-3 pt-2" aria-busy>
          <Skeleton width={240} height={32} />
          <Skeleton height={180} />
        </div>
      )}
      {keys?.length === 0 && (
        <div className="grid min-h-80">
          <Message
            drawing="locked"
            title={t('emptyTitle')}
            actions={
              <>
                {create}
                <a className="ui-link" href="/api/docs" target="_blank" rel="noreferrer">
                  {t('reference')}
                </a>
              </>
            }
          >
            {t('emptyText')}
          </Message>
        </div>
      )}
      {keys && keys.length > 0 && (
        <div className="flex flex-col gap-3 pt-2">
          <div className="flex items-start gap-6">
            <p className="text-muted max-w-[560px] flex-1">{t('about')}</p>
            <span className="ml-auto flex-none">{create}</span>
          </div>
          <KeyTable keys={keys} onRemove={setRemoving} />
        </div>
      )}
      {making && <KeyDialog onClose={() => setMaking(false)} />}
      {removing && (
        <ConfirmDialog
          open
          danger
          onOpenChange={(open) => !open && setRemoving(undefined)}
          title={t('removeTitle', { name: removing.name })}
          description={t('removeText')}
          confirm={t('removeKey')}
          cancel={t('cancel')}
          onConfirm={() => {
            remove(removing.id);
            setRemoving(undefined);
          }}
        />
      )}
    </>
  );
}

function KeyTable({ keys, onRemove }: { readonly keys: readonly AuthToken[]; readonly onRemove: (key: AuthToken) => void }) {
  const title = useTexts(settingsTexts);
  const t = useTexts(apiKeysTexts);
  const mayDelete = useMay('token:delete');
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table" aria-label={title('apiKeys')}>
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('key')}</th>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('expires')}</th>
            <th scope="col">{t('lastUsed')}</th>
            <th scope="col">{t('by')}</th>
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td className="whitespace-normal! py-1 min-w-[160px]">
                <div className="font-medium">{key.name}</div>
                {key.description !== '' && <div className="ui-hint">{key.description}</div>}
                {key.addresses.length > 0 && <div className="ui-hint ui-mono">{key.addresses.join(', ')}</div>}
              </td>
              <td className="ui-mono text-xs text-muted">{key.tokenMask}</td>
              <td>{t(key.role)}</td>
              <td>
                <KeyEnd expiration={key.expiration} />
              </td>
              <td className="text-muted">{key.lastUsed === null ? t('notUsed') : <TimeAgo atMs={key.lastUsed * 1000} />}</td>
              <td className="text-muted">{key.owner}</td>
              <td className="ui-actions">
                <Menu
                  label={t('actions', { name: key.name })}
                  trigger={<IconButton icon="more" size="sm" label={t('actions', { name: key.name })} />}
                >
                  <CopyAsItems kind="token" id={key.id} />
                </Menu>
                {mayDelete && <IconButton icon="trash" size="sm" label={t('remove', { name: key.name })} onClick={() => onRemove(key)} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function KeyEnd({ expiration }: { readonly expiration: number | null }) {
  const t = useTexts(apiKeysTexts);
  const format = useFormat();
  if (expiration === null) return <span className="text-muted">{t('never')}</span>;
  const endMs = expiration * 1000;
  if (endMs <= Date.now())
    return (
      <Status tone="danger" shape="triangle">
        {t('expired')}
      </Status>
    );
  return (
    <span className="text-muted" title={format.exactly(endMs)}>
      {format.day(endMs)}
    </span>
  );
}
