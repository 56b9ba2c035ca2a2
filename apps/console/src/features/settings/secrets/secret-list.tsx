import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Button, Card, IconButton, Menu, MenuItem, MenuRule, Message, SearchInput, Skeleton, Tag } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { CopyAsItems } from '#blocks/copy-as/copy-as-items.tsx';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { SecretDialog } from '#blocks/secret-picker/secret-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useMay } from '#lib/session/index.ts';
import { useActivation } from './use-activation.tsx';
import { SecretStatus } from './secret-status.tsx';
import { settingsTexts } from '../texts.ts';
import { secretsTexts } from './texts.ts';

interface RowActions {
  readonly onOpen: (id: string) => void;
  readonly onRemove: (secret: Secret) => void;
}

export function SecretList({
  secrets,
  error,
  onRetry,
  ...actions
}: RowActions & {
  readonly secrets: readonly Secret[] | undefined;
  readonly error: OperationError | null;
  readonly onRetry: () => void;
}) {
  const t = useTexts(secretsTexts);
  const mayCreate = useMay('secret:create');
  const [q, setQ] = useState('');
  const [making, setMaking] = useState(false);
  const sought = q.trim().toLowerCase();
  const shown = secrets
    ?.filter(({ name, tags }) => [name, ...tags].some((text) => text.toLowerCase().includes(sought)))
    .sort((a, b) => a.name.localeCompare(b.name));
  const create = mayCreate && (
    <Button variant="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('newSecret')}
    </Button>
  );
  return (
    <>
      {error && !secrets && <ListFailed error={error} onRetry={onRetry} />}
      {!secrets && !error && (
        <div className="flex flex-col gap-3 pt-2" aria-busy>
          <Skeleton width={240} height={32} />
          <Skeleton height={180} />
        </div>
      )}
      {secrets?.length === 0 && (
        <div className="grid min-h-80">
          <Message drawing="locked" title={t('emptyTitle')} actions={create} as="h2">
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
            <SecretsTable secrets={shown} {...actions} />
          )}
        </div>
      )}
      {making && <SecretDialog suggestedName="" onClose={() => setMaking(false)} />}
    </>
  );
}

function SecretsTable({ secrets, onOpen, onRemove }: RowActions & { readonly secrets: readonly Secret[] }) {
  const title = useTexts(settingsTexts);
  const t = useTexts(secretsTexts);
  const format = useFormat();
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table" aria-label={title('secrets')}>
        <thead>
          <tr>
            <th scope="col">{t('secretName')}</th>
            <th scope="col">{t('tags')}</th>
            <th scope="col">{t('status')}</th>
            <th scope="col">{t('expires')}</th>
            <th scope="col">{t('updated')}</th>
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {secrets.map((secret) => (
            <tr key={secret.id}>
              <td className="whitespace-normal! py-1 min-w-[180px]">
                <Link to="." search={(search) => ({ ...search, item: secret.id })} className="font-medium hover:underline">
                  {secret.name}
                </Link>
                <div className="ui-hint">{secret.description}</div>
              </td>
              <td className="whitespace-normal! py-1">
                <span className="flex flex-wrap gap-1">
                  {secret.tags.map((tag) => (
                    <Tag key={tag}>{tag}</Tag>
                  ))}
                </span>
              </td>
              <td>
                <SecretStatus secret={secret} />
              </td>
              <td className="text-muted" title={format.exactly(secret.expirationDate)}>
                {format.day(secret.expirationDate)}
                {secret.certificateEndsAt !== null && (
                  <div className="ui-hint" title={format.exactly(secret.certificateEndsAt)}>
                    {t('certificateUntil', { day: format.day(secret.certificateEndsAt) })}
                  </div>
                )}
              </td>
              <td className="text-muted">
                <TimeAgo atMs={secret.updatedAt} />
              </td>
              <td className="ui-actions">
                <SecretActions secret={secret} onOpen={onOpen} onRemove={onRemove} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function SecretActions({ secret, onOpen, onRemove }: RowActions & { readonly secret: Secret }) {
  const t = useTexts(secretsTexts);
  const mayUpdate = useMay('secret:update');
  const mayDelete = useMay('secret:delete');
  const activation = useActivation(secret);
  return (
    <>
      <Menu
        label={t('actions', { name: secret.name })}
        trigger={<IconButton icon="more" size="sm" label={t('actions', { name: secret.name })} />}
      >
        <MenuItem icon="branch" onSelect={() => onOpen(secret.id)}>
          {t('usages')}
        </MenuItem>
        {mayUpdate && (
          <MenuItem icon={secret.active ? 'stop' : 'play'} onSelect={() => activation.change(!secret.active)}>
            {secret.active ? t('deactivate') : t('activate')}
          </MenuItem>
        )}
        <MenuRule />
        <CopyAsItems kind="secret" id={secret.id} />
        {mayDelete && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => onRemove(secret)}>
              {t('remove')}
            </MenuItem>
          </>
        )}
      </Menu>
      {activation.question}
    </>
  );
}
