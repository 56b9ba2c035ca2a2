import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { startI18n } from '#i18n/i18n.ts';
import { pageLanguage } from './boot.ts';
import { watchLazyFailures } from './lazy-reload.ts';
import { LoginPage } from './entrance/login-page.tsx';
import { UiLanguage } from './providers.tsx';

/** The pages before the session besides the login, by path. */
const pages = {
  '/version': lazy(() => import('./entrance/version-page.tsx').then((module) => ({ default: module.VersionPage }))),
  '/forgot': lazy(() => import('./entrance/forgot-page.tsx').then((module) => ({ default: module.ForgotPage }))),
  '/reset': lazy(() => import('./entrance/reset-page.tsx').then((module) => ({ default: module.ResetPage }))),
  '/reset-mfa': lazy(() => import('./entrance/reset-mfa-page.tsx').then((module) => ({ default: module.ResetMfaPage }))),
  '/join': lazy(() => import('./entrance/join-page.tsx').then((module) => ({ default: module.JoinPage }))),
  '/proof': lazy(() => import('./entrance/proof-page.tsx').then((module) => ({ default: module.ProofPage }))),
  '/welcome': lazy(() => import('./entrance/welcome-page.tsx').then((module) => ({ default: module.WelcomePage }))),
} as const;

const isPage = (path: string): path is keyof typeof pages => Object.hasOwn(pages, path);

/** Draws the pages before the session: small, without router and contract. */
export function showEntrance(root: HTMLElement): void {
  startI18n(pageLanguage());
  watchLazyFailures();
  // The link of another mail, opened in the tab that shows this page already.
  window.addEventListener('hashchange', ({ newURL }) => {
    if (/[#&](token|setup)=/.test(new URL(newURL).hash)) window.location.reload();
  });
  const path = window.location.pathname;
  const Page = isPage(path) ? pages[path] : LoginPage;
  createRoot(root).render(
    <StrictMode>
      <UiLanguage>
        <Suspense>
          <Page />
        </Suspense>
      </UiLanguage>
    </StrictMode>,
  );
}
