import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { dropDraftsOfOthers } from '#lib/drafts/retired-drafts.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { isSessionOver, toOperationError } from '#lib/operations/operation-error.ts';
import { reasonTexts, withReasonTexts } from '#lib/operations/reason-texts.ts';
import { sessionOver } from '#lib/operations/session-over.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { showPreferences } from '#lib/preferences/preferences.ts';
import { ErrorPage } from './error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { LostPage } from './state-pages.tsx';
import { alertSearch } from '#lib/alert-search/alert-search.ts';
import { letterSearch } from '#lib/letter-search/letter-search.ts';
import { listSearch } from '#lib/list-search/list-search.ts';
import {
  besideSearch,
  editorSearch,
  templateSearch,
  healthSearch,
  historySearch,
  homeSearch,
  startSearch,
  typeSearch,
  windowSearch,
} from './search.ts';

const root = createRootRoute({ component: Outlet, errorComponent: ErrorPage });

/** A page whose texts say why something is as it is. */
const worded: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(withReasonTexts(load), name);

/** Everything behind the login. `section` and `option` open the settings over any page, `replay` a replay. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  validateSearch: windowSearch,
  component: Frame,
  loader: async () => {
    try {
      const session = await queryClient.ensureQueryData(sessionQuery);
      dropDraftsOfOthers(sessionStorage, `${session.user.TenantId} ${session.user.UID}`);
      await showPreferences(session.preferences);
      void loadErrorWords();
      void reasonTexts.load();
      return session;
    } catch (caught) {
      const error = toOperationError(caught);
      if (!isSessionOver(error)) throw error;
      sessionOver(error);
      return await new Promise<never>(() => undefined);
    }
  },
  staleTime: Number.POSITIVE_INFINITY,
});

const at = <P extends string>(path: P) => ({ getParentRoute: () => inside, path }) as const;

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/home' });
  },
});
/** What people type by hand for a page with another address. */
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/home', search: { section: 'your_preferences', option: 'email_password' } });
  },
});
const historyInWords = createRoute({
  getParentRoute: () => root,
  path: '/data-history',
  beforeLoad: () => {
    throw redirect({ to: '/datahistory' });
  },
});
const home = createRoute({
  ...at('/home'),
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('../routes/home.tsx'), 'HomeRoute'),
});

const getStarted = createRoute({
  ...at('/get-started'),
  validateSearch: startSearch,
  component: worded(() => import('../routes/get-started.tsx'), 'GetStartedRoute'),
});
const overHome = <P extends string>(path: P) => ({ getParentRoute: () => home, path }) as const;
const homeListenerCreate = createRoute({
  ...overHome('listeners/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/home-forms.tsx'), 'HomeListenerCreateRoute'),
});
const homeListenerEdit = createRoute({
  ...overHome('listeners/$listenerId/edit'),
  component: worded(() => import('../routes/home-forms.tsx'), 'HomeListenerEditRoute'),
});
const homeDatasinkCreate = createRoute({
  ...overHome('datasinks/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/home-forms.tsx'), 'HomeDatasinkCreateRoute'),
});
const homeDatasinkEdit = createRoute({
  ...overHome('datasinks/$datasinkId/edit'),
  component: worded(() => import('../routes/home-forms.tsx'), 'HomeDatasinkEditRoute'),
});

const listeners = createRoute({
  ...at('/listeners'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/listeners.tsx'), 'ListenersRoute'),
});
const listener = createRoute({
  ...at('/listeners/$listenerId'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/listeners.tsx'), 'ListenersRoute'),
});
const listenerType = createRoute({
  ...at('/listeners/create/type'),
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerTypeRoute'),
});
const listenerCreate = createRoute({
  ...at('/listeners/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerCreateRoute'),
});
const listenerEdit = createRoute({
  ...at('/listeners/$listenerId/edit'),
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerEditRoute'),
});
const listenerNewVersion = createRoute({
  ...at('/listeners/$listenerId/edit/createNewVersion'),
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerNewVersionRoute'),
});
const listenerVersion = createRoute({
  ...at('/listeners/$listenerId/edit/$version/versionDetail'),
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerVersionRoute'),
});
const listenerReady = createRoute({
  ...at('/listeners/$listenerId/ready'),
  component: worded(() => import('../routes/listener-create.tsx'), 'ListenerReadyRoute'),
});

const datasinks = createRoute({
  ...at('/datasinks'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/datasinks.tsx'), 'DatasinksRoute'),
});
const datasink = createRoute({
  ...at('/datasinks/$datasinkId'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/datasinks.tsx'), 'DatasinksRoute'),
});
const datasinkType = createRoute({
  ...at('/datasinks/create/type'),
  component: worded(() => import('../routes/datasink-create.tsx'), 'DatasinkTypeRoute'),
});
const datasinkCreate = createRoute({
  ...at('/datasinks/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/datasink-create.tsx'), 'DatasinkCreateRoute'),
});
const datasinkEdit = createRoute({
  ...at('/datasinks/$datasinkId/edit'),
  component: worded(() => import('../routes/datasink-create.tsx'), 'DatasinkEditRoute'),
});
const datasinkNewVersion = createRoute({
  ...at('/datasinks/$datasinkId/edit/createNewVersion'),
  component: worded(() => import('../routes/datasink-create.tsx'), 'DatasinkNewVersionRoute'),
});
const datasinkVersion = createRoute({
  ...at('/datasinks/$datasinkId/edit/$version/versionDetail'),
  component: worded(() => import('../routes/datasink-create.tsx'), 'DatasinkVersionRoute'),
});

const pipelines = createRoute({
  ...at('/pipelines'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/pipelines.tsx'), 'PipelinesRoute'),
});
const pipelineCreate = createRoute({
  ...at('/pipelines/create'),
  component: lazyRouteComponent(() => import('../routes/pipeline-create.tsx'), 'PipelineCreateRoute'),
});
/** There is one type of pipeline only: nothing to choose. */
const pipelineType = createRoute({
  ...at('/pipelines/create/type'),
  component: lazyRouteComponent(() => import('../routes/pipeline-create.tsx'), 'PipelineCreateRoute'),
});
/** The editor; what is selected in it has an address below. */
const pipeline = createRoute({
  ...at('/pipelines/$pipelineId/{-$version}'),
  validateSearch: editorSearch,
  component: lazyRouteComponent(() => import('../routes/pipeline.tsx'), 'PipelineRoute'),
});
const pipelineAction = createRoute({ getParentRoute: () => pipeline, path: 'action/$actionId/$actionVersion' });
const over = <P extends string>(path: P) => ({ getParentRoute: () => pipeline, path }) as const;
const pipelineListener = createRoute({
  ...over('listener/$nodeListenerId/edit'),
  component: worded(() => import('../routes/pipeline-forms.tsx'), 'EditListenerRoute'),
});
const pipelineListenerCreate = createRoute({
  ...over('listener/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/pipeline-forms.tsx'), 'CreateListenerRoute'),
});
const pipelineDatasink = createRoute({
  ...over('datasink/$nodeDatasinkId/edit'),
  component: worded(() => import('../routes/pipeline-forms.tsx'), 'EditDatasinkRoute'),
});
const pipelineDatasinkCreate = createRoute({
  ...over('datasink/create'),
  validateSearch: besideSearch,
  component: worded(() => import('../routes/pipeline-forms.tsx'), 'CreateDatasinkRoute'),
});
/** A version with its live numbers and nothing to change. */
const pipelineFocus = createRoute({
  ...at('/home/focus/$pipelineId/$versionId'),
  validateSearch: editorSearch,
  component: lazyRouteComponent(() => import('../routes/pipeline-focus.tsx'), 'PipelineFocusRoute'),
});

const deadLetters = createRoute({
  ...at('/dead-letters'),
  validateSearch: letterSearch,
  component: worded(() => import('../routes/dead-letters.tsx'), 'DeadLettersRoute'),
});

const alerts = createRoute({
  ...at('/alerts'),
  validateSearch: alertSearch,
  component: lazyRouteComponent(() => import('../routes/alerts.tsx'), 'AlertsRoute'),
});

const health = createRoute({
  ...at('/health'),
  validateSearch: healthSearch,
  component: worded(() => import('../routes/health.tsx'), 'HealthRoute'),
});

const dataHistory = createRoute({
  ...at('/datahistory'),
  validateSearch: historySearch,
  component: worded(() => import('../routes/data-history.tsx'), 'DataHistoryRoute'),
});

const marketplace = createRoute({
  ...at('/marketplace'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/marketplace.tsx'), 'MarketplaceRoute'),
});
const template = createRoute({
  ...at('/marketplace/$templateId'),
  validateSearch: templateSearch,
  component: lazyRouteComponent(() => import('../routes/marketplace.tsx'), 'TemplateRoute'),
});

const enrichments = createRoute({
  ...at('/enrichments'),
  validateSearch: listSearch,
  component: worded(() => import('../routes/enrichments.tsx'), 'EnrichmentsRoute'),
});
const enrichmentType = createRoute({
  ...at('/enrichments/create/type'),
  component: worded(() => import('../routes/enrichments.tsx'), 'EnrichmentTypeRoute'),
});
const enrichmentCreate = createRoute({
  ...at('/enrichments/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/enrichments.tsx'), 'EnrichmentCreateRoute'),
});
const enrichmentEdit = createRoute({
  ...at('/enrichments/$lookupId/edit'),
  component: worded(() => import('../routes/enrichments.tsx'), 'EnrichmentEditRoute'),
});
const enrichmentNewVersion = createRoute({
  getParentRoute: () => enrichmentEdit,
  path: 'createNewVersion',
  component: worded(() => import('../routes/enrichments.tsx'), 'NewVersionRoute'),
});
const enrichmentVersion = createRoute({
  getParentRoute: () => enrichmentEdit,
  path: '$version/versionDetail',
  component: worded(() => import('../routes/enrichments.tsx'), 'VersionDetailRoute'),
});
/** The same over the home page. */
const homeEnrichmentType = createRoute({
  ...overHome('enrichments/create/type'),
  component: worded(() => import('../routes/home-enrichments.tsx'), 'HomeEnrichmentTypeRoute'),
});
const homeEnrichmentCreate = createRoute({
  ...overHome('enrichments/create'),
  validateSearch: typeSearch,
  component: worded(() => import('../routes/home-enrichments.tsx'), 'HomeEnrichmentCreateRoute'),
});
const homeEnrichmentEdit = createRoute({
  ...overHome('enrichments/$lookupId/edit'),
  component: worded(() => import('../routes/home-enrichments.tsx'), 'HomeEnrichmentEditRoute'),
});
const homeEnrichmentNewVersion = createRoute({
  getParentRoute: () => homeEnrichmentEdit,
  path: 'createNewVersion',
  component: worded(() => import('../routes/enrichments.tsx'), 'NewVersionRoute'),
});
const homeEnrichmentVersion = createRoute({
  getParentRoute: () => homeEnrichmentEdit,
  path: '$version/versionDetail',
  component: worded(() => import('../routes/enrichments.tsx'), 'VersionDetailRoute'),
});

const glossary = createRoute({
  ...at('/glossary'),
  component: lazyRouteComponent(() => import('../routes/glossary.tsx'), 'GlossaryRoute'),
});

/** Any other path: the frame stays, so that the reader can go on from there. */
const lost = createRoute({ ...at('/$'), component: LostPage });

const tree = root.addChildren([
  start,
  settings,
  historyInWords,
  inside.addChildren([
    home.addChildren([
      homeListenerCreate,
      homeListenerEdit,
      homeDatasinkCreate,
      homeDatasinkEdit,
      homeEnrichmentType,
      homeEnrichmentCreate,
      homeEnrichmentEdit.addChildren([homeEnrichmentNewVersion, homeEnrichmentVersion]),
    ]),
    getStarted,
    listeners,
    listenerType,
    listenerCreate,
    listenerEdit,
    listenerNewVersion,
    listenerVersion,
    listenerReady,
    listener,
    datasinks,
    datasinkType,
    datasinkCreate,
    datasinkEdit,
    datasinkNewVersion,
    datasinkVersion,
    datasink,
    pipelines,
    pipelineCreate,
    pipelineType,
    pipeline.addChildren([pipelineAction, pipelineListener, pipelineListenerCreate, pipelineDatasink, pipelineDatasinkCreate]),
    pipelineFocus,
    deadLetters,
    enrichments,
    enrichmentType,
    enrichmentCreate,
    enrichmentEdit.addChildren([enrichmentNewVersion, enrichmentVersion]),
    marketplace,
    template,
    glossary,
    alerts,
    health,
    dataHistory,
    lost,
  ]),
]);

export function createConsoleRouter() {
  return createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: LostPage,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The keys go on in the menu of versions, by which the page was chosen. */
    readonly versionMenu?: boolean;
  }
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
