import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { dropDraftsOfOthers } from '#lib/drafts/retired-drafts.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { isSessionOver, toOperationError } from '#lib/operations/operation-error.ts';
import { sessionOver } from '#lib/operations/session-over.ts';
import { sessionQuery } from '#lib/session/index.ts';
import { rememberLook, showPreferences } from '#lib/preferences/preferences.ts';
import { ErrorPage } from './error-page.tsx';
import { Frame } from './frame/frame.tsx';
import { LostPage } from './state-pages.tsx';
import { letterSearch } from '#lib/letter-search/letter-search.ts';
import { listSearch } from '#lib/list-search/list-search.ts';
import { editorSearch, homeSearch, typeSearch, windowSearch } from './search.ts';

const root = createRootRoute({ component: Outlet, notFoundComponent: LostPage, errorComponent: ErrorPage });

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
      showPreferences(session.preferences);
      rememberLook();
      return session;
    } catch (caught) {
      const error = toOperationError(caught);
      if (!isSessionOver(error)) throw error;
      sessionOver(error.code);
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
const home = createRoute({
  ...at('/home'),
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('../routes/home.tsx'), 'HomeRoute'),
});

const listeners = createRoute({
  ...at('/listeners'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/listeners.tsx'), 'ListenersRoute'),
});
const listener = createRoute({
  ...at('/listeners/$listenerId'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/listeners.tsx'), 'ListenersRoute'),
});
const listenerType = createRoute({
  ...at('/listeners/create/type'),
  component: lazyRouteComponent(() => import('../routes/listener-create.tsx'), 'ListenerTypeRoute'),
});
const listenerCreate = createRoute({
  ...at('/listeners/create'),
  validateSearch: typeSearch,
  component: lazyRouteComponent(() => import('../routes/listener-create.tsx'), 'ListenerCreateRoute'),
});
const listenerEdit = createRoute({
  ...at('/listeners/$listenerId/edit'),
  component: lazyRouteComponent(() => import('../routes/listener-create.tsx'), 'ListenerEditRoute'),
});
const listenerReady = createRoute({
  ...at('/listeners/$listenerId/ready'),
  component: lazyRouteComponent(() => import('../routes/listener-create.tsx'), 'ListenerReadyRoute'),
});

const datasinks = createRoute({
  ...at('/datasinks'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/datasinks.tsx'), 'DatasinksRoute'),
});
const datasink = createRoute({
  ...at('/datasinks/$datasinkId'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/datasinks.tsx'), 'DatasinksRoute'),
});
const datasinkType = createRoute({
  ...at('/datasinks/create/type'),
  component: lazyRouteComponent(() => import('../routes/datasink-create.tsx'), 'DatasinkTypeRoute'),
});
const datasinkCreate = createRoute({
  ...at('/datasinks/create'),
  validateSearch: typeSearch,
  component: lazyRouteComponent(() => import('../routes/datasink-create.tsx'), 'DatasinkCreateRoute'),
});
const datasinkEdit = createRoute({
  ...at('/datasinks/$datasinkId/edit'),
  component: lazyRouteComponent(() => import('../routes/datasink-create.tsx'), 'DatasinkEditRoute'),
});

const pipelines = createRoute({
  ...at('/pipelines'),
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../routes/pipelines.tsx'), 'PipelinesRoute'),
});
const pipelineCreate = createRoute({
  ...at('/pipelines/create'),
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
  component: lazyRouteComponent(() => import('../routes/pipeline-forms.tsx'), 'EditListenerRoute'),
});
const pipelineListenerCreate = createRoute({
  ...over('listener/create'),
  validateSearch: typeSearch,
  component: lazyRouteComponent(() => import('../routes/pipeline-forms.tsx'), 'CreateListenerRoute'),
});
const pipelineDatasink = createRoute({
  ...over('datasink/$nodeDatasinkId/edit'),
  component: lazyRouteComponent(() => import('../routes/pipeline-forms.tsx'), 'EditDatasinkRoute'),
});
const pipelineDatasinkCreate = createRoute({
  ...over('datasink/create'),
  validateSearch: typeSearch,
  component: lazyRouteComponent(() => import('../routes/pipeline-forms.tsx'), 'CreateDatasinkRoute'),
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
  component: lazyRouteComponent(() => import('../routes/dead-letters.tsx'), 'DeadLettersRoute'),
});

const tree = root.addChildren([
  start,
  inside.addChildren([
    home,
    listeners,
    listenerType,
    listenerCreate,
    listenerEdit,
    listenerReady,
    listener,
    datasinks,
    datasinkType,
    datasinkCreate,
    datasinkEdit,
    datasink,
    pipelines,
    pipelineCreate,
    pipeline.addChildren([pipelineAction, pipelineListener, pipelineListenerCreate, pipelineDatasink, pipelineDatasinkCreate]),
    pipelineFocus,
    deadLetters,
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
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
