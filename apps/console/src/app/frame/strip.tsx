import { Link } from '@tanstack/react-router';
import { Icon, Logo, Tooltip } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommandPalette } from '#lib/command-palette/command-palette.ts';
import { appTexts } from '../texts.ts';
import type { NavigationEntry } from './navigation.ts';
import { TenantMenu } from './tenant-menu.tsx';
import { UserMenu } from './user-menu.tsx';

/** The narrow edge: tenant, the navigation while the sidebar is closed or has no room, settings, user. */
export function Strip({
  entries,
  expanded,
  onExpand,
}: {
  readonly entries: readonly NavigationEntry[];
  readonly expanded: boolean;
  readonly onExpand: () => void;
}) {
  const t = useTexts(appTexts);
  const { open } = useCommandPalette();
  return (
    <div className="frame-strip">
      <TenantMenu />
      <div className="frame-strip-entries" data-expanded={expanded}>
        <Tooltip text={t('expand')} side="right">
          <button type="button" className="frame-strip-link" aria-label={t('expand')} onClick={onExpand}>
            <Logo size={20} />
          </button>
        </Tooltip>
        <Tooltip text={t('palette')} side="right">
          <button type="button" className="frame-strip-link" aria-label={t('palette')} onClick={() => open()}>
            <Icon name="search" />
          </button>
        </Tooltip>
        <nav aria-label={t('navigation')} className="flex flex-col gap-1.5">
          {entries.map((entry) => (
            <Tooltip key={entry.to} text={t(entry.word)} side="right">
              <Link to={entry.to} className="frame-strip-link" aria-label={t(entry.word)}>
                <Icon name={entry.icon} />
              </Link>
            </Tooltip>
          ))}
        </nav>
      </div>
      <span className="flex-1" />
      <Tooltip text={t('settings')} side="right">
        <Link
          to="."
          search={(search) => ({ ...search, section: 'your_preferences' as const, option: 'email_password' as const })}
          className="frame-strip-link"
          aria-label={t('settings')}
          activeProps={{ 'aria-current': undefined }}
        >
          <Icon name="settings" />
        </Link>
      </Tooltip>
      <UserMenu />
    </div>
  );
}
