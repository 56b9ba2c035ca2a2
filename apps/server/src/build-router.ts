import type { ChangeRelay } from './dispatch/relay.ts';
import type { LiveHub } from './fleet/live-hub.ts';
import type { Probes } from './fleet/probes.ts';
import { createImplementer } from './http/implementer.ts';
import { activityOperations } from './modules/activity/activity.operations.ts';
import { authOperations } from './modules/auth/auth.operations.ts';
import type { AuthService } from './modules/auth/auth.service.ts';
import type { Sessions } from './modules/auth/sessions.ts';
import { clustersOperations } from './modules/clusters/clusters.operations.ts';
import { datasinksOperations } from './modules/datasinks/datasinks.operations.ts';
import type { DatasinksService } from './modules/datasinks/datasinks.service.ts';
import { labelsOperations } from './modules/labels/labels.operations.ts';
import type { LabelsService } from './modules/labels/labels.service.ts';
import { listenersOperations } from './modules/listeners/listeners.operations.ts';
import type { ListenersService } from './modules/listeners/listeners.service.ts';
import { lookupsOperations } from './modules/lookups/lookups.operations.ts';
import type { LookupsService } from './modules/lookups/lookups.service.ts';
import { metricsOperations } from './modules/metrics/metrics.operations.ts';
import { pipelinesOperations } from './modules/pipelines/pipelines.operations.ts';
import type { PipelinesService } from './modules/pipelines/pipelines.service.ts';
import { secretsOperations } from './modules/secrets/secrets.operations.ts';
import type { SecretsService } from './modules/secrets/secrets.service.ts';
import type { DemoService } from './modules/tenants/demo.service.ts';
import { tenantsOperations } from './modules/tenants/tenants.operations.ts';

export interface Services {
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly secrets: SecretsService;
  readonly listeners: ListenersService;
  readonly labels: LabelsService;
  readonly lookups: LookupsService;
  readonly datasinks: DatasinksService;
  readonly pipelines: PipelinesService;
  readonly demo: DemoService;
  readonly relay: ChangeRelay;
  readonly live: LiveHub;
  readonly probes: Probes;
}

/** Every named operation with its handler; one that is missing does not compile. */
export function buildRouter(services: Services) {
  const os = createImplementer();
  return os.router({
    auth: authOperations(os, services.auth, services.sessions),
    tenants: tenantsOperations(os, services.demo),
    clusters: clustersOperations(os),
    listeners: listenersOperations(os, services.listeners),
    labels: labelsOperations(os, services.labels),
    datasinks: datasinksOperations(os, services.datasinks, services.probes),
    pipelines: pipelinesOperations(os, services.pipelines, services.relay, services.live),
    lookups: lookupsOperations(os, services.lookups),
    secrets: secretsOperations(os, services.secrets),
    activity: activityOperations(os),
    metrics: metricsOperations(os, services.live, services.pipelines),
  });
}

export type AppRouter = ReturnType<typeof buildRouter>;
