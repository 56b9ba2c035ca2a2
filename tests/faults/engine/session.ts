import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Oracle, seededRandom, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import type { MutationId } from '../fault.ts';
import { Destination } from './destination.ts';
import { Senders } from './senders.ts';
import { fileName } from './subject-deployment.ts';
import type { FromSubject, SubjectSettings, SubjectTotals, ToSubject } from './subject-protocol.ts';

const program = fileURLToPath(new URL('./subject.ts', import.meta.url));
/** Quality part 1.5: recovery and drain. */
const recoveryMs = 30_000;
const drainMs = 60_000;
/** For a mutant, which may never come to rest. */
const mutantDrainMs = 5_000;
const livenessMs = 10_000;

export interface SessionOptions {
  readonly seed: number;
  readonly mutation: MutationId | undefined;
  /** The power can be cut. */
  readonly volatile?: boolean;
  /** Folder for the journal instead of one of the session's own. */
  readonly journal?: string;
}

/** An engine process under load between four senders and two destinations, and the oracle that watches it. */
export class Session {
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly destination: Destination;
  readonly senders: Senders;
  /** Lives that ended without a drain. */
  deaths = 0;
  /** Batches that may have been delivered and not been answered for. */
  repliesLost = 0;
  version = 1;
  readonly #root: string;
  readonly #options: SessionOptions;
  readonly #port: number;
  readonly #complaints: string[] = [];
  #journal: string;
  #child: ChildProcess | undefined;

  private constructor(options: SessionOptions, root: string, port: number) {
    this.#options = options;
    this.#root = root;
    this.#port = port;
    this.#journal = options.journal ?? join(root, 'journal');
    this.random = seededRandom(options.seed);
    this.oracle = new Oracle(options.seed, ['peer', 'file']);
    this.destination = new Destination((text) => this.oracle.receive(text, 'peer'));
    this.senders = new Senders(this.oracle, `http://127.0.0.1:${port}/`);
  }

  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options, mkdtempSync(join(tmpdir(), 'faults-engine-')), await freePort());
    await session.destination.start();
    await session.start();
    session.senders.start(session.random.fork('senders'));
    return session;
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** Starts the engine; resolves when it takes events. */
  async start(): Promise<void> {
    const settings: SubjectSettings = {
      journal: this.#journal,
      files: join(this.#root, 'files'),
      port: this.#port,
      destination: this.destination.url,
      version: this.version,
      volatile: this.#options.volatile ?? false,
      mutation: this.#options.mutation,
    };
    this.#child = fork(program, [JSON.stringify(settings)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await this.#answer('ready');
  }

  send(message: ToSubject): void {
    this.#child!.send(message, () => undefined);
  }

  /** SIGKILL; resolves when it is gone. */
  async kill(): Promise<void> {
    this.deaths++;
    await this.#end('SIGKILL');
  }

  /** SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /** The power goes; the next start finds what was synced. */
  async cutPower(): Promise<void> {
    this.deaths++;
    const into = join(this.#root, `journal-${this.deaths}`);
    const gone = once(this.#child!, 'exit');
    this.send({ type: 'cut', into, seed: this.random.below(1e9) });
    await gone;
    this.#journal = into;
  }

  async publish(): Promise<void> {
    this.version++;
    const done = this.#answer('published');
    this.send({ type: 'publish', version: this.version });
    await done;
  }

  complain(text: string): void {
    this.#complaints.push(text);
  }

  /** The faults are over: a fresh event must pass, everything owed must arrive, the sums must hold; then all is stopped and judged. */
  async finish(promises: Promises): Promise<Verdict> {
    try {
      await this.destination.behave('accept');
      await this.senders.stop();
      const fresh = await this.senders.sendOne(livenessMs);
      if (fresh === undefined) this.complain(`no event was taken within ${livenessMs} ms after the faults`);
      await this.#settled(() => this.oracle.owedAt('peer') === 0);
      await this.#checkTotals();
      const code = await this.terminate();
      if (code !== 0) this.complain(`ended with ${code} when told to`);
    } catch (error) {
      this.complain(error instanceof Error ? error.message : String(error));
    } finally {
      await this.#close();
    }
    this.#readFile();
    const verdict = this.oracle.judge(promises);
    return { ...verdict, faults: [...verdict.faults, ...this.#complaints] };
  }

  /** Ends what is left, also after an error. */
  async #close(): Promise<void> {
    await this.senders.stop();
    this.senders.close();
    await this.destination.stop();
    if (this.#child?.exitCode === null && this.#child.signalCode === null) await this.#end('SIGKILL');
  }

  #readFile(): void {
    const path = join(this.#root, 'files', fileName);
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    if (lines.pop() !== '') this.complain('the file ends in half a line');
    for (const line of lines) this.oracle.receive(messageOf(line), 'file');
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Received = decoded; entered = delivered to both or refused by one; over all versions together no event twice. */
  async #checkTotals(): Promise<void> {
    let problem: string | undefined;
    await this.#settled(async () => {
      const answer = this.#answer('totals');
      this.send({ type: 'totals' });
      problem = imbalance((await answer).totals, this.destination.refused);
      return problem === undefined;
    });
    if (problem !== undefined) this.complain(problem);
  }

  async #settled(check: () => boolean | Promise<boolean>): Promise<void> {
    const end = performance.now() + (this.#options.mutation === undefined ? drainMs : mutantDrainMs);
    while (!(await check()) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child!;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await gone)[0];
  }

  #answer<T extends FromSubject['type']>(type: T): Promise<Extract<FromSubject, { type: T }>> {
    const child = this.#child!;
    return new Promise((resolve, reject) => {
      const done = (): void => {
        clearTimeout(timer);
        child.off('message', listen).off('exit', gone);
      };
      const gone = (code: number | null): void => {
        done();
        reject(new Error(`the engine ended with ${code} before it said "${type}"`));
      };
      const listen = (message: FromSubject): void => {
        if (message.type !== type && message.type !== 'failed') return;
        done();
        if (message.type === 'failed') reject(new Error(`the engine: ${message.reason}`));
        else resolve(message as Extract<FromSubject, { type: T }>);
      };
      const timer = setTimeout(() => {
        done();
        reject(new Error(`the engine did not say "${type}" within ${recoveryMs} ms`));
      }, recoveryMs);
      child.on('message', listen).on('exit', gone);
    });
  }
}

function messageOf(line: string): string {
  try {
    return (JSON.parse(line) as { message: string }).message;
  } catch {
    return line;
  }
}

/** What does not add up; undefined when everything does. */
function imbalance(totals: readonly SubjectTotals[], refused: number): string | undefined {
  const of = (subjects: (subject: string) => boolean, name: string): number =>
    totals.filter(({ subject }) => subjects(subject)).reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  const isListener = (subject: string): boolean => subject === 'LI_1';
  const isVersion = (subject: string): boolean => subject !== 'LI_1';
  const [received, decoded] = [of(isListener, 'received'), of(isListener, 'decoded')];
  const [entered, created, delivered] = [of(isVersion, 'entered'), of(isVersion, 'created'), of(isVersion, 'delivered')];
  const rejected = of(isVersion, 'rejected');
  if (received === decoded && decoded === entered && entered + created === delivered + rejected && rejected === refused) return undefined;
  return `the ledger: ${received} received, ${decoded} decoded, ${entered} entered, ${created} created, ${delivered} delivered, ${rejected} rejected, ${refused} refused by the destination`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
