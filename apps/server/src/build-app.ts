import { hkdfSync } from 'node:crypto';
import { minuteMs, productVersion, secondMs, specifiedVersion, type Clock, type Log, type Random } from '@acequia/base';
import type { PipelineDocument } from '@acequia/pipeline';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { buildRouter } from './build-router.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { Database } from './db/database.ts';
import { removeOldChanges } from './dispatch/dispatch.store.ts';
import { startRelay, type ChangeRelay } from './dispatch/relay.ts';
import { createAsks } from './fleet/asks.ts';
import { createConnections } from './fleet/connections.ts';
import { registerFleetRoutes } from './fleet/fleet-routes.ts';
import { createGateway, type Gateway } from './fleet/gateway.ts';
import { createClusters } from './fleet/new-cluster.service.ts';
import { createLetterDesks } from './fleet/letter-desks.ts';
import { createLiveHub } from './fleet/live-hub.ts';
import { createProbes } from './fleet/probes.ts';
import { createTraceDesks } from './fleet/trace-desks.ts';
import { createReplayEstimates } from './fleet/replay-estimates.ts';
import { registerApi } from './http/api-routes.ts';
import { refuseConnection } from './http/broken-requests.ts';
import { registerConsole } from './http/console-routes.ts';
import { registerDocs } from './http/docs-routes.ts';
import { createEventStreams, usualStreamLimits, type StreamLimits } from './http/event-streams.ts';
import { createGuard } from './http/guard.ts';
import { createCallBudget } from './http/call-budget.ts';
import { createMetrics } from './http/metrics.ts';
import { registerOperatorRoutes } from './http/operator-routes.ts';
import { createRateLimit } from './http/rate-limit.ts';
import { createProbeLimit, type ProbeBudget } from './http/probe-limit.ts';
import { createOriginOf } from './http/origin.ts';
import { registerOutages } from './http/outages.ts';
import { registerSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { registerSamlMetadata } from './http/saml-metadata-route.ts';
import { registerSsoRoutes } from './http/sso-routes.ts';
import { answerBeforeClose } from './http/unanswered.ts';
import { refuse } from './http/wire-error.ts';
import { startJobs } from './jobs/job-runner.ts';
import { createMailer, noMailer, type MailSettings } from './mail/mailer.ts';
import { createAfterAnswer, type AfterAnswer } from './modules/auth/after-answer.ts';
import { createJoining } from './modules/auth/joining.service.ts';
import { createMfaReset } from './modules/auth/mfa-reset.service.ts';
import { deleteOldMfaResets } from './modules/auth/mfa-reset.store.ts';
import { createMfa } from './modules/auth/mfa.service.ts';
import { createRecovery } from './modules/auth/recovery.service.ts';
import { deleteOldResets } from './modules/auth/recovery.store.ts';
import { forgetOldInvites } from './modules/users/invites.service.ts';
import { createUsersService } from './modules/users/users.service.ts';
import { createOperatorActivity } from './operator/operator-activity.ts';
import { createOperatorCommands } from './operator/operator-commands.ts';
import { openJobStore } from './db/job-store.ts';
import { alertQueues, alertsJob, evaluateAlertsNow } from './jobs/alerts.ts';
import { endedTrialsJob, endedTrialsQueue } from './jobs/ended-trials.ts';
import { checkNow, checksJob, checksQueue } from './jobs/lookup-checks.ts';
import { refreshNow, refreshQueue, refreshesJob } from './jobs/lookup-refreshes.ts';
import { rollUpJob, rollUpQueues } from './jobs/roll-up.ts';
import { startTenantJobs, type TenantJobs } from './jobs/tenant-jobs.ts';
import type { FleetKey } from './keys/installation.ts';
import type { KekStore } from './keys/kek.ts';
import { finishAtStart } from './keys/rotation.ts';
import { createContentReads } from './modules/activity/content-reads.service.ts';
import { headJob, openHeadFile } from './modules/activity/head-file.ts';
import { createAuthTokenService } from './modules/auth-token/auth-token.service.ts';
import { deleteEndedAccessTokens } from './modules/auth-token/auth-token.store.ts';
import { createKeyAdmission } from './modules/auth-token/key-admission.ts';
import { createAuthService, type AuthService } from './modules/auth/auth.service.ts';
import { createAuthOpenIdService } from './modules/auth-openid/auth-openid.service.ts';
import { createOpenIdAdapter } from './modules/auth-openid/openid-adapter.ts';
import { createProviderDirectories } from './modules/auth-openid/provider-directory.ts';
import { createAuthSamlService } from './modules/auth-saml/auth-saml.service.ts';
import { deleteOldAssertions } from './modules/auth-saml/auth-saml.store.ts';
import { createSamlAdapter } from './modules/auth-saml/saml-adapter.ts';
import { createPasswords } from './modules/auth/passwords.ts';
import { createKnownDevices } from './modules/auth/known-devices.ts';
import { createOwnSessions } from './modules/auth/own-sessions.service.ts';
import type { SessionLimits } from './modules/auth/session-life.ts';
import { createSessions } from './modules/auth/sessions.ts';
import { deleteEndedSessions } from './modules/auth/sessions.store.ts';
import { createDatasinksService } from './modules/datasinks/datasinks.service.ts';
import type { AssistantSettings } from './modules/assistant/assistant-settings.ts';
import { createAssistantService } from './modules/assistant/assistant.service.ts';
import { createAlertSender } from './modules/alerts/alert-sender.ts';
import { createAlertsService } from './modules/alerts/alerts.service.ts';
import { createHistorySearch } from './modules/data-history/history-search.service.ts';
import { createHealthIntake } from './modules/health/health-intake.ts';
import { createDeadLettersService } from './modules/dead-letters/dead-letters.service.ts';
import { createLabelMatching } from './modules/labels/label-matches.service.ts';
import type { EgressMode } from './modules/installation/egress-policy.ts';
import { createInstallation } from './modules/installation/installation.service.ts';
import { createInternalPipelinesService } from './modules/internal-pipelines/internal-pipelines.service.ts';
import { deleteEndedInternals } from './modules/internal-pipelines/internal-pipelines.store.ts';
import { createTracesService } from './modules/traces/traces.service.ts';
import { createLabelsService } from './modules/labels/labels.service.ts';
import { createListenersService } from './modules/listeners/listeners.service.ts';
import { createMarketplaceService } from './modules/marketplace/marketplace.service.ts';
import { readShippedTemplates } from './modules/marketplace/shipped-templates.ts';
import { createLookupChecker } from './modules/lookups/lookup-checker.ts';
import { createLookupRefresher } from './modules/lookups/lookup-refresher.ts';
import { createLookupRefreshesService } from './modules/lookups/lookup-refreshes.service.ts';
import { createLookupVersionsService } from './modules/lookups/lookup-versions.service.ts';
import { createLookupsService } from './modules/lookups/lookups.service.ts';
import type { Retention } from './modules/metrics/grains.ts';
import { createPipelinesService } from './modules/pipelines/pipelines.service.ts';
import { keepTests, createPipelineTestsService } from './modules/pipeline-tests/pipeline-tests.service.ts';
import type { PublishingDeps } from './modules/pipelines/publishing.service.ts';
import { assertOwnReferences } from './modules/pipelines/own-references.service.ts';
import { readSurroundings } from './modules/pipelines/surroundings.ts';
import { startPresence } from './modules/presence/presence.service.ts';
import { createReplaysService } from './modules/replays/replays.service.ts';
import { createSecretVault } from './modules/secrets/secret-vault.ts';
import { createSecretsService } from './modules/secrets/secrets.service.ts';
import { createShadowRunsService, keepShadowRuns } from './modules/shadow-runs/shadow-runs.service.ts';
import { createShadowWatch } from './modules/shadow-runs/shadow-watch.ts';
import { createSsoService } from './modules/sso/sso.service.ts';
import { createGetStartedService } from './modules/get-started/get-started.service.ts';
import { createDemoService, type DemoService } from './modules/tenants/demo.service.ts';
import { createDemoTrialRun } from './modules/tenants/demo-trial-run.service.ts';
import type { TenantScope } from './tenant-scope.ts';

export interface AppOptions {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly kek: KekStore;
  readonly fleetKey: FleetKey;
  readonly sessionLimits: SessionLimits;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly consoleFolder: string;
  /** `window.__ACEQUIA__` of the console. */
  readonly consoleSettings: Readonly<Record<string, string>>;
  /** Without, people hand links on themselves. */
  readonly mail: MailSettings | undefined;
  /** The model of the assistant; undefined: there is none. */
  readonly assistant: AssistantSettings | undefined;
  readonly operatorToken: string | undefined;
  /** For `/metrics` alone. */
  readonly metricsToken: string | undefined;
  /** New tenants begin with a free trial. */
  readonly trials: boolean;
  /** After a mail has set a password, so long no mail takes the second factor off. */
  readonly resetHoldMs: number;
  /** How long figures and activity are kept. */
  readonly retention: Retention;
  /** The console's address for people; undefined: the one a request came to. */
  readonly publicUrl: string | undefined;
  /** Where organizations may send, and the server itself for them. */
  readonly egress: EgressMode;
  /** Doors of the installation that nobody may call: `host:port`, or `local:port` for every address of this machine. */
  readonly ownDoors: () => readonly string[];
  /** Of tests of addresses that people choose. */
  readonly probeBudget: ProbeBudget;
  /** Of all files of a tenant's lookups, older versions included. */
  readonly lookupBytesMax: number;
  /** Where the heads of the activity log are written; undefined: nowhere. */
  readonly auditFolder: string | undefined;
  readonly trustedProxies: readonly string[];
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** KiB of memory for a password hash; tests use little. */
  readonly passwordMemory?: number;
  /** Calls a second, and at once, of one session or key, and of all strangers of one address. */
  readonly callLimit?: { readonly perSecond: number; readonly burst: number };
  readonly streamLimits?: StreamLimits;
  /** How often the alerts of a tenant are evaluated, beside changes that have them evaluated at once. */
  readonly alertsEveryMs?: number;
  /** Called once, after the first owner was made. */
  readonly onOwner?: (tenantId: string, userId: string) => void;
}

export interface App {
  readonly http: FastifyInstance;
  readonly auth: AuthService;
  readonly gateway: Gateway;
  readonly relay: ChangeRelay;
  readonly demo: DemoService;
  readonly afterAnswer: AfterAnswer;
  /** Takes no new requests at once, answers those under way, ends streams; then everything else ends. */
  stop(): Promise<void>;
}

const usualCallLimit = { perSecond: 50, burst: 400 };
/** Of all workers behind one address. */
const usualFleetLimit = { perSecond: 200, burst: 2000 };

/** Everything a server is made of, in the order in which it is made. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { database, catalogue, kek, clock, random, log, trials, retention, resetHoldMs: holdMs } = options;
  const newKey = { entity: 'secret', operation: 'update', name: 'keys', ip: '' } as const;
  if (kek.ring.rotating) await finishAtStart(database, kek, (tx) => createOperatorActivity(clock).everywhereAtStart(tx, newKey), log);
  const heads = openHeadFile(options.auditFolder, options.fleetKey.privatePem);

  const relay = await startRelay(database, clock, log);
  const presence = await startPresence(database, clock, log);
  const connections = createConnections();
  const live = createLiveHub(connections, clock);
  const asks = createAsks(clock, random);
  const probes = createProbes(connections, asks);
  const estimates = createReplayEstimates(connections, asks);
  const letterDesks = createLetterDesks(connections, clock, random);
  const traceDesks = createTraceDesks(connections, clock, random);

  // Not the deployment's key: that one changes, and what was sent to browsers with it would be void.
  const sessionKey = Buffer.from(hkdfSync('sha256', options.fleetKey.privatePem, '', 'acequia sessions 1', 32));
  const sessions = createSessions({
    gate: database.gate,
    clock,
    random,
    limits: options.sessionLimits,
    key: sessionKey,
    log,
    trials,
    ended: presence.endSession,
  });
  const passwords = createPasswords(options.passwordMemory === undefined ? {} : { memoryCost: options.passwordMemory });
  const afterAnswer = createAfterAnswer(log);
  const mailer = options.mail ? createMailer(options.mail, log) : noMailer;
  const auth = createAuthService({
    database,
    sessions,
    passwords,
    devices: createKnownDevices(sessionKey, random),
    clock,
    random,
    trials,
    afterAnswer,
    mailer,
    onOwner: options.onOwner ?? (() => undefined),
  });
  const authTokens = createAuthTokenService(random);
  const keys = createKeyAdmission({ gate: database.gate, relay, clock, random, trials });
  const recovery = createRecovery({ database, sessions, passwords, mailer, clock, random, afterAnswer, holdMs });
  const mfa = createMfa({ gate: database.gate, ring: kek.ring, sessions, mailer, afterAnswer, clock, random });
  const mfaReset = createMfaReset({ database, sessions, passwords, mailer, afterAnswer, clock, random, holdMs });
  const joining = createJoining({ gate: database.gate, open: auth.open, passwords, clock, trials });
  const users = createUsersService(random);
  const vault = createSecretVault(kek.ring);
  const secrets = createSecretsService(vault, random);
  const installation = createInstallation({
    gate: database.gate,
    mode: options.egress,
    own: options.ownDoors,
    clock,
    committed: relay.kick,
  });
  const { egressOf } = installation;
  const directory = createProviderDirectories(clock, egressOf);
  const alertSender = createAlertSender({ database, vault, mailer, egressOf, clock });
  const openId = createAuthOpenIdService(vault, directory, random);
  const sso = createSsoService({
    database,
    open: auth.open,
    sessions,
    clock,
    random,
    trials,
    adapters: [createOpenIdAdapter({ database, vault, directory, clock, random }), createSamlAdapter({ database, clock, random })],
    onRefusal: (facts) => log.warn(facts, 'a single sign-on was refused'),
  });
  const originOf = createOriginOf(options.publicUrl);
  const listeners = createListenersService({ catalogue, secrets, random });
  const labels = createLabelsService(listeners, random);
  const datasinks = createDatasinksService({ catalogue, secrets, random });
  const lookups = createLookupsService(catalogue, random);
  const lookupRefresher = createLookupRefresher({
    database,
    catalogue,
    secrets,
    egressOf,
    clock,
    random,
    log,
    committed: relay.kick,
    bytesMax: options.lookupBytesMax,
  });
  const lookupChecker = createLookupChecker({ database, clock, committed: relay.kick });
  const checkUploads = (tenantId: string): Promise<void> =>
    checkNow(tenantJobs, tenantId).catch((error: unknown) => log.warn({ error, tenantId }, 'an uploaded file is read at the next turn'));
  const onPublish: PublishingDeps['onPublish'] = async (scope, { pipelineId, revision, versionId }) => {
    await keepTests(scope, pipelineId, versionId, random);
    await keepShadowRuns(scope, pipelineId, revision, versionId);
  };
  const pipelines = createPipelinesService({
    catalogue,
    secrets,
    listeners,
    labels,
    datasinks,
    lookups,
    random,
    onPublish,
  });
  const deadLetters = createDeadLettersService(letterDesks);
  const documentTraces = createTracesService({ catalogue, secrets, lookups, desks: traceDesks });
  const surroundings = { catalogue, listeners, labels, datasinks, lookups, secrets };
  const surroundingsOf = (scope: TenantScope) => readSurroundings(scope, surroundings);
  const assertOwn = async (scope: TenantScope, document: PipelineDocument) =>
    assertOwnReferences(document, catalogue, await surroundingsOf(scope));
  const internalPipelines = createInternalPipelinesService(pipelines, documentTraces, assertOwn, random);
  const replays = createReplaysService({ catalogue, listeners, pipelines, random });
  const pipelineTests = createPipelineTestsService({ pipelines, traces: documentTraces, random });
  const marketplace = createMarketplaceService({
    catalogue,
    shipped: readShippedTemplates(),
    pipelines,
    listeners,
    traces: documentTraces,
    tests: pipelineTests,
    previews: internalPipelines,
    random,
  });
  const assistant = createAssistantService({
    settings: options.assistant,
    catalogue,
    pipelines,
    previews: internalPipelines,
    surroundings: surroundingsOf,
    // The operator chose its address.
    egress: { mode: options.egress, allowed: [] },
    clock,
    random,
    log,
  });
  const shadowRuns = createShadowRunsService({
    pipelines,
    surroundings: surroundingsOf,
    traces: documentTraces,
    random,
  });
  const shadowWatch = createShadowWatch({ database, desks: traceDesks, clock, log, committed: relay.kick });
  const lookupVersions = createLookupVersionsService(catalogue, random, options.lookupBytesMax);
  const trialRun = createDemoTrialRun({ database, pipelines, shadowRuns, shadowWatch, clock, log, committed: relay.kick });
  const demo = createDemoService({
    database,
    installation,
    catalogue,
    listeners,
    datasinks,
    pipelines,
    lookups,
    lookupVersions,
    checkUploads,
    trialRun,
    afterAnswer,
  });
  const getStarted = createGetStartedService({ catalogue, listeners, datasinks, pipelines, secrets, random });
  const gateway = createGateway({
    database,
    catalogue,
    secrets,
    lookups,
    listeners,
    pipelines,
    replays,
    egress: installation.clusterEgress,
    health: createHealthIntake(database, clock, log, relay.kick),
    connections,
    live,
    asks,
    letterDesks,
    traceDesks,
    relay,
    onTrouble: () => evaluateNow(),
    key: options.fleetKey,
    clock,
    random,
    log,
  });
  const clusters = createClusters({
    gate: database.gate,
    enrolment: gateway.enrolment,
    clock,
    random,
    committed: relay.kick,
    removed: (workerId) => connections.find(workerId)?.close(),
  });

  const http = createHttp(options);
  answerBeforeClose(http, clock);
  const metrics = createMetrics({
    workers: () => connections.all().length,
    unreadTenants: () => gateway.unreadTenants(),
    lostLetters: () => connections.all().reduce((sum, { lostLetters }) => sum + lostLetters, 0),
  });
  http.addHook('onResponse', async (request, reply) =>
    metrics.observe(request.method, request.routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000),
  );
  registerOutages(http, database, log);
  registerSecurityHeaders(http, (protocol) => protocol === 'https');
  const guard = createGuard({ log });
  const admission = { sessions, keys, budget: createCallBudget(createRateLimit(clock, options.callLimit ?? usualCallLimit)) };
  registerApi(http, {
    router: buildRouter({
      guard,
      assistant,
      auth,
      sessions,
      installation,
      probeLimit: createProbeLimit(clock, options.probeBudget),
      ownSessions: createOwnSessions({ gate: database.gate, sessions, clock, limits: options.sessionLimits, key: sessionKey }),
      recovery,
      mfa,
      mfaReset,
      joining,
      users,
      openId,
      saml: createAuthSamlService(random),
      sso,
      mailer,
      authTokens,
      keys,
      secrets,
      listeners,
      alerts: createAlertsService({ vault, random, mailOffered: mailer.offered }),
      labels,
      labelMatching: createLabelMatching(listeners, catalogue, documentTraces),
      historySearch: createHistorySearch(listeners, labels, documentTraces),
      lookups,
      lookupVersions,
      lookupRefreshes: createLookupRefreshesService(secrets),
      fetchLookup: (tenantId, lookupId) => refreshNow(tenantJobs, tenantId, lookupId),
      checkUploads,
      datasinks,
      pipelines,
      internalPipelines,
      documentTraces,
      catalogue,
      marketplace,
      deadLetters,
      demo,
      getStarted,
      relay,
      presence,
      live,
      probes,
      traceDesks,
      replays,
      pipelineTests,
      shadowRuns,
      shadowWatch,
      estimates,
      retention,
    }),
    guard,
    admission,
    log,
    originOf,
    streams: createEventStreams(options.streamLimits ?? usualStreamLimits, clock),
    context: { database, clock, contentReads: createContentReads(), committed: relay.kick },
  });
  registerFleetRoutes(http, gateway, clock, log, {
    enrol: createRateLimit(clock, { perSecond: 1, burst: 20 }),
    calls: createRateLimit(clock, options.callLimit ?? usualFleetLimit),
  });
  registerSsoRoutes(http, { sso, sessions, originOf, random });
  registerSamlMetadata(http, originOf);
  registerDocs(http, admission, productVersion, log);
  registerOperatorRoutes(http, {
    commands: createOperatorCommands({
      database,
      kek,
      heads,
      recovery,
      mfaReset,
      mailer,
      clusters,
      installation,
      clock,
      random,
      trials,
      changed: relay.kick,
    }),
    log,
    metrics,
    operatorToken: options.operatorToken,
    metricsToken: options.metricsToken,
    version: productVersion,
    ready: database.ping,
  });
  registerConsole(http, { folder: options.consoleFolder, admission, settings: { ...options.consoleSettings, version: specifiedVersion } });

  const tenantJobs: TenantJobs = await startTenantJobs({
    boss: await openJobStore(database.executeJobs, log),
    queues: [
      ...alertQueues({ database, sender: alertSender, random, clock, committed: relay.kick, jobs: () => tenantJobs }),
      ...rollUpQueues(database, retention, clock),
      refreshQueue(lookupRefresher),
      checksQueue(lookupChecker, () => tenantJobs),
      ...(trials ? [endedTrialsQueue(database, clock, relay.kick)] : []),
    ],
    clock,
    log,
  });
  const evaluateNow = () =>
    void evaluateAlertsNow(database, tenantJobs).catch((error: unknown) => log.warn({ error }, 'alerts are evaluated at their next turn'));
  const jobs = startJobs(
    [
      { name: 'silent workers', everyMs: 10 * secondMs, run: () => gateway.noticeSilence() },
      {
        name: 'ended sessions',
        everyMs: 10 * minuteMs,
        run: (now) => deleteEndedSessions(database.gate, now - options.sessionLimits.idleMs, now - options.sessionLimits.absoluteMs),
      },
      { name: 'ended access tokens', everyMs: 10 * minuteMs, run: (now) => deleteEndedAccessTokens(database.gate, now) },
      { name: 'old changes', everyMs: 10 * minuteMs, run: (now) => removeOldChanges(database.gate, now - 60 * minuteMs) },
      {
        name: 'old links',
        everyMs: 10 * minuteMs,
        run: async (now) => void (await Promise.all([deleteOldResets(database.gate, now), deleteOldMfaResets(database.gate, now)])),
      },
      { name: 'old sign-ins', everyMs: 10 * minuteMs, run: (now) => sso.forgetOldFlows(now) },
      { name: 'ended previews', everyMs: 10 * minuteMs, run: (now) => deleteEndedInternals(database.gate, now) },
      { name: 'old assertions', everyMs: 10 * minuteMs, run: (now) => deleteOldAssertions(database.gate, now) },
      { name: 'old invitations', everyMs: 60 * minuteMs, run: (now) => forgetOldInvites(database.gate, now) },
      rollUpJob(database, tenantJobs),
      refreshesJob(database, tenantJobs, clock),
      checksJob(database, tenantJobs),
      alertsJob(database, tenantJobs, options.alertsEveryMs),
      headJob(database.gate, heads),
      ...(trials ? [endedTrialsJob(database, tenantJobs)] : []),
    ],
    clock,
    log,
  );

  const stopWork = async () => {
    lookupChecker.stop();
    await jobs.stop();
    await tenantJobs.stop();
    lookupRefresher.close();
    trialRun.close();
    shadowWatch.close();
    gateway.stop();
  };

  return {
    http,
    auth,
    gateway,
    relay,
    demo,
    afterAnswer,
    stop: async () => {
      await Promise.all([http.close(), stopWork()]);
      await afterAnswer.settled();
      directory.close();
      alertSender.close();
      assistant.close();
      mailer.close();
      await gateway.settled();
      await Promise.all([relay.stop(), presence.stop()]);
    },
  };
}

function createHttp({ tls, trustedProxies, log }: AppOptions): FastifyInstance {
  const common = {
    // An address that is no UTF-8 has no route, and so no hook and no error handler.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void refuse(reply.headers(securityHeaders(request.protocol === 'https')), error, log),
    clientErrorHandler: refuseConnection,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 60 * secondMs,
    forceCloseConnections: true,
  };
  return tls ? (fastify({ ...common, https: { ...tls, minVersion: 'TLSv1.2' as const } }) as unknown as FastifyInstance) : fastify(common);
}
