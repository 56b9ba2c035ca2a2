import { AppError, type Clock, type Log, type Random } from '@acequia/base';
import type { OpeningAnswer, OpeningRequest, Report } from '@acequia/contract/fleet';
import type { ClusterEgress } from '@acequia/pipeline';
import { workerSilenceMs } from '@acequia/domain';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { Database } from '../db/database.ts';
import type { ChangeRelay } from '../dispatch/relay.ts';
import { readOrder, type WorkerOrder } from '../dispatch/worker-orders.ts';
import type { FleetKey } from '../keys/installation.ts';
import type { HealthIntake } from '../modules/health/health-intake.ts';
import type { ListenersService } from '../modules/listeners/listeners.service.ts';
import type { LookupsService } from '../modules/lookups/lookups.service.ts';
import type { PipelinesService } from '../modules/pipelines/pipelines.service.ts';
import type { ReplaysService } from '../modules/replays/replays.service.ts';
import type { SecretsService } from '../modules/secrets/secrets.service.ts';
import type { Asks } from './asks.ts';
import { createClusterStates } from './cluster-states.ts';
import type { Connections, WorkerConnection } from './connections.ts';
import { createDeploymentBuilder } from './deployment-builder.ts';
import { createEnrolment, type Enrolment } from './enrolment.service.ts';
import { agreeOpening, insertClusterChange, markCopied, markSilent, type WorkerRow } from './fleet.store.ts';
import type { LetterDesks } from './letter-desks.ts';
import type { LiveHub } from './live-hub.ts';
import { createReportIntake } from './report-intake.ts';
import { createRequestCheck, type RequestCheck } from './request-check.ts';
import type { TraceDesks } from './trace-desks.ts';
import { bringsTrouble } from './worker-troubles.ts';

/** The server's side of the fleet protocol. */
export interface Gateway {
  readonly enrolment: Enrolment;
  /** These take the workers' answers. */
  readonly letterDesks: LetterDesks;
  readonly traceDesks: TraceDesks;
  readonly check: RequestCheck;
  /** With which number the worker opens its log, and ends the stream of its earlier start. Throws ACQ-FLEET-COPIED, ACQ-NOT-FOUND. */
  open(worker: WorkerRow, request: OpeningRequest): Promise<OpeningAnswer>;
  connected(connection: WorkerConnection): Promise<void>;
  disconnected(connection: WorkerConnection): void;
  /** Throws when a part of it is not stored: the worker then says everything again. */
  report(worker: WorkerRow, report: Report): Promise<void>;
  /** The file of a version of a lookup, piece by piece; undefined when neither the worker's deployment nor a question names it. */
  lookupFile(worker: WorkerRow, versionId: string): Promise<AsyncIterable<Buffer> | undefined>;
  /** Marks workers that have not reported for `workerSilenceMs` and tells those who watch. */
  noticeSilence(): Promise<void>;
  /** Tenants of which workers run what was last read, since they cannot be read now. */
  unreadTenants(): number;
  /** Resolves when all deployments are built and sent. */
  settled(): Promise<void>;
  stop(): void;
}

export interface GatewayDeps {
  readonly database: Database;
  readonly catalogue: Catalogue;
  readonly secrets: SecretsService;
  readonly lookups: LookupsService;
  readonly listeners: ListenersService;
  readonly pipelines: PipelinesService;
  readonly replays: ReplaysService;
  readonly health: HealthIntake;
  /** Where workers may call now. */
  readonly egress: () => Promise<ClusterEgress>;
  readonly connections: Connections;
  readonly live: LiveHub;
  readonly asks: Asks;
  readonly letterDesks: LetterDesks;
  readonly traceDesks: TraceDesks;
  readonly relay: ChangeRelay;
  /** A worker tells of trouble with itself that it did not have before. */
  readonly onTrouble: () => void;
  readonly key: FleetKey;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const { database, connections, live, asks, relay, key, clock, random, log } = deps;
  let secretsVersion = 0;
  let stopped = false;
  const states = createClusterStates({
    builder: createDeploymentBuilder({
      database,
      catalogue: deps.catalogue,
      secrets: deps.secrets,
      lookups: deps.lookups,
      egress: deps.egress,
      log,
    }),
    connections,
    signingKey: key.privatePem,
    nextSecretsVersion: () => (secretsVersion = Math.max(secretsVersion + 1, clock.now())),
    clock,
    log,
  });
  const intake = createReportIntake({
    database,
    clock,
    log,
    listeners: deps.listeners,
    pipelines: deps.pipelines,
    replays: deps.replays,
    committed: relay.kick,
  });
  const unsubscribe = relay.subscribe((message) => {
    if (message.entity === 'listener' || message.entity === 'version' || message.entity === 'replay') intake.forget(message.id);
    if (message.entity === 'order') obey(readOrder(message.id));
    else states.onChange(message);
  });
  /** Of the workers that are connected here. */
  const obey = (order: WorkerOrder): void => {
    switch (order.type) {
      case 'retry-node': {
        const { workerId, pipelineId, node } = order;
        connections.find(workerId)?.send({ type: 'retry-node', pipelineId, node });
        return;
      }
      case 'retry-listener':
        for (const connection of connections.ofCluster(order.clusterId))
          connection.send({ type: 'retry-listener', listenerId: order.listenerId });
        return;
      case 'deploy-again':
        for (const connection of connections.ofCluster(order.clusterId)) connection.deploymentHash = '';
        states.onChange({ entity: 'cluster' });
    }
  };
  const tellCluster = async (clusterId: string) => {
    await insertClusterChange(database.gate, clusterId, clock.now());
    relay.kick();
  };
  return {
    letterDesks: deps.letterDesks,
    traceDesks: deps.traceDesks,
    enrolment: createEnrolment({
      gate: database.gate,
      clock,
      random,
      serverKey: key.publicKey,
      onRevoked: (workerId) => {
        live.dismiss(workerId);
        connections.find(workerId)?.close();
      },
    }),
    check: createRequestCheck(database.gate, clock),
    open: async (worker, request) => {
      const answer = await agreeOpening(database.gate, worker.id, request);
      if (answer === 'absent') throw new AppError('ACQ-NOT-FOUND');
      if (answer === 'taken') {
        await markCopied(database.gate, worker.id, clock.now());
        deps.onTrouble();
        log.error({ worker: worker.id, cluster: worker.clusterId }, 'a worker runs twice: its data and keys were copied');
        throw new AppError('ACQ-FLEET-COPIED');
      }
      connections.find(worker.id)?.close();
      return answer;
    },
    connected: async (connection) => {
      if (stopped) return connection.close();
      connections.add(connection);
      await states.send(connection);
    },
    disconnected: (connection) => {
      connections.remove(connection);
      live.forget(connection);
    },
    report: async (worker, report) => {
      const state = await states.of(worker.clusterId);
      if (!state) return;
      const taken = await intake.take(worker, state, report);
      if (taken === 'late') return;
      const known = [...state.tenants].filter((tenantId) => !state.unread.has(tenantId));
      await deps.health.take(worker.id, known, state.deployment, report);
      if (worker.silent || report.hello) await tellCluster(worker.clusterId);
      if (bringsTrouble(worker.vitals, report.vitals)) deps.onTrouble();
      const connection = connections.find(worker.id);
      if (connection) {
        connection.lostLetters = report.lostLetters ?? 0;
        live.take(connection, state.deployment, report);
      }
      asks.answer(report.answers);
      if (taken === 'partial') throw new AppError('ACQ-DATABASE-UNAVAILABLE');
    },
    lookupFile: async (worker, versionId) => {
      const state = await states.of(worker.clusterId);
      const lookup = state?.deployment.lookups?.find(({ versions }) => versions.some(({ id }) => id === versionId));
      const tenantId = lookup?.tenantId ?? deps.traceDesks.lent.tenantOf(worker.id, versionId);
      return tenantId === undefined ? undefined : deps.lookups.file(database, tenantId, versionId);
    },
    noticeSilence: async () => {
      const silent = await markSilent(database.gate, clock.now() - workerSilenceMs);
      for (const clusterId of new Set(silent.map((worker) => worker.clusterId))) await tellCluster(clusterId);
      for (const worker of silent) log.warn({ worker: worker.id, cluster: worker.clusterId }, 'a worker has not reported for a minute');
    },
    unreadTenants: () => states.stale().size,
    settled: states.settled,
    stop: () => {
      stopped = true;
      unsubscribe();
      states.stop();
      for (const connection of connections.all()) connection.close();
    },
  };
}
