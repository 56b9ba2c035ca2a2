import { Button, Menu, MenuItem } from '@acequia/ui';
import { mayAssign, roles, type RankedUser, type Role } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { useMay } from '#lib/session/index.ts';
import { usersTexts } from './texts.ts';

/** What can be done with a selection; only the count when it holds oneself or a higher rank. */
export function BulkBar({
  count,
  offered,
  actor,
  onlyInvites,
  onlyMembers,
  onRole,
  onReinvite,
  onEndSessions,
  onRemove,
  onClear,
}: {
  readonly count: number;
  readonly offered: boolean;
  readonly actor: RankedUser;
  readonly onlyInvites: boolean;
  readonly onlyMembers: boolean;
  readonly onRole: (role: Role) => void;
  readonly onReinvite: () => void;
  readonly onEndSessions: () => void;
  readonly onRemove: () => void;
  readonly onClear: () => void;
}) {
  const t = useTexts(usersTexts);
  const mayDelete = useMay('user:delete');
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border rounded-md bg-s3 px-3 py-2" data-bottom-bar role="status">
      <span className="font-medium">{t('selected', { count })}</span>
      <span className="flex-1" />
      {offered && (
        <>
          <Menu label={t('role')} trigger={<Button iconEnd="chevron-down">{t('role')}</Button>}>
            {roles
              .toReversed()
              .filter((role) => mayAssign(actor.role, role))
              .map((role) => (
                <MenuItem key={role} onSelect={() => onRole(role)}>
                  {t(role)}
                </MenuItem>
              ))}
          </Menu>
          {onlyInvites && (
            <Button icon="mail" onClick={onReinvite}>
              {t('again')}
            </Button>
          )}
          {onlyMembers && (
            <Button icon="arrow-right" onClick={onEndSessions}>
              {t('endSessions')}
            </Button>
          )}
          {mayDelete && (
            <Button variant="danger" icon="trash" onClick={onRemove}>
              {t('remove')}
            </Button>
          )}
        </>
      )}
      <Button variant="ghost" onClick={onClear}>
        {t('clearSelection')}
      </Button>
    </div>
  );
}
