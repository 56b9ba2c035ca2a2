import { productVersion, secondMs, type Clock } from '@acequia/base';
import { fleetProtocol, type Report } from '@acequia/contract/fleet';
import { actionsOnDemand, datasinksOnDemand, listenersOnDemand } from '@acequia/components/on-demand';
import type { ApplyReport, Engine, LedgerRow, LiveCounters } from '@acequia/engine';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import type { LookupFault } from '../lookups/lookup-tables.ts';
import { liveRates } from './rates.ts';
import { branchReports, deploymentReport, ledgerReports, listenerReports, replayReports } from './report-builder.ts';
import { createVitals, type Machine, type Vitals } from './vitals.ts';

export interface ReporterOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly generation: number;
  readonly machine: Machine;
  readonly readRoots: readonly string[];
  readonly lookupFaults: () => readonly LookupFault[];
  readonly labelNode: (pipelineId: string) => string;
}

/**
 * A worker with nothing new to say is heard of this often: the server counts it as silent after 60 s, and as gone after 10 s when
 * another one of its name joins.
 */
const heartbeatMs = 3 * secondMs;

/** Over less, one event more or less makes a rate that nothing ever had. */
const rateMsMin = 500;

/** What is told again only when it has changed. How busy the machine is (vitals) goes with it. */
type Word = Pick<Report, 'deployment' | 'listeners' | 'branches' | 'replays' | 'ledger' | 'journals' | 'lookupFaults' | 'lostLetters'>;

interface Told {
  readonly report: Report;
  readonly word: Word;
  readonly ledger: readonly LedgerRow[];
  readonly troubles: readonly unknown[];
  /** How often something was asked of this worker until then. */
  readonly asked: number;
  readonly atMs: number;
}

interface Reading {
  readonly atMs: number;
  readonly counters: LiveCounters;
}

/** Gathers what the server is told. What has not arrived is told again, with everything still in it. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #vitals: () => Vitals;
  readonly #watched = new Map<string, { readonly pipelineId: string; readonly node: string; seen: string }>();
  #number: number;
  #greeting = true;
  #asked = 0;
  /** The newest report, and the newest that has arrived. */
  #built: Told | undefined;
  #told: Told | undefined;
  #applied: ApplyReport | undefined;
  #pending: ReadonlySet<string> = new Set();
  #waiting: ReadonlySet<string> = new Set();
  #answers: Report['answers'] = [];
  #live = false;
  #reading: Reading | undefined;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#number = options.clock.now();
    this.#vitals = createVitals(options.clock, options.machine);
  }

  /** The next report introduces this worker again. */
  greet(): void {
    this.#greeting = true;
  }

  /** The server wants something of this worker: the next report is sent even when it says nothing new. */
  asked(): void {
    this.#asked += 1;
  }

  /** `pending`: tenants for which it is not applied yet. `waiting`: those of which nothing runs since the start. */
  applied(report: ApplyReport, pending: ReadonlySet<string> = new Set(), waiting: ReadonlySet<string> = new Set()): void {
    this.#applied = report;
    this.#pending = pending;
    this.#waiting = waiting;
    this.asked();
  }

  answer(answer: Report['answers'][number]): void {
    this.#answers = [...this.#answers, answer];
  }

  /** Rates count from here on: the first that are told say what came since, also when that is a single event. */
  watchLive(on: boolean): void {
    if (!on) this.#reading = undefined;
    else this.#reading ??= this.#read();
    this.#live = on;
  }

  watchSamples(pipelineId: string, node: string, on: boolean): void {
    const key = `${pipelineId}\n${node}`;
    if (on) this.#watched.set(key, { pipelineId, node, seen: '' });
    else this.#watched.delete(key);
  }

  /** The next report; undefined when the server knows everything in it and has heard of this worker lately. */
  next(): Report | undefined {
    const { clock } = this.#options;
    const ledger = this.#options.engine.ledger();
    const word = this.#word(ledger);
    const samples = this.#samples();
    const told = this.#told;
    const isNew =
      told === undefined ||
      this.#greeting ||
      this.#live ||
      samples.length > 0 ||
      this.#answers.length > 0 ||
      told.asked !== this.#asked ||
      clock.monotonic() - told.atMs >= heartbeatMs ||
      !isDeepStrictEqual(told.troubles, this.#troubles()) ||
      !isDeepStrictEqual(told.word, word);
    return isNew ? this.#build(word, ledger, samples) : undefined;
  }

  /** A report of now, whatever the server knows. */
  build(): Report {
    const ledger = this.#options.engine.ledger();
    return this.#build(this.#word(ledger), ledger, this.#samples());
  }

  #word(ledger: readonly LedgerRow[]): Word {
    const { engine, lookupFaults } = this.#options;
    const status = engine.status();
    return {
      journals: engine.journals().map((journal) => ({ ...journal })),
      deployment: deploymentReport(this.#applied, status, this.#pending, this.#waiting),
      listeners: listenerReports(status),
      branches: branchReports(status),
      replays: replayReports(status),
      lookupFaults: lookupFaults().map((fault) => ({ ...fault, reason: { ...fault.reason, fields: { ...fault.reason.fields } } })),
      lostLetters: engine.deadLetters.lost,
      ledger: ledgerReports(ledger),
    };
  }

  /** Trouble with the worker itself, which people hear of at once. */
  #troubles(): readonly unknown[] {
    const { machine } = this.#options;
    const fault = machine.writeFault();
    return [fault?.kind, fault?.code, fault?.atMs, fault?.lasts, machine.memoryEnd()?.atMs];
  }

  /** Report numbers grow with time, over restarts too. */
  #build(word: Word, ledger: readonly LedgerRow[], samples: Report['samples']): Report {
    const { clock, generation, readRoots } = this.#options;
    this.#number = Math.max(this.#number + 1, clock.now());
    const live = this.#live ? this.#liveRates() : undefined;
    const report: Report = {
      protocol: fleetProtocol,
      report: this.#number,
      generation,
      ...(this.#greeting
        ? { hello: { version: productVersion, components: componentVersions(), host: hostname(), readRoots: [...readRoots] } }
        : {}),
      ...word,
      vitals: {
        ...this.#vitals(),
        undeliveredBytes: (word.journals ?? []).reduce((sum, { undeliveredBytes }) => sum + undeliveredBytes, 0),
      },
      ...(live ? { live } : {}),
      samples,
      answers: this.#answers,
    };
    this.#built = { report, word, ledger, troubles: this.#troubles(), asked: this.#asked, atMs: clock.monotonic() };
    return report;
  }

  /** What the report carried has arrived and need not be said again. */
  sent(report: Report): void {
    if (this.#built?.report === report) {
      this.#told = this.#built;
      this.#options.engine.ledgerTold(this.#built.ledger);
    }
    if (report.hello) this.#greeting = false;
    this.#answers = this.#answers.filter((answer) => !report.answers.includes(answer));
    for (const sample of report.samples) {
      const watch = this.#watched.get(`${sample.pipelineId}\n${sample.node}`);
      if (watch) watch.seen = JSON.stringify(sample.samples.at(-1));
    }
  }

  #samples(): Report['samples'] {
    return [...this.#watched.values()].flatMap((watch) => this.#samplesOf(watch));
  }

  #samplesOf(watch: { readonly pipelineId: string; readonly node: string; readonly seen: string }): Report['samples'] {
    const samples = this.#options.engine.samples(watch.pipelineId, watch.node).map(({ id, atMs, direction, port, fields }) => ({
      id,
      receivedMs: atMs,
      direction,
      port,
      fields: fields.map((field) => ({ ...field })),
    }));
    if (samples.length === 0 || JSON.stringify(samples.at(-1)) === watch.seen) return [];
    return [{ pipelineId: watch.pipelineId, node: watch.node, samples }];
  }

  #read(): Reading {
    const { engine, clock } = this.#options;
    return { atMs: clock.monotonic(), counters: engine.counters() };
  }

  #liveRates(): Report['live'] {
    const { clock, labelNode } = this.#options;
    const before = this.#reading;
    if (before && clock.monotonic() - before.atMs < rateMsMin) return undefined;
    const now = this.#read();
    this.#reading = now;
    return before && liveRates(before.counters, now.counters, now.atMs - before.atMs, clock.now(), labelNode);
  }
}

function componentVersions(): Record<string, string> {
  const kinds = { listener: listenersOnDemand, action: actionsOnDemand, datasink: datasinksOnDemand };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, parts]) => Object.entries(parts).map(([id, { version }]) => [`${kind}:${id}`, version])),
  );
}
