import { Link } from '@tanstack/react-router';
import { classNames, DialogClose, FullDialog, Icon, IconButton, initialsOf, type IconName } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { may, useSession } from '#lib/session/index.ts';
import { settingsTexts } from '../texts.ts';
import { PreferencesPage } from './preferences-page.tsx';
import { SecretsPage } from './secrets-page.tsx';

export type Section = 'your_preferences' | 'organization_settings';
export type Option = 'email_password' | 'secrets_management';

/** Settings over the page, opened by `section` and `option` of the address. What the role may not see is absent. */
export function SettingsWindow({
  section,
  option,
  onClose,
}: {
  readonly section: Section;
  readonly option: Option | undefined;
  readonly onClose: () => void;
}) {
  const t = useTexts(settingsTexts);
  const session = useSession();
  const secretsOffered = may(session, 'secret:read');
  const page = section === 'organization_settings' && secretsOffered && option !== 'email_password' ? 'secrets' : 'preferences';
  return (
    <FullDialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <div className="flex flex-1 min-h-0">
        <nav className="w-[220px] flex-none border-r p-2 pt-5 flex flex-col gap-0.5 bg-canvas" aria-label={t('title')}>
          <Group title={t('account')}>
            <Entry icon="user" label={t('preferences')} on={page === 'preferences'} section="your_preferences" option="email_password" />
          </Group>
          {secretsOffered && (
            <Group title={t('organization')}>
              <Entry icon="lock" label={t('secrets')} on={page === 'secrets'} section="organization_settings" option="secrets_management" />
            </Group>
          )}
          <span className="flex-1" />
          <div className="flex items-center gap-2.5 p-2">
            <span className="frame-tenant">{initialsOf(session.tenant.name)}</span>
            <span className="font-medium truncate">{session.tenant.name}</span>
          </div>
        </nav>
        <div className="flex-1 min-w-0 flex flex-col">
          <header className="flex items-center px-6 pt-4 pb-2">
            <h2 className="text-base font-semibold flex-1">{page === 'secrets' ? t('secrets') : t('preferences')}</h2>
            <DialogClose asChild>
              <IconButton icon="x" label={t('close')} />
            </DialogClose>
          </header>
          <div className="flex-1 min-h-0 overflow-auto px-6 pb-6">{page === 'secrets' ? <SecretsPage /> : <PreferencesPage />}</div>
        </div>
      </div>
    </FullDialog>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="mb-3 flex flex-col gap-0.5">
      <h3 className="text-xs text-muted px-2 pb-1">{title}</h3>
      {children}
    </div>
  );
}

function Entry({
  icon,
  label,
  on,
  section,
  option,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly on: boolean;
  readonly section: Section;
  readonly option: Option;
}) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, section, option })}
      replace
      className={classNames('frame-link', on && 'bg-s3 text-text!')}
      activeProps={{}}
      aria-current={on ? 'page' : undefined}
    >
      <Icon name={icon} />
      {label}
    </Link>
  );
}
