import { useNavigate } from '@tanstack/react-router';
import { Avatar, initialsOf, Menu, MenuChoice, MenuItem, MenuLabel, MenuRule } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { leaveAsked, leaveRefused, loggedOut } from '#lib/operations/session-over.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { useSession } from '#lib/session/index.ts';
import { appTexts } from '../texts.ts';

export function UserMenu() {
  const t = useTexts(appTexts);
  const { user } = useSession();
  const navigate = useNavigate();
  const { preferences, change } = usePreferences();
  const logout = useCommand('auth:removeToken', { onSuccess: loggedOut, onError: leaveRefused });
  const name = user.UserName === '' ? user.Email : user.UserName;
  return (
    <Menu
      side="right"
      align="end"
      label={t('account', { name })}
      trigger={
        <button type="button" className="rounded-full" aria-label={`${initialsOf(name)}, ${t('account', { name })}`}>
          <Avatar name={name} seed={user.Email} />
        </button>
      }
    >
      <div className="px-2 pt-1.5 pb-2">
        <div className="font-medium">{name}</div>
        <div className="ui-hint">{user.Email}</div>
      </div>
      <MenuRule />
      <MenuLabel>{t('theme')}</MenuLabel>
      <MenuChoice
        value={preferences.theme}
        onChange={(theme) => change({ theme })}
        options={[
          { value: 'dark', label: t('dark') },
          { value: 'light', label: t('light') },
        ]}
      />
      <MenuLabel>{t('density')}</MenuLabel>
      <MenuChoice
        value={preferences.tableDensity}
        onChange={(tableDensity) => change({ tableDensity })}
        options={[
          { value: 'compact', label: t('compact') },
          { value: 'standard', label: t('standard') },
          { value: 'comfortable', label: t('comfortable') },
        ]}
      />
      <MenuLabel>{t('language')}</MenuLabel>
      <MenuChoice
        value={preferences.language}
        onChange={(language) => change({ language })}
        options={[
          { value: 'en', label: 'English' },
          { value: 'es', label: 'Español' },
        ]}
      />
      <MenuLabel>{t('shortcuts')}</MenuLabel>
      <MenuChoice
        value={preferences.shortcuts ? 'on' : 'off'}
        onChange={(chosen) => change({ shortcuts: chosen === 'on' })}
        options={[
          { value: 'on', label: t('on') },
          { value: 'off', label: t('off') },
        ]}
      />
      <MenuRule />
      <MenuItem
        icon="settings"
        onSelect={() =>
          void navigate({ to: '.', search: (search) => ({ ...search, section: 'your_preferences', option: 'email_password' }) })
        }
      >
        {t('settings')}
      </MenuItem>
      <MenuItem icon="assistant" onSelect={() => void navigate({ to: '.', search: (search) => ({ ...search, assistant: 'open' }) })}>
        {t('assistant')}
      </MenuItem>
      <MenuItem icon="list" onSelect={() => void navigate({ to: '/glossary' })}>
        {t('glossary')}
      </MenuItem>
      <MenuItem icon="code" onSelect={() => window.open('/api/docs', '_blank', 'noopener')}>
        {t('docs')}
      </MenuItem>
      <MenuItem
        icon="arrow-right"
        onSelect={() => {
          leaveAsked();
          logout.mutate({});
        }}
      >
        {t('logout')}
      </MenuItem>
    </Menu>
  );
}
