import { minuteMs, type Clock, type Log } from '@acequia/base';
import type { ShadowState } from '@acequia/contract';
import type { LookShadow, ShadowAnswer, StartShadow, TraceAnswer } from '@acequia/contract/fleet';
import { openSealed, type KeyPair } from '@acequia/contract/fleet-crypto';
import { runShadow, type Engine, type ShadowDone, type ShadowFailure, type ShadowLookup } from '@acequia/engine';
import type { DeployedLookup } from '@acequia/pipeline';
import type { LentTables } from '../lookups/lent-tables.ts';

export interface ShadowRunsOptions {
  readonly engine: Pick<Engine, 'recorded'>;
  /** Address of a module that exports `components: Components`. */
  readonly componentsModule: string;
  readonly sealing: KeyPair;
  readonly worker: string;
  readonly clock: Clock;
  readonly log: Log;
  cluster(): string;
  readonly lent: Pick<LentTables, 'lend'>;
}

interface Entry {
  readonly tenantId: string;
  readonly stop: AbortController;
  said: ShadowAnswer;
  endedMs: number | undefined;
}

/** At a time on one worker: each reads the journal and uses a processor. */
const runningMax = 2;
/** An ended one that nobody asks for is forgotten. */
const keptMs = 10 * minuteMs;

/** The shadow runs of this worker, beside what runs. */
export class ShadowRuns {
  readonly #o: ShadowRunsOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: ShadowRunsOptions) {
    this.#o = options;
  }

  async start(tenantId: string, question: StartShadow): Promise<TraceAnswer> {
    this.#forget();
    const { engine, clock, log } = this.#o;
    const known = this.#entries.get(question.id);
    if (known) return known.tenantId === tenantId ? known.said : { did: 'absent' };
    if ([...this.#entries.values()].filter(({ endedMs }) => endedMs === undefined).length >= runningMax) return { did: 'busy' };
    const entry: Entry = {
      tenantId,
      stop: new AbortController(),
      said: { did: 'shadow', state: 'running', progress: { blocks: 0, blocksDone: 0, events: 0 }, reason: null, result: null },
      endedMs: undefined,
    };
    this.#entries.set(question.id, entry);
    const blocks = await engine.recorded(tenantId, question.listenerId, question.fromMs, question.toMs);
    if (!blocks) {
      this.#entries.delete(question.id);
      return { did: 'absent' };
    }
    this.#run(entry, question, blocks).catch((error: unknown) => {
      log.error({ error, shadow: question.id }, 'a shadow run broke off');
      entry.said = { ...entry.said, state: 'failed', reason: { code: 'SHADOW_ENDED', fields: {} } };
      entry.endedMs = clock.monotonic();
    });
    return entry.said;
  }

  /** A tenant does not see another's. */
  look(tenantId: string, { id, stop }: LookShadow): TraceAnswer {
    this.#forget();
    const entry = this.#entries.get(id);
    if (entry?.tenantId !== tenantId) return { did: 'absent' };
    if (stop) entry.stop.abort();
    return entry.said;
  }

  /** All of them end. */
  close(): void {
    for (const { stop } of this.#entries.values()) stop.abort();
  }

  async #run(entry: Entry, question: StartShadow, blocks: NonNullable<Awaited<ReturnType<Engine['recorded']>>>): Promise<void> {
    const { clock, componentsModule, worker, sealing } = this.#o;
    const { running, draft, pipelineId, fromMs, toMs, eventsMax, lookups = [] } = question;
    const findTable = await this.#o.lent.lend(entry.tenantId, lookups);
    const used = new Map<string, ShadowLookup>();
    const result = await runShadow(
      {
        running,
        draft,
        pipelineId,
        cluster: this.#o.cluster(),
        worker,
        fromMs,
        toMs,
        frozenMs: toMs,
        eventsMax,
        secrets: question.secrets ? (JSON.parse(openSealed(question.secrets, sealing)) as Record<string, string>) : {},
      },
      blocks,
      {
        componentsModule,
        clock,
        stop: entry.stop.signal,
        onProgress: (progress) => (entry.said = { ...entry.said, progress }),
        table: (name) => {
          used.set(`${name.id} ${name.version ?? ''}`, name);
          return findTable(name.id, name.version);
        },
      },
    );
    const state: ShadowState = !result.ok ? 'failed' : entry.stop.signal.aborted ? 'stopped' : 'done';
    entry.said = {
      did: 'shadow',
      state,
      progress: { blocks: blocks.blocks, blocksDone: blocks.done, events: result.ok ? result.value.events : entry.said.progress.events },
      reason: result.ok ? null : reasonOf(result.error),
      result: result.ok ? presentShadow(result.value, [...used.values()], { lookups, clockMs: toMs }) : null,
    };
    entry.endedMs = clock.monotonic();
  }

  #forget(): void {
    const now = this.#o.clock.monotonic();
    for (const [id, { endedMs }] of this.#entries) if (endedMs !== undefined && now - endedMs > keptMs) this.#entries.delete(id);
  }
}

/** For a person: which version, which node, why. */
function reasonOf({ code, of, node, message }: ShadowFailure): NonNullable<ShadowAnswer['reason']> {
  const fields = { ...(of ? { of } : {}), ...(node ? { node } : {}), ...(message ? { message } : {}) };
  return { code, fields };
}

/** With the version of each lookup it searched. */
function presentShadow(
  done: ShadowDone,
  used: readonly ShadowLookup[],
  { lookups, clockMs }: { readonly lookups: readonly DeployedLookup[]; readonly clockMs: number },
): NonNullable<ShadowAnswer['result']> {
  const active = new Map(lookups.map(({ id, activeNumber }) => [id, activeNumber ?? 0]));
  return {
    ...done,
    clockMs,
    lookups: used.map(({ id, version }) => ({ id, version: version ?? active.get(id) ?? 0 })),
    running: {
      ...done.running,
      outcomes: { ...done.running.outcomes },
      datasinks: { ...done.running.datasinks },
      errors: [...done.running.errors],
    },
    draft: {
      ...done.draft,
      outcomes: { ...done.draft.outcomes },
      datasinks: { ...done.draft.datasinks },
      errors: [...done.draft.errors],
    },
    differences: done.differences.map((each) => ({ ...each, running: [...each.running], draft: [...each.draft] })),
  };
}
