import type { ChangeRelay } from './dispatch/relay.ts';
import type { LiveHub } from './fleet/live-hub.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Probes } from './fleet/probes.ts';
import type { TraceDesks } from './fleet/trace-desks.ts';
import type { ReplayEstimates } from './fleet/replay-estimates.ts';
import type { createGuard } from './http/guard.ts';
import { createImplementer } from './http/implementer.ts';
import { createReader } from './http/inner-call.ts';
import { activityOperations } from './modules/activity/activity.operations.ts';
import { alertsOperations } from './modules/alerts/alerts.operations.ts';
import type { AlertsService } from './modules/alerts/alerts.service.ts';
import { assistantOperations } from './modules/assistant/assistant.operations.ts';
import type { AssistantService } from './modules/assistant/assistant.service.ts';
import { authOperations } from './modules/auth/auth.operations.ts';
import { authOpenIdOperations } from './modules/auth-openid/auth-openid.operations.ts';
import type { AuthOpenIdService } from './modules/auth-openid/auth-openid.service.ts';
import { authSamlOperations } from './modules/auth-saml/auth-saml.operations.ts';
import type { AuthSamlService } from './modules/auth-saml/auth-saml.service.ts';
import { authTokenOperations } from './modules/auth-token/auth-token.operations.ts';
import type { AuthTokenService } from './modules/auth-token/auth-token.service.ts';
import type { KeyAdmission } from './modules/auth-token/key-admission.ts';
import type { Mailer } from './mail/mailer.ts';
import type { AuthService } from './modules/auth/auth.service.ts';
import type { Joining } from './modules/auth/joining.service.ts';
import type { MfaReset } from './modules/auth/mfa-reset.service.ts';
import type { Mfa } from './modules/auth/mfa.service.ts';
import type { Recovery } from './modules/auth/recovery.service.ts';
import type { OwnSessions } from './modules/auth/own-sessions.service.ts';
import type { Sessions } from './modules/auth/sessions.ts';
import { clustersOperations } from './modules/clusters/clusters.operations.ts';
import { datasinksOperations } from './modules/datasinks/datasinks.operations.ts';
import type { DatasinksService } from './modules/datasinks/datasinks.service.ts';
import { dataHistoryOperations } from './modules/data-history/data-history.operations.ts';
import type { HistorySearch } from './modules/data-history/history-search.service.ts';
import { deadLettersOperations } from './modules/dead-letters/dead-letters.operations.ts';
import type { DeadLettersService } from './modules/dead-letters/dead-letters.service.ts';
import { healthOperations } from './modules/health/health.operations.ts';
import { actionsOperations, internalPipelinesOperations } from './modules/internal-pipelines/internal-pipelines.operations.ts';
import type { InternalPipelinesService } from './modules/internal-pipelines/internal-pipelines.service.ts';
import { installationOperations } from './modules/installation/installation.operations.ts';
import type { Installation } from './modules/installation/installation.service.ts';
import type { ProbeLimit } from './http/probe-limit.ts';
import { labelsOperations } from './modules/labels/labels.operations.ts';
import type { LabelMatching } from './modules/labels/label-matches.service.ts';
import type { LabelsService } from './modules/labels/labels.service.ts';
import { listenersOperations } from './modules/listeners/listeners.operations.ts';
import type { ListenersService } from './modules/listeners/listeners.service.ts';
import { lookupsOperations, type LookupServices } from './modules/lookups/lookups.operations.ts';
import type { Retention } from './modules/metrics/grains.ts';
import { marketplaceOperations } from './modules/marketplace/marketplace.operations.ts';
import type { MarketplaceService } from './modules/marketplace/marketplace.service.ts';
import { metricsOperations } from './modules/metrics/metrics.operations.ts';
import { pipelineTestsOperations } from './modules/pipeline-tests/pipeline-tests.operations.ts';
import type { PipelineTestsService } from './modules/pipeline-tests/pipeline-tests.service.ts';
import { pipelinesOperations } from './modules/pipelines/pipelines.operations.ts';
import type { PipelinesService } from './modules/pipelines/pipelines.service.ts';
import type { PresenceService } from './modules/presence/presence.service.ts';
import { replaysOperations } from './modules/replays/replays.operations.ts';
import type { ReplaysService } from './modules/replays/replays.service.ts';
import { secretsOperations } from './modules/secrets/secrets.operations.ts';
import type { SecretsService } from './modules/secrets/secrets.service.ts';
import { shadowRunsOperations } from './modules/shadow-runs/shadow-runs.operations.ts';
import type { ShadowRunsService } from './modules/shadow-runs/shadow-runs.service.ts';
import type { ShadowWatch } from './modules/shadow-runs/shadow-watch.ts';
import type { SsoService } from './modules/sso/sso.service.ts';
import { getStartedOperations } from './modules/get-started/get-started.operations.ts';
import type { GetStartedService } from './modules/get-started/get-started.service.ts';
import type { DemoService } from './modules/tenants/demo.service.ts';
import { tenantsOperations } from './modules/tenants/tenants.operations.ts';
import type { TracesService } from './modules/traces/traces.service.ts';
import { usageOperations } from './modules/usage/usage.operations.ts';
import { usersOperations } from './modules/users/users.operations.ts';
import type { UsersService } from './modules/users/users.service.ts';

export interface Services extends LookupServices {
  readonly guard: ReturnType<typeof createGuard>;
  readonly assistant: AssistantService;
  readonly auth: AuthService;
  readonly sessions: Sessions;
  readonly installation: Installation;
  readonly probeLimit: ProbeLimit;
  readonly ownSessions: OwnSessions;
  readonly recovery: Recovery;
  readonly mfa: Mfa;
  readonly mfaReset: MfaReset;
  readonly joining: Joining;
  readonly users: UsersService;
  readonly mailer: Mailer;
  readonly openId: AuthOpenIdService;
  readonly saml: AuthSamlService;
  readonly sso: SsoService;
  readonly authTokens: AuthTokenService;
  readonly keys: KeyAdmission;
  readonly secrets: SecretsService;
  readonly alerts: AlertsService;
  readonly listeners: ListenersService;
  readonly labels: LabelsService;
  readonly labelMatching: LabelMatching;
  readonly historySearch: HistorySearch;
  readonly datasinks: DatasinksService;
  readonly pipelines: PipelinesService;
  readonly replays: ReplaysService;
  readonly pipelineTests: PipelineTestsService;
  readonly shadowRuns: ShadowRunsService;
  readonly shadowWatch: ShadowWatch;
  readonly internalPipelines: InternalPipelinesService;
  readonly documentTraces: TracesService;
  readonly catalogue: Catalogue;
  readonly marketplace: MarketplaceService;
  readonly deadLetters: DeadLettersService;
  readonly demo: DemoService;
  readonly getStarted: GetStartedService;
  readonly relay: ChangeRelay;
  readonly presence: PresenceService;
  readonly live: LiveHub;
  readonly probes: Probes;
  readonly traceDesks: Pick<TraceDesks, 'ask'>;
  readonly estimates: ReplayEstimates;
  readonly retention: Retention;
}

/** Every named operation with its handler; one that is missing does not compile. */
export function buildRouter(services: Services) {
  const os = createImplementer();
  const parts = {
    auth: authOperations(os, { ...services, mailOffered: services.mailer.offered }),
    authOpenID: authOpenIdOperations(os, services.openId, services.sso, services.probeLimit),
    authSaml: authSamlOperations(os, services.saml, services.sso),
    authToken: authTokenOperations(os, services.authTokens, services.keys),
    tenants: tenantsOperations(os, services.demo),
    users: usersOperations(os, services.users, services.sessions, services.mailer),
    clusters: clustersOperations(os),
    installation: installationOperations(os, services.installation),
    listeners: listenersOperations(os, services.listeners),
    labels: labelsOperations(os, services.labels, services.labelMatching),
    datasinks: datasinksOperations(
      os,
      services.datasinks,
      services.installation,
      services.probes,
      services.traceDesks,
      services.probeLimit,
    ),
    pipelines: pipelinesOperations(
      os,
      services.pipelines,
      services.relay,
      services.live,
      services.documentTraces,
      services.pipelineTests,
      services.catalogue,
      services.presence,
    ),
    getStarted: getStartedOperations(os, services.getStarted),
    internalPipelines: internalPipelinesOperations(os, services.internalPipelines),
    actions: actionsOperations(os, services.documentTraces, services.catalogue),
    pipelineTests: pipelineTestsOperations(os, services.pipelineTests),
    shadowRuns: shadowRunsOperations(os, services.shadowRuns, services.shadowWatch),
    marketplace: marketplaceOperations(os, services.marketplace, services.catalogue),
    deadLetters: deadLettersOperations(os, services.deadLetters),
    alerts: alertsOperations(os, services.alerts, services.installation),
    health: healthOperations(os),
    dataHistory: dataHistoryOperations(os, services.listeners, services.historySearch),
    replays: replaysOperations(os, services.replays, services.estimates),
    lookups: lookupsOperations(os, services),
    secrets: secretsOperations(os, services.secrets),
    activity: activityOperations(os),
    metrics: metricsOperations(os, services.live, services.pipelines, services.retention),
    usage: usageOperations(os, services.retention),
  };
  return os.router({ ...parts, assistant: assistantOperations(os, services.assistant, createReader(parts, services.guard)) });
}

export type AppRouter = ReturnType<typeof buildRouter>;
