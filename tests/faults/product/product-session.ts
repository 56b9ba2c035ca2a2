import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Oracle, seededRandom, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { eventually, freePort, startAcequia, type Acequia } from '../../e2e/harness/acequia.ts';
import { isAlive } from '../../e2e/harness/processes.ts';
import { datasinkNode, documentOf, labelNode, openWorkbench, type Workbench } from '../../e2e/harness/workbench.ts';
import { Destination } from '../engine/destination.ts';
import { Senders } from '../engine/senders.ts';

const drainMs = 60_000;
const livenessMs = 10_000;
const recoveryMs = 60_000;
/** Characters of the installation's output that are shown with a complaint. */
const lastWordsMax = 600;

/** The processes of an installation that can be killed, by a part of their command line. */
export type ProcessName = 'apps/worker' | 'apps/server';

/** An installation as a user starts it, under load, with somebody creating pipelines over the API all the time. */
export class ProductSession {
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly senders: Senders;
  readonly #folder: string;
  readonly #acequia: Acequia;
  readonly #bench: Workbench;
  readonly #destination: Destination;
  readonly #complaints: string[] = [];
  /** Ids of pipelines whose creation was answered with success. */
  readonly #created: string[] = [];
  #creating = true;
  #creator: Promise<void> = Promise.resolve();
  deaths = 0;

  private constructor(
    seed: number,
    folder: string,
    acequia: Acequia,
    bench: Workbench,
    port: number,
    oracle: Oracle,
    destination: Destination,
  ) {
    this.random = seededRandom(seed);
    this.#folder = folder;
    this.#acequia = acequia;
    this.#bench = bench;
    this.oracle = oracle;
    this.#destination = destination;
    this.senders = new Senders(oracle, `http://127.0.0.1:${port}/`);
  }

  static async open(seed: number): Promise<ProductSession> {
    const folder = mkdtempSync(join(tmpdir(), 'faults-product-'));
    const oracle = new Oracle(seed, ['peer']);
    const destination = new Destination((text) => oracle.receive(text, 'peer'));
    await destination.start();
    const acequia = await startAcequia({ dataDirectory: join(folder, 'data') });
    try {
      const bench = await openWorkbench(acequia);
      const port = await freePort();
      const listener = await bench.listener('http', { bind: '127.0.0.1', port, extraction: 'lines' });
      const retry = { giveUpAfter: '24h', firstWait: '100ms', maxWait: '500ms' };
      const datasink = await bench.datasink('http', { baseUrl: destination.url, order: 'strict', retry });
      await bench.pipeline(
        documentOf(
          [labelNode('in', listener), datasinkNode('peer', datasink, 'http', { url: '/in', maxWait: '20ms', maxEvents: 200 })],
          ['in>peer'],
        ),
      );
      const session = new ProductSession(seed, folder, acequia, bench, port, oracle, destination);
      session.senders.start(session.random.fork('senders'));
      session.#creator = session.#create();
      return session;
    } catch (error) {
      await acequia.stop();
      await destination.stop();
      throw error;
    }
  }

  /** SIGKILL to some processes at once; resolves when others have taken their places and the server answers. */
  async kill(names: readonly ProcessName[]): Promise<void> {
    const old = names.map((name) => [name, this.#acequia.childPid(name)] as const);
    for (const [name, pid] of old) {
      if (pid === undefined) throw new Error(`there is no process of ${name}`);
      process.kill(pid, 'SIGKILL');
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
    if (names.includes('apps/server')) await eventually('the server to answer', () => this.#pipelines(), recoveryMs);
  }

  complain(text: string): void {
    this.#complaints.push(text);
  }

  async finish(promises: Promises): Promise<Verdict> {
    try {
      this.#creating = false;
      await this.#creator;
      await this.senders.stop();
      if ((await this.senders.sendOne(livenessMs)) === undefined)
        this.complain(`no event was taken within ${livenessMs} ms after the faults`);
      const end = performance.now() + drainMs;
      while (this.oracle.owedAt('peer') > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
      await this.#checkCreated();
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

  #pipelines(): Promise<readonly { readonly id: string }[] | undefined> {
    return this.#bench.api.call<{ id: string }[]>('GET', '/pipelines').catch(() => undefined);
  }

  async #create(): Promise<void> {
    while (this.#creating) {
      const id = await this.#bench.draft(documentOf([], [])).catch(() => undefined);
      if (id !== undefined) this.#created.push(id);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  async #checkCreated(): Promise<void> {
    const rows = await eventually('the list of pipelines', () => this.#pipelines());
    const there = new Set(rows.map(({ id }) => id));
    const missing = this.#created.filter((id) => !there.has(id));
    if (this.#created.length === 0) this.complain('not one pipeline was created');
    if (missing.length > 0) this.complain(`${missing.length} of ${this.#created.length} created pipelines are gone`);
  }
}
