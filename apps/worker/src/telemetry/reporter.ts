import type { Clock } from '@acequia/base';
import { fleetProtocol, type Report } from '@acequia/contract/fleet';
import { actionsOnDemand, datasinksOnDemand, listenersOnDemand } from '@acequia/components/on-demand';
import type { ApplyReport, Engine, LiveCounters } from '@acequia/engine';
import { hostname } from 'node:os';
import type { LookupFault } from '../lookups/lookup-tables.ts';
import { liveRates } from './rates.ts';
import { branchReports, deploymentReport, ledgerReports, listenerReports, replayReports } from './report-builder.ts';
import { createVitals, type Machine, type Vitals } from './vitals.ts';

/** Version of this program, as the server compares it. */
export const workerVersion = '0.0.0';

export interface ReporterOptions {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly generation: number;
  readonly machine: Machine;
  readonly readRoots: readonly string[];
  readonly lookupFaults: () => readonly LookupFault[];
  readonly labelNode: (pipelineId: string) => string;
}

interface Reading {
  readonly atMs: number;
  readonly counters: LiveCounters;
}

/** Gathers what the server is told. A report that was not sent is built again with everything still in it. */
export class Reporter {
  readonly #options: ReporterOptions;
  readonly #vitals: () => Vitals;
  readonly #watched = new Map<string, { readonly pipelineId: string; readonly node: string; seen: string }>();
  #number: number;
  #greeting = true;
  #applied: ApplyReport | undefined;
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

  applied(report: ApplyReport): void {
    this.#applied = report;
  }

  answer(answer: Report['answers'][number]): void {
    this.#answers = [...this.#answers, answer];
  }

  watchLive(on: boolean): void {
    this.#live = on;
    this.#reading = undefined;
  }

  watchSamples(pipelineId: string, node: string, on: boolean): void {
    const key = `${pipelineId}\n${node}`;
    if (on) this.#watched.set(key, { pipelineId, node, seen: '' });
    else this.#watched.delete(key);
  }

  /** Report numbers grow with time, over restarts too. */
  build(): Report {
    const { engine, clock, generation, readRoots, lookupFaults } = this.#options;
    const status = engine.status();
    const journals = engine.journals();
    this.#number = Math.max(this.#number + 1, clock.now());
    const live = this.#live ? this.#liveRates() : undefined;
    return {
      protocol: fleetProtocol,
      report: this.#number,
      generation,
      ...(this.#greeting
        ? { hello: { version: workerVersion, components: componentVersions(), host: hostname(), readRoots: [...readRoots] } }
        : {}),
      deployment: deploymentReport(this.#applied),
      listeners: listenerReports(status),
      branches: branchReports(status),
      replays: replayReports(status),
      ledger: ledgerReports(engine.ledger()),
      vitals: { ...this.#vitals(), undeliveredBytes: journals.reduce((sum, { undeliveredBytes }) => sum + undeliveredBytes, 0) },
      journals: journals.map((journal) => ({ ...journal })),
      lookupFaults: lookupFaults().map((fault) => ({ ...fault, reason: { ...fault.reason, fields: { ...fault.reason.fields } } })),
      lostLetters: engine.deadLetters.lost,
      ...(live ? { live } : {}),
      samples: [...this.#watched.values()].flatMap((watch) => this.#samplesOf(watch)),
      answers: this.#answers,
    };
  }

  /** What the report carried has arrived and need not be said again. */
  sent(report: Report): void {
    if (report.hello) this.#greeting = false;
    this.#answers = this.#answers.filter((answer) => !report.answers.includes(answer));
    for (const sample of report.samples) {
      const watch = this.#watched.get(`${sample.pipelineId}\n${sample.node}`);
      if (watch) watch.seen = JSON.stringify(sample.samples.at(-1));
    }
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

  #liveRates(): Report['live'] {
    const { engine, clock, labelNode } = this.#options;
    const before = this.#reading;
    const now = { atMs: clock.monotonic(), counters: engine.counters() };
    this.#reading = now;
    if (!before || now.atMs <= before.atMs) return undefined;
    return liveRates(before.counters, now.counters, (now.atMs - before.atMs) / 1000, clock.now(), labelNode);
  }
}

function componentVersions(): Record<string, string> {
  const kinds = { listener: listenersOnDemand, action: actionsOnDemand, datasink: datasinksOnDemand };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([kind, parts]) => Object.entries(parts).map(([id, { version }]) => [`${kind}:${id}`, version])),
  );
}
