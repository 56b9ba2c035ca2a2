import { type Clock, type Log, type Random, secondMs } from '@acequia/base';
import { namedRoots } from '@acequia/component-sdk/definition';
import { deploymentHash, type DownMessage, type LetterAnswer, type Report, type TraceAnswer } from '@acequia/contract/fleet';
import { verifyText } from '@acequia/contract/fleet-crypto';
import type { ApplyReport, Engine, TraceRooms } from '@acequia/engine';
import { egressOfTenant, type ClusterEgress, type Deployment } from '@acequia/pipeline';
import { noEgress } from '@acequia/wire';
import { FleetRefused, type FleetClient } from '../fleet/fleet-client.ts';
import type { Identity, Membership } from '../fleet/identity.ts';
import { Reporter } from '../telemetry/reporter.ts';
import type { Machine } from '../telemetry/vitals.ts';
import type { LentTables } from '../lookups/lent-tables.ts';
import type { LookupTables } from '../lookups/lookup-tables.ts';
import { ShadowRuns } from '../shadows/shadow-runs.ts';
import { answerAttempts } from './answer-attempts.ts';
import { answerLetters } from './answer-letters.ts';
import { answerTrace } from './answer-trace.ts';
import { applyWaitMs, diskRetryMs, failedApply } from './failed-apply.ts';
import { withTenantsOf } from './kept-tenants.ts';
import { unknownIn, wantedBy, withoutReplaced, type DeploymentMessage } from './known-deployments.ts';
import type { LastKnown } from './last-known.ts';
import { probeDatasink } from './probe-datasink.ts';
import type { SecretBundle } from './secret-bundle.ts';
import { withTableFaults } from './table-faults.ts';

export interface WorkerOptions {
  readonly engine: Engine;
  readonly client: FleetClient;
  readonly identity: Identity;
  readonly membership: Membership;
  readonly lastKnown: LastKnown;
  readonly secrets: SecretBundle;
  readonly lookups: LookupTables;
  readonly lent: LentTables;
  /** Where documents are tried. */
  readonly rooms: TraceRooms;
  /** Address of the module with this worker's components. */
  readonly componentsModule: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly generation: number;
  readonly machine: Machine;
  /** Called with each report. */
  readonly stillAlive: () => void;
  /** Folders whose files listeners may read; the server tells users. */
  readonly readRoots: readonly string[];
  /** `host:port` of the server. */
  readonly serverDoor: string;
}

/** Between two looks at what there is to tell. */
const reportIntervalMs = secondMs;
/** How long a start waits for what the server wants now: what was kept may name a data sink's address of before. */
const serverWaitMs = 5 * secondMs;
const lookupRetryMs = 15 * secondMs;
/** What keeps a version from starting may be mended outside of Acequia. */
const refusedRetryMs = 30 * secondMs;
/** Faults of a version that the disk of the journal caused. */
const diskCodes = new Set(['JOURNAL_FULL', 'JOURNAL_FAILED']);

/** Keeps the engine at what the server wants, and the server informed. Goes on with the last known state while the server is away. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #reporter: Reporter;
  readonly #shadows: ShadowRuns;
  readonly #stop = new AbortController();
  /** What the server wants, all tenants together. */
  #deployment: Deployment | undefined;
  /** That make up the deployment above, newest first: earlier ones say what tenants run that the server could not read since. */
  #messages: readonly DeploymentMessage[] = [];
  /** What the engine was last brought to: the deployment above, but for tenants whose tables are under way. */
  #applied: Deployment | undefined;
  /** Tenants that waited then; undefined: the engine has been brought to nothing yet. */
  #waiting: ReadonlySet<string> | undefined;
  /** Of the deployment above, in a row. */
  #failures = 0;
  #turn = 0;
  /** The newest deployment as it came, while the engine refuses versions of it. */
  #refused: DeploymentMessage | undefined;
  #applying: Promise<void> = Promise.resolve();

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#shadows = this.#createShadows(options);
    this.#reporter = new Reporter({
      engine: options.engine,
      clock: options.clock,
      generation: options.generation,
      machine: options.machine,
      readRoots: options.readRoots,
      lookupFaults: () => options.lookups.faults(),
      labelNode: (pipelineId) =>
        this.#deployment?.pipelines.find((pipeline) => pipeline.id === pipelineId)?.document.nodes.find((node) => node.kind === 'label')
          ?.id ?? '',
    });
  }

  #createShadows({ engine, componentsModule, identity, membership, lent, clock, log }: WorkerOptions): ShadowRuns {
    return new ShadowRuns({
      engine,
      componentsModule,
      sealing: identity.sealing,
      worker: membership.workerId,
      clock,
      log,
      cluster: () => this.#deployment?.cluster.name ?? '',
      lent,
    });
  }

  /** Runs until `stop`; rejects when the server refuses this worker for good. */
  async run(): Promise<void> {
    const { client } = this.#options;
    this.#openKeptSecrets();
    this.#messages = this.#keptDeployments();
    const { signal } = this.#stop;
    await Promise.all([
      this.#beginWithout(signal),
      client.listen(
        (message) => this.#handle(message),
        () => this.#reporter.greet(),
        signal,
      ),
      this.#reportLoop(signal),
    ]);
  }

  #openKeptSecrets(): void {
    const { lastKnown, secrets } = this.#options;
    const kept = lastKnown.read('secrets');
    try {
      if (kept) secrets.open(kept);
    } catch (error) {
      lastKnown.setAside('secrets', error);
    }
  }

  /** Without the newest one the earlier ones say nothing: what they want may have been stopped or replaced by it. */
  #keptDeployments(): readonly DeploymentMessage[] {
    const [newest, ...earlier] = this.#options.lastKnown.readDeployments();
    if (!newest || !this.#isGenuine(newest)) return [];
    return [newest, ...earlier.filter((message) => this.#isGenuine(message))];
  }

  /** Goes on with what was kept when the server has not said in time what it wants. */
  async #beginWithout(signal: AbortSignal): Promise<void> {
    const [newest] = this.#messages;
    if (!newest) return;
    await this.#options.clock.sleep(serverWaitMs, signal).catch(() => undefined);
    if (this.#turn === 0 && !signal.aborted) this.#queueDeployment(newest);
  }

  /** Drains: accepts nothing more, delivers what it can until the deadline, commits. A last report is sent when the server is there. */
  async stop(deadlineMs: number): Promise<void> {
    this.#stop.abort(new Error('stopping'));
    this.#options.lookups.stop();
    this.#options.lent.stop();
    this.#options.rooms.close();
    this.#shadows.close();
    await this.#applying;
    await this.#options.engine.stop({ deadlineMs });
    await this.#send(this.#reporter.build(), AbortSignal.timeout(2 * secondMs)).catch(() => undefined);
  }

  #handle(message: DownMessage): void {
    this.#reporter.asked();
    switch (message.type) {
      case 'deployment':
        this.#queueDeployment(message);
        return;
      case 'secrets':
      case 'some-secrets':
        this.#takeSecrets(message);
        return;
      case 'watch-live':
        this.#reporter.watchLive(message.on);
        return;
      case 'watch-samples':
        this.#reporter.watchSamples(message.pipelineId, message.node, message.on);
        return;
      case 'probe':
        this.#try(this.#probe(message));
        return;
      case 'estimate-replay':
        this.#try(this.#estimate(message));
        return;
      case 'retry-listener':
        this.#try(this.#options.engine.retryNow({ listenerId: message.listenerId }));
        return;
      case 'retry-node':
        this.#try(this.#options.engine.retryNow({ pipelineId: message.pipelineId, node: message.node }));
        return;
      case 'dead-letters':
        this.#try(this.#answerLetters(message));
        return;
      case 'trace':
        this.#try(this.#answerTrace(message));
        return;
    }
  }

  async #answerLetters({ requestId, tenantId, question }: Extract<DownMessage, { type: 'dead-letters' }>): Promise<void> {
    const { engine, client, log } = this.#options;
    const answer = await answerLetters(engine.deadLetters, tenantId, question).catch((error: unknown): LetterAnswer => {
      log.error({ error, question: question.do }, 'a question about dead letters could not be answered');
      return { did: 'fail' };
    });
    await client.replyLetters(requestId, answer, this.#stop.signal);
  }

  async #answerTrace({ requestId, tenantId, question }: Extract<DownMessage, { type: 'trace' }>): Promise<void> {
    const { engine, rooms, lent, identity, membership, client, log } = this.#options;
    const services = {
      engine,
      rooms,
      sealing: identity.sealing,
      worker: membership.workerId,
      cluster: () => this.#deployment?.cluster.name ?? '',
      lent,
    };
    const answers = async (): Promise<TraceAnswer> => {
      if (question.do === 'start-shadow') return this.#shadows.start(tenantId, question);
      if (question.do === 'look-shadow') return this.#shadows.look(tenantId, question);
      if (question.do === 'attempts') return answerAttempts(engine, this.#deployment, tenantId, question);
      return answerTrace(services, tenantId, question);
    };
    const answer = await answers().catch((error: unknown): TraceAnswer => {
      log.error({ error, question: question.do }, 'a trace could not be made');
      return { did: 'fail' };
    });
    await client.replyTrace(requestId, answer, this.#stop.signal);
  }

  #try(work: Promise<void>): void {
    work.catch((error: unknown) => this.#options.log.error({ error }, 'a request of the server failed'));
  }

  #takeSecrets(message: Extract<DownMessage, { type: 'secrets' | 'some-secrets' }>): void {
    const { secrets, engine, log } = this.#options;
    try {
      if (!secrets.open(message)) return;
    } catch (error) {
      log.error({ error }, 'secrets from the server could not be opened; the earlier ones stay in use');
      return;
    }
    this.#try(engine.secretsChanged());
    this.#try(this.#keepSecrets(message.type === 'secrets' ? message : secrets.sealed()));
    if (this.#refused) this.#queueDeployment(this.#refused);
  }

  /** For a start without the server. What a full disk does not take is tried again, unless newer ones have come. */
  async #keepSecrets(message: Extract<DownMessage, { type: 'secrets' }>): Promise<void> {
    const { lastKnown, secrets, clock, log } = this.#options;
    for (let isToldOf = false; secrets.version === message.version && !this.#stop.signal.aborted; isToldOf = true) {
      try {
        lastKnown.keep(message);
        return;
      } catch (error) {
        if (!isToldOf) log.error({ error }, 'secrets could not be kept; a start without the server has the earlier ones');
      }
      await clock.sleep(diskRetryMs, this.#stop.signal).catch(() => undefined);
    }
  }

  /** `again`: tables that could not be had are tried again. */
  #queueDeployment(message: DeploymentMessage, again = true): void {
    const { log, engine, lookups, clock } = this.#options;
    if (!this.#isGenuine(message)) return;
    const turn = ++this.#turn;
    this.#refused = undefined;
    this.#applying = this.#applying.then(async () => {
      const isNew = this.#deployment?.hash !== message.deployment.hash;
      if (isNew) this.#failures = 0;
      this.#messages = withoutReplaced([message, ...this.#messages.filter((each) => each.deployment.hash !== message.deployment.hash)]);
      const deployment = wantedBy(this.#messages) ?? message.deployment;
      this.#deployment = deployment;
      const begunMs = clock.monotonic();
      try {
        const kept = this.#keep();
        const pending = this.#wantTables(message, turn, again);
        const waiting = this.#waitingAmong(pending);
        const next = withTenantsOf(deployment, this.#applied, without(pending, waiting));
        const report = await engine.apply(this.#guarded(next), waiting);
        this.#applied = next;
        this.#waiting = waiting;
        this.#reporter.applied(withTableFaults(report, next, lookups), pending, waiting);
        const refuses = report.pipelines.some(({ result }) => result === 'failed');
        // A newer one that waits for its turn must not be followed by this one.
        if (refuses && this.#turn === turn) this.#refused = message;
        const isToldOf = !isNew && this.#failures === 0;
        this.#failures = 0;
        this.#releaseTables();
        if (!isToldOf)
          log.info(
            { hash: deployment.hash.slice(0, 12), pipelines: deployment.pipelines.length, listeners: deployment.listeners.length },
            'deployment applied',
          );
        const waitMs = this.#againMs(report, kept);
        if (waitMs !== undefined) this.#try(this.#applyAgain(message, turn, waitMs));
      } catch (error) {
        const waitMs = applyWaitMs(++this.#failures, this.#diskRefused(begunMs));
        log.error({ error, waitMs }, 'a deployment could not be applied; what runs goes on, and it is tried again');
        this.#reporter.applied(failedApply(deployment, engine.status()));
        this.#try(this.#applyAgain(message, turn, waitMs));
      }
    });
  }

  #isGenuine({ deployment, signature }: DeploymentMessage): boolean {
    const { log, membership } = this.#options;
    if (deploymentHash(deployment) === deployment.hash && verifyText(deployment.hash, signature, membership.serverKey)) return true;
    log.error({ hash: deployment.hash }, 'a deployment with a wrong hash or signature was refused');
    return false;
  }

  /** How long until what is missing of a deployment is tried again; undefined: nothing is. */
  #againMs({ pipelines }: ApplyReport, kept: boolean): number | undefined {
    const { lookups } = this.#options;
    const refused = pipelines.filter(({ result }) => result === 'failed');
    const isDisk = !kept || lookups.lacksSpace || refused.some(({ error }) => diskCodes.has(error?.code ?? ''));
    if (isDisk) return diskRetryMs;
    if (lookups.faults().length > 0) return lookupRetryMs;
    return refused.length > 0 ? refusedRetryMs : undefined;
  }

  /** The disk of the journal has refused a write since then, or still does. */
  #diskRefused(sinceMs: number): boolean {
    const fault = this.#options.machine.writeFault();
    return fault !== undefined && (fault.lasts || fault.atMs >= sinceMs);
  }

  /**
   * Tenants whose tables are under way: what they run stays as it is until their tables are here or cannot be had, and keeps no other
   * tenant's changes waiting.
   */
  #wantTables(message: DeploymentMessage, turn: number, again: boolean): ReadonlySet<string> {
    const { engine, lookups } = this.#options;
    const wanted = [...(this.#deployment?.lookups ?? []), ...engine.tablesInUse()];
    const onSettled = (): void => {
      if (this.#turn === turn && !this.#stop.signal.aborted) this.#queueDeployment(message, false);
    };
    lookups.want(wanted, { again, onSettled });
    return lookups.pending();
  }

  /**
   * Tenants of which the engine has taken nothing up since the start, and does not yet: what of theirs runs on from the journal needs
   * tables that are under way, or nothing here says what they run. Once taken up, a tenant does not wait any more.
   */
  #waitingAmong(pending: ReadonlySet<string>): ReadonlySet<string> {
    const due = [...pending, ...unknownIn(this.#messages)];
    return new Set(due.filter((tenantId) => this.#waiting?.has(tenantId) ?? true));
  }

  /**
   * Before the engine gets it: a start without the server must not go back to an older deployment, which would stop a version that
   * runs already, and what is acknowledged until the server answers would belong to nobody. What cannot be kept is forgotten: such a
   * start takes nothing in until the server answers.
   */
  #keep(): boolean {
    const { lastKnown, log } = this.#options;
    try {
      lastKnown.keepDeployments(this.#messages);
      return true;
    } catch (error) {
      log.error({ error }, 'a deployment could not be kept; a start without the server waits for the server');
      lastKnown.forget('deployment');
      return false;
    }
  }

  /** The server this worker talks to is a door of the installation, too. */
  #withServer(egress: ClusterEgress): ClusterEgress {
    return { ...egress, own: [...(egress.own ?? []), this.#options.serverDoor] };
  }

  #guarded(deployment: Deployment): Deployment {
    return { ...deployment, cluster: { ...deployment.cluster, egress: this.#withServer(deployment.cluster.egress) } };
  }

  /** Frees the tables that neither the deployment nor an event taken in before an activation needs. */
  #releaseTables(): void {
    const { lookups, engine } = this.#options;
    if (!this.#deployment) return;
    const needed = [...(this.#deployment.lookups ?? []), ...(this.#applied?.lookups ?? []), ...engine.tablesInUse()];
    if (lookups.release(needed)) engine.tablesReleased();
  }

  /** Later, unless the server has sent a deployment meanwhile: what was missing or failed may be had then. */
  async #applyAgain(message: DeploymentMessage, turn: number, waitMs: number): Promise<void> {
    await this.#options.clock.sleep(waitMs, this.#stop.signal).catch(() => undefined);
    if (!this.#stop.signal.aborted && this.#turn === turn) this.#queueDeployment(message);
  }

  async #probe(request: Extract<DownMessage, { type: 'probe' }>): Promise<void> {
    const { clock, random, log, identity } = this.#options;
    const cluster = this.#deployment?.cluster;
    const egress = cluster ? egressOfTenant(this.#withServer(cluster.egress), request.tenantId) : noEgress;
    const fileRoots = namedRoots(cluster?.fileRoots ?? []);
    this.#reporter.answer(await probeDatasink(request, { clock, random, log, egress, fileRoots, sealing: identity.sealing }));
  }

  async #estimate({ requestId, listenerId, fromMs, toMs }: Extract<DownMessage, { type: 'estimate-replay' }>): Promise<void> {
    const { frames, bytes, keptFromMs } = await this.#options.engine.estimateReplay(listenerId, fromMs, toMs);
    this.#reporter.answer({ requestId, ok: true, reason: null, estimate: { frames, bytes, keptFromMs: keptFromMs ?? null } });
  }

  async #reportLoop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#options.stillAlive();
      await this.#sendNews(signal).catch((error: unknown) => {
        if (error instanceof FleetRefused) throw error;
        if (!signal.aborted) this.#options.log.debug({ error: String(error) }, 'a report could not be sent; it is repeated');
      });
      this.#applying = this.#applying
        .then(() => this.#releaseTables())
        .catch((error: unknown) => this.#options.log.error({ error }, 'tables of lookups that are not needed could not be freed'));
      await this.#options.clock.sleep(reportIntervalMs, signal).catch(() => undefined);
    }
  }

  async #sendNews(signal: AbortSignal): Promise<void> {
    const report = this.#reporter.next();
    if (report) await this.#send(report, signal);
  }

  async #send(report: Report, signal: AbortSignal): Promise<void> {
    await this.#options.client.report(report, signal);
    this.#reporter.sent(report);
  }
}

const without = (all: ReadonlySet<string>, some: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...all].filter((each) => !some.has(each)));
