import { Avatar, Button, Card, Checkbox, IconButton, Menu, MenuItem, Select, SortHead, Status } from '@acequia/ui';
import type { TenantUser } from '@acequia/contract';
import { mayActOn, mayAssign, roles, type RankedUser, type Role } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { useMay } from '#lib/session/index.ts';
import { settingsTexts } from '../texts.ts';
import { usersTexts } from './texts.ts';
import {
  isInvite,
  ranked,
  roleOf,
  shownName,
  statusOf,
  userColumns,
  type UserColumn,
  type UserStatus,
  type UsersOrder,
} from './users-model.ts';

export interface UsersTableProps {
  readonly users: readonly TenantUser[];
  readonly order: UsersOrder;
  readonly onOrder: (column: UserColumn) => void;
  readonly actor: RankedUser;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly busy: boolean;
  readonly onRole: (user: TenantUser, role: Role) => void;
  readonly onReinvite: (user: TenantUser) => void;
  readonly onEndSessions: (user: TenantUser) => void;
  readonly onRemove: (user: TenantUser) => void;
}

export function UsersTable(props: UsersTableProps) {
  const title = useTexts(settingsTexts);
  const t = useTexts(usersTexts);
  const mayChange = useMay('user:update');
  const { users, order, onOrder, selected, onSelect } = props;
  const all = users.every(({ id }) => selected.has(id));
  const some = users.some(({ id }) => selected.has(id));
  return (
    <Card className="overflow-x-auto">
      <table className="ui-table" aria-label={title('users')}>
        <thead>
          <tr>
            {mayChange && (
              <td className="w-9">
                <span className="flex">
                  <Checkbox
                    aria-label={t('selectAll')}
                    checked={all}
                    mixed={some && !all}
                    onChange={() => onSelect(new Set(all ? [] : users.map(({ id }) => id)))}
                  />
                </span>
              </td>
            )}
            {userColumns.map((column) => (
              <SortHead
                key={column}
                label={t(column)}
                direction={order.column !== column ? 'none' : order.descending ? 'descending' : 'ascending'}
                onSort={() => onOrder(column)}
              />
            ))}
            <td aria-hidden />
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} mayChange={mayChange} {...props} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

function Row({
  user,
  actor,
  mayChange,
  selected,
  onSelect,
  busy,
  onRole,
  onReinvite,
  onEndSessions,
  onRemove,
}: UsersTableProps & { readonly user: TenantUser; readonly mayChange: boolean }) {
  const t = useTexts(usersTexts);
  const mayDelete = useMay('user:delete');
  const name = shownName(user);
  const acts = mayActOn(actor, ranked(user));
  const toggle = () => {
    const next = new Set(selected);
    if (!next.delete(user.id)) next.add(user.id);
    onSelect(next);
  };
  return (
    <tr>
      {mayChange && (
        <td className="w-9">
          <span className="flex">
            <Checkbox aria-label={t('select', { name })} checked={selected.has(user.id)} onChange={toggle} />
          </span>
        </td>
      )}
      <td className="whitespace-normal! py-1.5">
        <div className="flex items-center gap-3">
          <Avatar name={name} seed={user.email} />
          <div className="min-w-0 leading-[18px]">
            <div className="flex items-center gap-1.5 font-medium">
              {name}
              {user.id === actor.id && <span className="ui-count">{t('you')}</span>}
            </div>
            {name !== user.email && <div className="ui-hint">{user.email}</div>}
          </div>
        </div>
      </td>
      <td>
        {mayChange && acts ? (
          <Select<Role>
            size="sm"
            className="w-auto! border-transparent! bg-transparent! pl-0!"
            aria-label={t('roleOf', { name })}
            disabled={busy}
            value={roleOf(user)}
            onChange={(role) => onRole(user, role)}
            options={roles
              .toReversed()
              .filter((role) => mayAssign(actor.role, role))
              .map((role) => ({ value: role, label: t(role) }))}
          />
        ) : (
          t(roleOf(user))
        )}
      </td>
      <td>
        <UserState status={statusOf(user, Date.now())} />
      </td>
      <td className="text-muted ui-num">
        <Seen user={user} />
      </td>
      <td className="ui-right whitespace-nowrap">
        {isInvite(user) && mayChange && acts && (
          <Button size="sm" variant="ghost" className="max-[1180px]:hidden" disabled={busy} onClick={() => onReinvite(user)}>
            {t('again')}
          </Button>
        )}
        {acts && mayDelete && (
          <Menu label={t('actions', { name })} trigger={<IconButton icon="more" size="sm" label={t('actions', { name })} />}>
            {isInvite(user) && (
              <MenuItem icon="mail" onSelect={() => onReinvite(user)}>
                {t('again')}
              </MenuItem>
            )}
            {!isInvite(user) && mayChange && (
              <MenuItem icon="arrow-right" onSelect={() => onEndSessions(user)}>
                {t('endSessions')}
              </MenuItem>
            )}
            <MenuItem icon="trash" danger onSelect={() => onRemove(user)}>
              {isInvite(user) ? t('withdraw') : t('remove')}
            </MenuItem>
          </Menu>
        )}
      </td>
    </tr>
  );
}

const looks = {
  accepted: { tone: 'success', shape: 'dot' },
  invited: { tone: 'warning', shape: 'ring' },
  expired: { tone: 'danger', shape: 'triangle' },
} as const satisfies Record<UserStatus, object>;

function UserState({ status }: { readonly status: UserStatus }) {
  const t = useTexts(usersTexts);
  return <Status {...looks[status]}>{t(status)}</Status>;
}

function Seen({ user: { lastSeenAt, invitedAt } }: { readonly user: TenantUser }) {
  const t = useTexts(usersTexts);
  const format = useFormat();
  if (invitedAt !== null) return <span title={format.exactly(invitedAt)}>{t('sent', { when: format.ago(invitedAt) })}</span>;
  return lastSeenAt === null ? t('never') : <TimeAgo atMs={lastSeenAt} />;
}
