import type { ReactNode } from 'react';
import { Icon, Logo } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { showPreferences } from '#lib/preferences/preferences.ts';
import { Canal } from './canal.tsx';
import { entranceTexts } from './texts.ts';

export function EntranceLayout({ children }: { readonly children: ReactNode }) {
  const t = useTexts(entranceTexts);
  const language = useLanguage();
  return (
    <div className="relative min-h-full flex flex-col">
      <Canal />
      <div className="relative flex-1 flex flex-col w-full max-w-[496px] px-6 sm:pl-24 sm:pr-0 py-10 min-h-screen">
        <div className="flex items-center gap-2.5 text-base font-semibold tracking-tight">
          <Logo size={26} />
          Acequia
        </div>
        <main className="my-auto w-full max-w-[360px] py-8">{children}</main>
        <footer className="flex flex-wrap items-center gap-4 text-xs text-muted">
          <span>© 2026 Acequia</span>
          <a
            href="/terms.html"
            target="_blank"
            rel="noopener"
            className="underline underline-offset-3 decoration-line-strong inline-flex items-center gap-1"
          >
            {t('terms')}
            <Icon name="external" size={12} label={t('newTab')} />
          </a>
          <label className="inline-flex items-center gap-1">
            <span className="ui-hidden">{t('language')}</span>
            <select
              className="bg-canvas text-muted rounded-sm"
              value={language}
              onChange={(event) => void showPreferences({ language: event.target.value === 'es' ? 'es' : 'en' })}
            >
              <option value="en">English</option>
              <option value="es">Español</option>
            </select>
          </label>
        </footer>
      </div>
    </div>
  );
}
