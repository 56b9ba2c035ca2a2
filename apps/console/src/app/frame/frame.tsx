import { lazy, Suspense } from 'react';
import { Outlet, useLoaderData, useMatch, useNavigate, useSearch } from '@tanstack/react-router';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTexts } from '#i18n/use-texts.ts';
import { LiveProvider } from '#blocks/live/live-provider.tsx';
import { noLog } from '#lib/search/log-search.ts';
import { may, SessionContext, sessionQuery } from '#lib/session/index.ts';
import { appTexts } from '../texts.ts';
import { CommandPaletteProvider } from './command-palette-provider.tsx';
import { LiveNotice } from './live-notice.tsx';
import { navigation } from './navigation.ts';
import { PageShortcuts } from './page-shortcuts.tsx';
import { Sidebar } from './sidebar.tsx';
import { Strip } from './strip.tsx';
import { useFreshRights } from './use-fresh-rights.ts';
import { useKeepAlive } from './use-keep-alive.ts';
import { useSessionEvents } from './use-session-events.ts';
import { useSidebar } from './use-sidebar.ts';
import { useTenantChanges } from './use-tenant-changes.ts';

const TrialBanner = lazy(() => import('./trial-banner.tsx').then((module) => ({ default: module.TrialBanner })));
const DemoBanner = lazy(() => import('./demo-banner.tsx').then((module) => ({ default: module.DemoBanner })));
const SettingsWindow = lazy(() => import('#features/settings/index.ts').then((module) => ({ default: module.SettingsWindow })));

const AssistantDrawer = lazy(() =>
  import('#blocks/assistant/assistant-drawer.tsx').then((module) => ({ default: module.AssistantDrawer })),
);
const ReplayWindow = lazy(() => import('#features/replays/index.ts').then((module) => ({ default: module.ReplayWindow })));

/** Strip, sidebar and the page; settings and replays open over it by the address. */
export function Frame() {
  const t = useTexts(appTexts);
  const loaded = useLoaderData({ from: '/inside' });
  const { data: session = loaded } = useQuery(sessionQuery);
  const { section, option, replay, assistant } = useSearch({ from: '/inside' });
  const navigate = useNavigate();
  const edited = useMatch({
    from: '/inside/pipelines/$pipelineId/{-$version}',
    shouldThrow: false,
    select: ({ params }) => params.pipelineId,
  });
  const editing = edited !== undefined;
  const drafting = edited?.startsWith('PL_') ?? false;
  const { collapsed, collapse } = useSidebar(editing ? 'editor' : 'pages');
  const client = useQueryClient();
  const mayWatch = may(session, 'pipeline:read');
  const sharedBy = `${session.user.UID} ${session.tenant.id}`;
  useTenantChanges(client, mayWatch, sharedBy);
  useFreshRights(client, session);
  useKeepAlive();
  useSessionEvents(client, sharedBy);
  const entries = navigation.filter(
    ({ permission, feature }) =>
      (permission === undefined || may(session, permission)) && (feature === undefined || session.features.includes(feature)),
  );
  const closeSettings = () =>
    void navigate({ to: '.', search: (search) => ({ ...search, section: undefined, option: undefined, item: undefined, ...noLog }) });
  return (
    <SessionContext value={session}>
      <LiveProvider enabled={mayWatch} sharedBy={sharedBy}>
        <CommandPaletteProvider>
          <div className="frame">
            <a href="#content" className="ui-btn frame-skip">
              {t('skip')}
            </a>
            <Strip entries={entries} expanded={!collapsed} onExpand={() => collapse(false)} />
            {!collapsed && <Sidebar entries={entries} onCollapse={() => collapse(true)} />}
            <div className="frame-main" id="content" tabIndex={-1}>
              <Suspense>
                {session.tenant.demoOf !== undefined ? (
                  <DemoBanner home={session.tenant.demoOf} />
                ) : (
                  session.trialEndsAt !== null && <TrialBanner endsAt={session.trialEndsAt} />
                )}
              </Suspense>
              <Outlet />
            </div>
          </div>
        </CommandPaletteProvider>
        <LiveNotice />
        {!editing && <PageShortcuts />}
        {section !== undefined && (
          <Suspense>
            <SettingsWindow section={section} option={option} onClose={closeSettings} />
          </Suspense>
        )}
        {assistant !== undefined && !drafting && (
          <Suspense>
            <AssistantDrawer />
          </Suspense>
        )}
        {replay !== undefined && (
          <Suspense>
            <ReplayWindow />
          </Suspense>
        )}
      </LiveProvider>
    </SessionContext>
  );
}
