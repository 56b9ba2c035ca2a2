import { Pairs, Segmented, Select, SwitchRow } from '@acequia/ui';
import type { Preferences } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { usePreferences } from '#lib/preferences/use-preferences.ts';
import { useSession } from '#lib/session/index.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { preferencesTexts } from './texts.ts';
import { TwoFactor } from './two-factor.tsx';

export function PreferencesPage() {
  const t = useTexts(preferencesTexts);
  const { user, via, hasPassword } = useSession();
  const { preferences, change } = usePreferences();
  return (
    <div className="max-w-[560px] flex flex-col gap-6 pt-2">
      <section>
        <h3 className="font-medium pb-1">{t('profile')}</h3>
        <Pairs
          pairs={[
            [t('name'), user.UserName || '—'],
            [t('email'), user.Email],
            [t('role'), user.AccessMap.Roles.map((role) => t(role)).join(', ')],
          ]}
        />
      </section>
      {hasPassword && <PasswordForm />}
      {via === 'password' && <TwoFactor />}
      {via !== 'password' && <p className="ui-hint">{t('bySso')}</p>}
      <section className="flex flex-col gap-4">
        <h3 className="font-medium pb-1 border-b">{t('appearance')}</h3>
        <Line label={t('theme')}>
          <Segmented
            label={t('theme')}
            value={preferences.theme}
            onChange={(theme) => change({ theme })}
            options={[
              { value: 'dark', label: t('dark') },
              { value: 'light', label: t('light') },
            ]}
          />
        </Line>
        <Line label={t('density')}>
          <Segmented
            label={t('density')}
            value={preferences.tableDensity}
            onChange={(tableDensity) => change({ tableDensity })}
            options={[
              { value: 'compact', label: t('compact') },
              { value: 'standard', label: t('standard') },
              { value: 'comfortable', label: t('comfortable') },
            ]}
          />
        </Line>
        <Line label={t('language')}>
          <Select<Preferences['language']>
            className="w-40!"
            aria-label={t('language')}
            value={preferences.language}
            onChange={(language) => change({ language })}
            options={[
              { value: 'en', label: 'English' },
              { value: 'es', label: 'Español' },
            ]}
          />
        </Line>
        <Line label={t('timeZone')}>
          <Select<Preferences['timeZone']>
            className="w-64!"
            aria-label={t('timeZone')}
            value={preferences.timeZone}
            onChange={(timeZone) => change({ timeZone })}
            options={[
              { value: 'browser', label: t('browserZone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone }) },
              { value: 'utc', label: 'UTC' },
            ]}
          />
        </Line>
        <SwitchRow
          label={t('shortcuts')}
          hint={t('shortcutsHint')}
          checked={preferences.shortcuts}
          onChange={(shortcuts) => change({ shortcuts })}
        />
      </section>
      <OwnSessions />
    </div>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <span>{label}</span>
      {children}
    </div>
  );
}
