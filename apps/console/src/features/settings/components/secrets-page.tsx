import { useState } from 'react';
import { Button, Card, IconButton, Menu, MenuItem, MenuRule, Message, SearchInput, Skeleton, Status } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { SecretDialog } from '#blocks/secret-picker/secret-dialog.tsx';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { settingsTexts } from '../texts.ts';
import { UsagesDialog } from './usages-dialog.tsx';

export function SecretsPage() {
  const t = useTexts(settingsTexts);
  const mayCreate = useMay('secret:create');
  const { data: secrets, error, refetch } = useOperation('secrets:list', {});
  const [q, setQ] = useState('');
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ readonly secret: Secret; readonly removing: boolean }>();
  const shown = secrets
    ?.filter((secret) => secret.name.toLowerCase().includes(q.trim().toLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name));
  const create = mayCreate && (
    <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('newSecret')}
    </Button>
  );
  return (
    <>
      {error && !secrets && <ListFailed error={error} onRetry={() => void refetch()} />}
      {!secrets && !error && (
        <div className="flex flex-col gap-3 pt-2" aria-busy>
          <Skeleton width={240} height={32} />
          <Skeleton height={180} />
        </div>
      )}
      {secrets?.length === 0 && (
        <div className="grid min-h-80">
          <Message drawing="locked" title={t('emptyTitle')} actions={create}>
            {t('emptyText')}
          </Message>
        </div>
      )}
      {shown && secrets && secrets.length > 0 && (
        <div className="flex flex-col gap-3 pt-2">
          <div className="flex items-center gap-3">
            <span className="w-[240px]">
              <SearchInput value={q} onChange={setQ} aria-label={t('search')} placeholder={t('search')} />
            </span>
            <span className="flex-1" />
            {create}
          </div>
          {shown.length === 0 ? (
            <Message drawing="no-results" title={t('nothing', { q })} actions={<Button onClick={() => setQ('')}>{t('clear')}</Button>} />
          ) : (
            <SecretsTable
              secrets={shown}
              onUsages={(secret) => setAsked({ secret, removing: false })}
              onRemove={(secret) => setAsked({ secret, removing: true })}
            />
          )}
        </div>
      )}
      {making && <SecretDialog suggestedName="" multiline={false} onClose={() => setMaking(false)} />}
      {asked && <UsagesDialog secret={asked.secret} removing={asked.removing} onClose={() => setAsked(undefined)} />}
    </>
  );
}

function SecretsTable({
  secrets,
  onUsages,
  onRemove,
}: {
  readonly secrets: readonly Secret[];
  readonly onUsages: (secret: Secret) => void;
  readonly onRemove: (secret: Secret) => void;
}) {
  const t = useTexts(settingsTexts);
  const format = useFormat();
  const mayUpdate = useMay('secret:update');
  const mayDelete = useMay('secret:delete');
  const update = useCommand('secrets:update');
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table">
        <thead>
          <tr>
            <th scope="col">{t('secretName')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('expires')}</th>
            <th scope="col">{t('updated')}</th>
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <td className="whitespace-normal! py-1">
                <div className="font-medium">{secret.name}</div>
                <div className="ui-hint">{secret.description}</div>
              </td>
              <td>
                <SecretStatus secret={secret} />
              </td>
              <td className="text-muted" title={format.moment(secret.expirationDate)}>
                {format.day(secret.expirationDate)}
              </td>
              <td className="text-muted">
                <TimeAgo atMs={secret.updatedAt} />
              </td>
              <td className="ui-right">
                <Menu
                  label={t('actions', { name: secret.name })}
                  trigger={<IconButton icon="more" size="sm" label={t('actions', { name: secret.name })} />}
                >
                  <MenuItem icon="branch" onSelect={() => onUsages(secret)}>
                    {t('usages')}
                  </MenuItem>
                  {mayUpdate && (
                    <MenuItem
                      icon={secret.active ? 'stop' : 'play'}
                      onSelect={() =>
                        update.mutate({
                          id: secret.id,
                          name: secret.name,
                          description: secret.description,
                          tags: secret.tags,
                          expirationDate: secret.expirationDate,
                          active: !secret.active,
                        })
                      }
                    >
                      {secret.active ? t('deactivate') : t('activate')}
                    </MenuItem>
                  )}
                  {mayDelete && (
                    <>
                      <MenuRule />
                      <MenuItem icon="trash" danger onSelect={() => onRemove(secret)}>
                        {t('remove')}
                      </MenuItem>
                    </>
                  )}
                </Menu>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SecretStatus({ secret }: { readonly secret: Secret }) {
  const t = useTexts(settingsTexts);
  if (secret.expirationDate <= Date.now())
    return (
      <Status tone="danger" shape="triangle">
        {t('expired')}
      </Status>
    );
  return secret.active ? (
    <Status tone="success">{t('active')}</Status>
  ) : (
    <Status tone="neutral" shape="bars">
      {t('inactive')}
    </Status>
  );
}
