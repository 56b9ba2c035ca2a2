import { useState } from 'react';
import { Button, Message, Note, SearchInput, Select, Skeleton } from '@acequia/ui';
import { roles } from '@acequia/domain';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { AddUsersDialog } from './add-users-dialog.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ConfirmUsersDialog, type UsersQuestion } from './confirm-users-dialog.tsx';
import { LinksDialog } from './links-dialog.tsx';
import { usersTexts } from './texts.ts';
import { useUserCommands } from './use-user-commands.ts';
import { byName, isInvite, noFilter, offersBulk, orderAfter, ranked, shownUsers, sortUsers } from './users-model.ts';
import { UsersTable } from './users-table.tsx';

/** Members of the tenant and invitations. */
export function UsersPanel() {
  const t = useTexts(usersTexts);
  const { user, tenant } = useSession();
  const mayInvite = useMay('user:update');
  const { data: users, error, refetch } = useOperation('users:list', {});
  const [filter, setFilter] = useState(noFilter);
  const [order, setOrder] = useState(byName);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState(false);
  const [question, setQuestion] = useState<UsersQuestion>();
  const { reinvite, changeRole, busy, invites, closeInvites } = useUserCommands();
  if (error && !users) return <ListFailed error={error} onRetry={() => void refetch()} />;
  if (!users) return <Waiting />;
  const self = users.find(({ id }) => id === user.UID);
  const actor = self ? ranked(self) : { id: user.UID, role: user.AccessMap.Roles[0] ?? ('viewer' as const) };
  const shown = sortUsers(shownUsers(users, filter, Date.now()), order, Date.now());
  const chosen = users.filter(({ id }) => selected.has(id));
  const pending = users.filter(isInvite).length;
  return (
    <div className="flex flex-col gap-3 pt-2">
      <div className="flex items-center gap-2">
        <span className="w-[240px] min-w-0">
          <SearchInput value={filter.q} onChange={(q) => setFilter({ ...filter, q })} aria-label={t('search')} placeholder={t('search')} />
        </span>
        <Select
          className="w-auto!"
          aria-label={t('role')}
          value={filter.role}
          onChange={(role) => setFilter({ ...filter, role })}
          options={[
            { value: 'any', label: `${t('role')}: ${t('any')}` },
            ...roles.toReversed().map((role) => ({ value: role, label: t(role) })),
          ]}
        />
        <Select
          className="w-auto!"
          aria-label={t('status')}
          value={filter.status}
          onChange={(status) => setFilter({ ...filter, status })}
          options={[
            { value: 'any', label: `${t('status')}: ${t('any')}` },
            ...(['accepted', 'invited', 'expired'] as const).map((status) => ({ value: status, label: t(status) })),
          ]}
        />
        <span className="flex-1" />
        {mayInvite && (
          <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        )}
      </div>
      {tenant.demoOf !== undefined && <Note tone="accent">{t('decidedAtHome')}</Note>}
      {shown.length === 0 ? (
        <Message drawing="no-results" title={t('nothing')} actions={<Button onClick={() => setFilter(noFilter)}>{t('clear')}</Button>} />
      ) : (
        <UsersTable
          users={shown}
          order={order}
          onOrder={(column) => setOrder(orderAfter(order, column))}
          actor={actor}
          selected={selected}
          onSelect={setSelected}
          busy={busy}
          onRole={(one, role) => changeRole([one], role)}
          onReinvite={(one) => reinvite([one])}
          onEndSessions={(one) => setQuestion({ act: 'endSessions', users: [one] })}
          onRemove={(one) => setQuestion({ act: 'remove', users: [one] })}
        />
      )}
      <div className="text-xs text-muted ui-num px-0.5">
        {t('summary', { users: t('count', { count: users.length }), active: users.length - pending, pending })}
      </div>
      {chosen.length > 0 && (
        <BulkBar
          count={chosen.length}
          offered={mayInvite && offersBulk(actor, chosen)}
          actor={actor}
          onlyInvites={chosen.every(isInvite)}
          onlyMembers={!chosen.some(isInvite)}
          onRole={(role) => changeRole(chosen, role)}
          onReinvite={() => reinvite(chosen)}
          onEndSessions={() => setQuestion({ act: 'endSessions', users: chosen })}
          onRemove={() => setQuestion({ act: 'remove', users: chosen })}
          onClear={() => setSelected(new Set())}
        />
      )}
      {adding && <AddUsersDialog actor={actor} onClose={() => setAdding(false)} />}
      {question && (
        <ConfirmUsersDialog
          {...question}
          onClose={() => setQuestion(undefined)}
          onDone={() => {
            setQuestion(undefined);
            setSelected(new Set());
          }}
        />
      )}
      {invites && <LinksDialog invites={invites} onClose={closeInvites} />}
    </div>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3 pt-2" aria-busy>
      <Skeleton width={240} height={32} />
      <Skeleton height={260} />
    </div>
  );
}
