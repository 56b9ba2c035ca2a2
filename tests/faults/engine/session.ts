import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Oracle, seededRandom, type Promises, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import { freePort } from '@acequia/testkit/free-port';
import type { MutationId } from '../fault.ts';
import { Destination } from './destination.ts';
import { httpLines } from './doors.ts';
import { imbalance } from './imbalance.ts';
import { MetVersions } from './met-versions.ts';
import type { Neighbour } from './neighbour.ts';
import { Senders } from './senders.ts';
import { SideLines, type Beside } from './side-lines.ts';
import { processMemoryMb } from './process-figures.ts';
import { fileName, subjectTenant } from './subject-deployment.ts';
import { tornWriteVariable } from './torn-write.ts';
import type { DeadText, FromSubject, SideLine, SubjectSettings, ToSubject } from './subject-protocol.ts';

const program = fileURLToPath(new URL('./subject.ts', import.meta.url));
const compiledForms = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url));
/** Quality part 1.5: recovery, which is measured, and drain. */
export const recoveryMs = 30_000;
const drainMs = 60_000;
/** For an answer of the engine, on a machine that may do much else. */
const answerMs = 180_000;
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
  /** Some events end the engine. */
  readonly poison?: boolean;
  /** Other listeners of the same engine, and the tenants they belong to. */
  readonly beside?: readonly Beside[];
  /** Of the first tenant. */
  readonly quotaBytesPerSecond?: number;
  /** Each line is sent twice, and passes once. */
  readonly dedupe?: boolean;
  /** Each line gets the version of a lookup that it meets. */
  readonly lookup?: boolean;
  /** The first life ends in the middle of its first write to the file. */
  readonly tornFirstWrite?: boolean;
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
  /** Version of the lookup in force, as last wished. */
  activation = 1;
  readonly #met = new MetVersions();
  readonly #beside: SideLines;
  readonly #root: string;
  readonly #options: SessionOptions;
  readonly #port: number;
  readonly #figures: Record<string, number> = {};
  readonly #complaints: string[] = [];
  readonly #tornWrite: string;
  #journal: string;
  #child: ChildProcess | undefined;

  private constructor(options: SessionOptions, root: string, port: number, sidePorts: readonly number[]) {
    this.#options = options;
    this.#root = root;
    this.#port = port;
    this.#journal = options.journal ?? join(root, 'journal');
    this.#tornWrite = join(root, 'torn-write');
    this.random = seededRandom(options.seed);
    this.oracle = new Oracle(options.seed, ['peer', 'file']);
    this.destination = new Destination((text, lookupVersion) => this.#arrives(text, lookupVersion, 'peer'));
    this.senders = new Senders(this.oracle, httpLines(port, options.dedupe ? 2 : 1));
    this.#beside = new SideLines(options.seed, options.beside ?? [], sidePorts);
  }

  static async open(options: SessionOptions): Promise<Session> {
    const sidePorts = await Promise.all((options.beside ?? []).map(freePort));
    const session = new Session(options, mkdtempSync(join(tmpdir(), 'faults-engine-')), await freePort(), sidePorts);
    await session.destination.start();
    await session.#beside.openDestinations();
    if (options.tornFirstWrite) session.armTornWrite();
    await session.start();
    session.senders.start(session.random.fork('senders'));
    session.#beside.start(session.random);
    if (options.tornFirstWrite) await session.dieOfTornWrite();
    return session;
  }

  /** Lives take turns, so that each placement takes up what the other left. On a thread, poison need not end the process, which is counted here; mutants are mistakes that each placement would make. */
  get #lanes(): number {
    return this.#options.poison || this.#options.mutation ? 0 : (this.#options.seed + this.deaths) % 2;
  }

  /** Of the listener. */
  get port(): number {
    return this.#port;
  }

  /** The first that was asked for beside. */
  get neighbour(): Neighbour {
    return this.#beside.first;
  }

  /** Port of the first listener of a kind that was asked for beside. */
  portOf(listener: SideLine['listener']): number {
    return this.#beside.portOf(listener);
  }

  get figures(): Readonly<Record<string, number>> {
    return this.#figures;
  }

  /** Of a figure that is measured again the highest counts. */
  measure(name: string, figure: number): void {
    this.#figures[name] = Math.max(this.#figures[name] ?? 0, Math.round(figure * 100) / 100);
  }

  /** Resident memory of the engine. */
  get memoryMb(): number {
    return processMemoryMb(this.pid);
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
      activation: this.#options.lookup ? this.activation : undefined,
      poison: this.#options.poison ?? false,
      quotaBytesPerSecond: this.#options.quotaBytesPerSecond,
      sideLines: this.#beside.settings,
    };
    this.#child = fork(program, [JSON.stringify(settings)], {
      stdio: ['ignore', 'inherit', this.#options.poison ? 'ignore' : 'inherit', 'ipc'],
      execArgv: this.#options.poison ? ['--max-old-space-size=128'] : [],
      env: { NODE_COMPILE_CACHE: compiledForms, ...process.env, [tornWriteVariable]: this.#tornWrite },
    });
    const startMs = performance.now();
    const { damagedBlocks } = await this.#answer('ready');
    this.measure('recoveryMs', performance.now() - startMs);
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

  /** The first write to a file opened from now on ends the engine half way. */
  armTornWrite(): void {
    writeFileSync(this.#tornWrite, '');
  }

  /** Resolves when the armed write has ended the engine and the next life takes events. */
  async dieOfTornWrite(): Promise<void> {
    const child = this.#child!;
    if (!isGone(child)) await once(child, 'exit', { signal: AbortSignal.timeout(answerMs) });
    if (child.signalCode !== 'SIGKILL' || existsSync(this.#tornWrite)) throw new Error('the engine did not end in the middle of a write');
    this.deaths++;
    this.oracle.metFault();
    await this.start();
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

  /** Puts another version of the lookup in force; resolves when the engine says that it is. */
  async activate(): Promise<void> {
    this.activation++;
    const done = this.#answer('activated');
    this.send({ type: 'activate', number: this.activation });
    await done;
    this.#met.activated(this.activation, this.oracle.nextOfKeys());
  }

  /** Starts the engine again each time it ends by itself, until the text is among the dead letters; resolves with how often it ended. */
  async outlive(text: string): Promise<number> {
    let ends = 0;
    for (const end = performance.now() + 2 * answerMs; performance.now() < end;) {
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
      await this.#beside.stop();
      await this.#settled(() => this.oracle.owedAt('peer') === 0 && this.#beside.owed() === 0);
      await this.#checkTotals();
      const code = await this.terminate();
      if (code !== 0) this.complain(`ended with ${code} when told to`);
    } catch (error) {
      this.complain(error instanceof Error ? error.message : String(error));
    } finally {
      await this.#close();
    }
    this.#readFiles();
    const verdict = this.oracle.judge(promises);
    this.#complaints.push(...this.#beside.judge(promises), ...this.#met.judge());
    return { ...verdict, faults: [...verdict.faults, ...this.#complaints] };
  }

  /** Ends what is left, also after an error. */
  async #close(): Promise<void> {
    await this.senders.stop();
    this.senders.close();
    await this.destination.stop();
    await this.#beside.close();
    if (this.#child && !isGone(this.#child)) await this.#end('SIGKILL');
  }

  #readFiles(): void {
    const folder = join(this.#root, 'files', subjectTenant);
    for (const name of existsSync(folder) ? inOrder(readdirSync(folder)) : []) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n');
      if (lines.pop() !== '') this.complain(`${name} ends in half a line`);
      for (const line of lines) {
        const { message, version } = readLine(line);
        this.#arrives(message, version, 'file');
      }
    }
    rmSync(this.#root, { recursive: true, force: true });
  }

  #arrives(text: string, lookupVersion: number | undefined, destination: 'peer' | 'file'): void {
    this.oracle.receive(text, destination);
    if (lookupVersion !== undefined) this.#met.note(text, lookupVersion);
    else if (this.#options.lookup) this.complain(`an event met no version: ${text.slice(0, 30)}`);
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
        reject(new Error(`the engine did not say "${type}" within ${answerMs} ms`));
      }, answerMs);
      child.on('message', listen).on('exit', gone);
    });
  }
}

const isGone = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** The file's rotated forms, oldest first, and the file itself. */
function inOrder(names: readonly string[]): string[] {
  const rotated = names.filter((name) => name.startsWith(`${fileName}.`)).sort(new Intl.Collator('en', { numeric: true }).compare);
  return [...rotated, ...names.filter((name) => name === fileName)];
}

function readLine(line: string): { readonly message: string; readonly version?: number } {
  try {
    return JSON.parse(line) as { message: string; version?: number };
  } catch {
    return { message: line };
  }
}
