import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Oracle, seededRandom, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { eventually, startAcequia, type Acequia } from '../../e2e/harness/acequia.ts';
import { isAlive } from '../../e2e/harness/processes.ts';
import { openWorkbench, type Workbench } from '../../e2e/harness/workbench.ts';
import type { Destination } from '../engine/destination.ts';
import { httpLines } from '../engine/doors.ts';
import { Senders } from '../engine/senders.ts';
import { ProductPipeline } from './product-pipeline.ts';
import { SteadyWrites } from './steady-writes.ts';

const drainMs = 60_000;
const livenessMs = 10_000;
const recoveryMs = 60_000;
/** Characters of the installation's output that are shown with a complaint. */
const lastWordsMax = 600;

/** The processes of an installation that can be killed, by a part of their command line. */
export type ProcessName = 'apps/worker' | 'apps/server';

/** An installation as a user starts it, under load, with somebody writing over the API all the time. */
export class ProductSession {
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly senders: Senders;
  readonly #folder: string;
  readonly #acequia: Acequia;
  readonly #bench: Workbench;
  readonly #destination: Destination;
  readonly #complaints: string[] = [];
  readonly #pipeline: ProductPipeline;
  readonly #writes: SteadyWrites;
  /** Who takes what arrives. */
  #taker: Oracle;
  deaths = 0;
  /** From the one call that starts the version before until an event of it arrives. */
  rollbackMs: number | undefined;

  private constructor(seed: number, folder: string, acequia: Acequia, bench: Workbench, pipeline: ProductPipeline, writes: SteadyWrites) {
    this.random = seededRandom(seed);
    this.#folder = folder;
    this.#acequia = acequia;
    this.#bench = bench;
    this.#pipeline = pipeline;
    this.#writes = writes;
    this.oracle = new Oracle(seed, ['peer']);
    this.#taker = this.oracle;
    this.#destination = pipeline.destination;
    pipeline.onText = (text) => this.#taker.receive(text, 'peer');
    this.senders = new Senders(this.oracle, httpLines(pipeline.port));
  }

  /** `env`: of the installation's processes, beside what they inherit. */
  static async open(seed: number, env: Readonly<Record<string, string>> = {}): Promise<ProductSession> {
    const folder = mkdtempSync(join(tmpdir(), 'faults-product-'));
    const acequia = await startAcequia({ dataDirectory: join(folder, 'data'), env });
    try {
      const bench = await openWorkbench(acequia);
      const pipeline = await ProductPipeline.open(bench);
      const session = new ProductSession(seed, folder, acequia, bench, pipeline, await SteadyWrites.begin(bench));
      session.senders.start(session.random.fork('senders'));
      return session;
    } catch (error) {
      await acequia.stop();
      throw error;
    }
  }

  /** A signal that they do not survive to some processes at once, after an upload; resolves when others have taken their places and the server has taken another upload. */
  async kill(names: readonly ProcessName[], signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#oneMoreUpload();
    const old = names.map((name) => [name, this.#acequia.childPid(name)] as const);
    for (const [name, pid] of old) {
      if (pid === undefined) throw new Error(`there is no process of ${name}`);
      process.kill(pid, signal);
      if (name === 'apps/worker') this.deaths++;
    }
    for (const [name, pid] of old) {
      await eventually(
        `another process of ${name}`,
        () => {
          const now = this.#acequia.childPid(name);
          return now !== undefined && now !== pid && isAlive(now) ? now : undefined;
        },
        recoveryMs,
      );
    }
    await this.#oneMoreUpload();
  }

  /** Whether an alert with this code is open. */
  async isTold(code: string): Promise<boolean> {
    const { data } = await this.#bench.api.call<{ data: readonly { readonly message: { readonly code: string } }[] }>('GET', '/alerts');
    return data.some(({ message }) => message.code === code);
  }

  complain(text: string): void {
    this.#complaints.push(text);
  }

  async finish(promises: Promises): Promise<Verdict> {
    try {
      await this.#writes.stop();
      await this.senders.stop();
      if ((await this.senders.sendOne(livenessMs)) === undefined)
        this.complain(`no event was taken within ${livenessMs} ms after the faults`);
      const end = performance.now() + drainMs;
      while (this.oracle.owedAt('peer') > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      for (const text of await eventually('what was written', () => this.#writes.missing().catch(() => undefined))) this.complain(text);
      await this.#rollBack();
    } catch (error) {
      this.complain(error instanceof Error ? error.message : String(error));
    } finally {
      await this.senders.stop();
      this.senders.close();
      await this.#acequia.stop();
      await this.#destination.stop();
      rmSync(this.#folder, { recursive: true, force: true });
    }
    if (this.#complaints.length > 0) this.complain(`it said at last: ${this.#acequia.output().trim().slice(-lastWordsMax)}`);
    const verdict = this.oracle.judge(promises);
    return { ...verdict, faults: [...verdict.faults, ...this.#complaints] };
  }

  async #oneMoreUpload(): Promise<void> {
    const before = this.#writes.uploads;
    await eventually('an upload to be answered', () => (this.#writes.uploads > before ? true : undefined), recoveryMs);
  }

  /** another version is published under load, and the one before is started again by one call. */
  async #rollBack(): Promise<void> {
    this.#taker = new Oracle(this.oracle.run + 1, ['peer']);
    const senders = new Senders(this.#taker, httpLines(this.#pipeline.port));
    senders.start(this.random.fork('rollback'));
    try {
      await senders.acknowledged(20, recoveryMs);
      await this.#pipeline.publishOther();
      this.rollbackMs = await this.#pipeline.rollBack();
      await senders.acknowledged(20, recoveryMs);
    } finally {
      await senders.stop();
      senders.close();
    }
    await eventually('what was sent during a rollback', () => (this.#taker.owedAt('peer') === 0 ? true : undefined), drainMs);
    const { faults } = this.#taker.judge({ acknowledgedMin: 40, faultsMin: 0 });
    for (const fault of faults) this.complain(`rollback: ${fault}`);
  }
}
