import './plain-zod.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ErrorBoundary } from 'react-error-boundary';
import { provideStyleNonce, ToastArea, TooltipProvider } from '@acequia/ui';
import { startI18n } from '#i18n/i18n.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { pageLanguage } from './boot.ts';
import { clearAlertsOnLeave } from './clear-alerts-on-leave.ts';
import { ErrorPage } from './error-page.tsx';
import { watchLazyFailures } from './lazy-reload.ts';
import { UiLanguage } from './providers.tsx';
import { createConsoleRouter } from './router.tsx';

/** Draws the logged-in part of the product. */
export function showConsole(root: HTMLElement): void {
  startI18n(pageLanguage());
  provideStyleNonce();
  watchLazyFailures();
  const router = createConsoleRouter();
  clearAlertsOnLeave(router);
  createRoot(root).render(
    <StrictMode>
      <UiLanguage>
        <ErrorBoundary FallbackComponent={ErrorPage}>
          <QueryClientProvider client={queryClient}>
            <TooltipProvider>
              <RouterProvider router={router} />
              <ToastArea />
            </TooltipProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </UiLanguage>
    </StrictMode>,
  );
}
