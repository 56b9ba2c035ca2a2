import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#i18n/i18n.ts';
import { pageLanguage } from './boot.ts';
import { LoginPage } from './entrance/login-page.tsx';
import { VersionPage } from './entrance/version-page.tsx';
import { UiLanguage } from './providers.tsx';

/** Draws the pages before the session: small, without router and contract. */
export function showEntrance(root: HTMLElement): void {
  startI18n(pageLanguage());
  createRoot(root).render(
    <StrictMode>
      <UiLanguage>{window.location.pathname === '/version' ? <VersionPage /> : <LoginPage />}</UiLanguage>
    </StrictMode>,
  );
}
