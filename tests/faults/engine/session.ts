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
import { Neighbour } from './neighbour.ts';
import { Senders } from './senders.ts';
import { fileName } from './subject-deployment.ts';
import type { DeadText, FromSubject, SubjectSettings, SubjectTotals, ToSubject } from './subject-protocol.ts';

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
  /** Some events end the engine, and another tenant shares its lane. */
  readonly poison?: boolean;
  /** Each line is sent twice, and passes once. */
  readonly dedupe?: boolean;
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
  /** Events that ended the engine and are dead letters now. */
  poisoned = 0;
  version = 1;
  readonly neighbour: Neighbour | undefined;
  readonly #root: string;
  readonly #options: SessionOptions;
  readonly #port: number;
  readonly #neighbourPort: number;
  readonly #complaints: string[] = [];
  #journal: string;
  #child: ChildProcess | undefined;

  private constructor(options: SessionOptions, root: string, port: number, neighbourPort: number) {
    this.#options = options;
    this.#root = root;
    this.#port = port;
    this.#journal = options.journal ?? join(root, 'journal');
    this.random = seededRandom(options.seed);
    this.oracle = new Oracle(options.seed, ['peer', 'file']);
    this.destination = new Destination((text) => this.oracle.receive(text, 'peer'));
    this.senders = new Senders(this.oracle, `http://127.0.0.1:${port}/`, options.dedupe ? 2 : 1);
    this.neighbour = options.poison ? new Neighbour(options.seed + 1, neighbourPort) : undefined;
    this.#neighbourPort = neighbourPort;
  }

  static async open(options: SessionOptions): Promise<Session> {
    const session = new Session(options, mkdtempSync(join(tmpdir(), 'faults-engine-')), await freePort(), await freePort());
    await session.destination.start();
    await session.neighbour?.destination.start();
    await session.start();
    session.senders.start(session.random.fork('senders'));
    session.neighbour?.start(session.random.fork('neighbour'));
    return session;
  }

  /** Lives take turns, so that each placement takes up what the other left. On a thread, poison need not end the process, which is counted here; mutants are mistakes that each placement would make. */
  get #lanes(): number {
    return this.neighbour || this.#options.mutation ? 0 : (this.#options.seed + this.deaths) % 2;
  }

  /** Of the listener. */
  get port(): number {
    return this.#port;
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
      lanes: this.#lanes,
      crashes: join(this.#root, 'crashes'),
      dedupe: this.#options.dedupe ?? false,
      ...(this.neighbour && { poison: { port: this.#neighbourPort, destination: this.neighbour.destination.url } }),
    };
    this.#child = fork(program, [JSON.stringify(settings)], {
      stdio: ['ignore', 'inherit', this.neighbour ? 'ignore' : 'inherit', 'ipc'],
      execArgv: this.neighbour ? ['--max-old-space-size=128'] : [],
    });
    const { damagedBlocks } = await this.#answer('ready');
    if (damagedBlocks > 0) this.complain(`the journal counts ${damagedBlocks} blocks as damaged`);
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

  /** Starts the engine again each time it ends by itself, until the text is among the dead letters; resolves with how often it ended. */
  async outlive(text: string): Promise<number> {
    let ends = 0;
    for (const end = performance.now() + 2 * recoveryMs + drainMs; performance.now() < end;) {
      const letters = await this.letters().catch(() => []);
      if (letters.some(({ message }) => message === text)) {
        this.poisoned++;
        return ends;
      }
      if (isGone(this.#child!)) {
        ends++;
        this.deaths++;
        await this.start().catch(() => undefined);
      } else await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`"${text}" is not among the dead letters, after ${ends} ends`);
  }

  async letters(): Promise<readonly DeadText[]> {
    const answer = this.#answer('letters');
    this.send({ type: 'letters' });
    return (await answer).letters;
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
      await this.neighbour?.stop();
      await this.#settled(() => this.oracle.owedAt('peer') === 0 && (this.neighbour?.owed() ?? 0) === 0);
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
    const neighbour = this.neighbour?.judge({ ...promises, faultsMin: 0 });
    if (neighbour) this.#complaints.push(...neighbour.faults, ...(neighbour.void === undefined ? [] : [neighbour.void]));
    return { ...verdict, faults: [...verdict.faults, ...this.#complaints] };
  }

  /** Ends what is left, also after an error. */
  async #close(): Promise<void> {
    await this.senders.stop();
    this.senders.close();
    await this.destination.stop();
    await this.neighbour?.stop();
    await this.neighbour?.destination.stop();
    if (this.#child && !isGone(this.#child)) await this.#end('SIGKILL');
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
      problem = imbalance((await answer).totals, this.destination.refused + this.poisoned);
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
    if (isGone(child)) return child.exitCode;
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await gone)[0];
  }

  #answer<T extends FromSubject['type']>(type: T): Promise<Extract<FromSubject, { type: T }>> {
    const child = this.#child!;
    if (isGone(child)) return Promise.reject(new Error(`the engine is gone and cannot say "${type}"`));
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

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

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
  const isVersion = (subject: string): boolean => /^PV_\d/.test(subject);
  const [received, decoded] = [of(isListener, 'received'), of(isListener, 'decoded')];
  const [entered, created, delivered] = [of(isVersion, 'entered'), of(isVersion, 'created'), of(isVersion, 'delivered')];
  const [rejected, repeats] = [of(isVersion, 'rejected'), of(isVersion, 'filtered:duplicate')];
  const left = delivered + rejected + repeats;
  if (received === decoded && decoded === entered && entered + created === left && rejected === refused) return undefined;
  return `the ledger: ${received} received, ${decoded} decoded, ${entered} entered, ${created} created, ${delivered} delivered, ${rejected} rejected, ${repeats} repeats, ${refused} refused or set aside`;
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
