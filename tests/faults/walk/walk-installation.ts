import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventIds, Oracle, seededRandom, type SeededRandom } from '@acequia/testkit/oracle';
import { eventually, startAcequia, type Acequia } from '../../e2e/harness/acequia.ts';
import { Api, owner } from '../../e2e/harness/api.ts';
import { runCommand } from '../../e2e/harness/command.ts';
import { isAlive } from '../../e2e/harness/processes.ts';
import { joinSecondCluster, type SecondCluster } from '../../e2e/harness/second-cluster.ts';
import { openWorkbench, Workbench } from '../../e2e/harness/workbench.ts';
import { Flow, places } from './flow.ts';
import { NameServer, zone } from './name-server.ts';
import { SmallDisk } from './small-disk.ts';
import { environmentOf, notMade, type WalkMistake } from './walk-mistakes.ts';

const recoveryMs = 60_000;
/** The same with a mistake, which may never let anything recover. */
const mistakenMs = 15_000;
const diskMb = 3000;
/** Of a walk with a mistake, which is short; two of them may run at once. */
const mistakenDiskMb = 1000;
const movesEveryMs = 600_000;
const flowCount = 3;
const guest = { email: 'berta@example.com', name: 'Berta', surname: 'Sanz', company: '', language: 'en', agreed: true } as const;
const secondTenant = 'South Edge';

/** The processes of an installation that can be killed; `far` is the worker of the second machine, the others are of the first one. */
export type Victim = 'worker' | 'server' | 'database' | 'far';
const partOf = { worker: 'apps/worker', server: 'apps/server' } as const;

/** An installation as a user starts it: two organizations on its first worker, one of them on a second worker too. */
export class WalkInstallation {
  readonly random: SeededRandom;
  readonly flows: readonly Flow[];
  readonly disk: SmallDisk | undefined;
  readonly names: NameServer | undefined;
  /** Processes and databases killed. */
  kills = 0;
  readonly #folder: string;
  readonly #acequia: Acequia;
  readonly #far: SecondCluster;
  readonly #api: Api;
  readonly #sessions: readonly Api[];
  /** What was made wrong on purpose, so that the judge can be tried. */
  readonly #made: WalkMistake | undefined;
  readonly #recoveryMs: number;
  #movedAtMs = performance.now();
  readonly ids: EventIds;

  private constructor(parts: {
    readonly mistake: WalkMistake | undefined;
    readonly random: SeededRandom;
    readonly flows: readonly Flow[];
    readonly disk: SmallDisk | undefined;
    readonly names: NameServer | undefined;
    readonly folder: string;
    readonly acequia: Acequia;
    readonly far: SecondCluster;
    readonly api: Api;
    readonly guestApi: Api;
    readonly ids: EventIds;
  }) {
    this.#made = parts.mistake;
    this.#recoveryMs = parts.mistake === undefined ? recoveryMs : mistakenMs;
    this.random = parts.random;
    this.flows = parts.flows;
    this.disk = parts.disk;
    this.names = parts.names;
    this.#folder = parts.folder;
    this.#acequia = parts.acequia;
    this.#far = parts.far;
    this.#api = parts.api;
    this.#sessions = [parts.api, parts.guestApi];
    this.ids = parts.ids;
  }

  /** Started, with every flow under load. */
  static async open(seed: number, { mistake, rate }: { mistake?: WalkMistake; rate?: number }): Promise<WalkInstallation> {
    const folder = mkdtempSync(join(tmpdir(), 'faults-walk-'));
    const dataDirectory = join(folder, 'data');
    const disk = SmallDisk.mount(dataDirectory, mistake === undefined ? diskMb : mistakenDiskMb);
    const names = await NameServer.open(folder);
    const random = seededRandom(seed);
    const ids = new EventIds();
    const env = mistake === undefined ? {} : environmentOf(mistake);
    const acequia = await startAcequia({
      dataDirectory,
      ...(names === undefined ? {} : { through: names.through }),
      env,
    });
    const closing: (() => Promise<unknown>)[] = [() => acequia.stop()];
    try {
      const bench = await openWorkbench(acequia);
      const far = await joinSecondCluster({ acequia, api: bench.api }, 'far', { env, restarts: true });
      closing.unshift(() => far.stop());
      const guestApi = await openSecondTenant(acequia);
      const files = join(dataDirectory, 'files');
      const [host, common] = [
        names === undefined ? undefined : `collector.${zone}`,
        { ids, rate: rate === undefined ? undefined : rate / flowCount },
      ];
      const oracle = (n: number): Oracle => new Oracle(seed * 10 + n, places);
      const cluster = { id: bench.clusterId, fileRoots: [], workers: [] };
      const flows = [
        await Flow.open({ ...common, name: 'first', bench, files, listener: 'http', host, oracle: oracle(1) }),
        await Flow.open({
          ...common,
          name: 'second',
          bench: new Workbench(guestApi, cluster, { operator: bench.api }),
          files,
          listener: 'tcp',
          host,
          oracle: oracle(2),
        }),
        await Flow.open({
          ...common,
          name: 'far',
          bench: new Workbench(bench.api, { ...cluster, id: far.id }, { prefix: 'far ' }),
          files: far.files,
          listener: 'http',
          oracle: oracle(3),
        }),
      ];
      for (const flow of flows) flow.start(random.fork(flow.name));
      return new WalkInstallation({ mistake, random, flows, disk, names, folder, acequia, far, api: bench.api, guestApi, ids });
    } catch (error) {
      for (const close of closing) await close();
      names?.close();
      disk?.unmount();
      throw new Error(`${String(error)}; it said: ${acequia.output().slice(-1000)}`, { cause: error });
    }
  }

  /** SIGKILL to processes at once; resolves when others have taken their places and the server answers. */
  async kill(victims: readonly Victim[]): Promise<void> {
    const old = this.killNow(victims);
    for (const [victim, pid] of old) {
      await eventually(
        `another process of the ${victim}`,
        () => {
          const now = this.#pidOf(victim);
          return now !== undefined && now !== pid && isAlive(now) ? now : undefined;
        },
        this.#recoveryMs,
      );
    }
    await this.answers(this.#recoveryMs);
  }

  /** SIGKILL to processes at once. Gives their pids. */
  killNow(victims: readonly Victim[]): readonly (readonly [Victim, number | undefined])[] {
    const old = victims.map((victim) => [victim, this.#pidOf(victim)] as const);
    for (const [, pid] of old) {
      if (pid === undefined || !isAlive(pid)) continue;
      process.kill(pid, 'SIGKILL');
      this.kills++;
    }
    return old;
  }

  /** Resolves when a call that reads and one that writes succeed. */
  async answers(withinMs: number): Promise<void> {
    await eventually(
      'the server to answer',
      async () => {
        try {
          await this.#api.call('GET', '/pipelines');
          const probe = {
            name: `probe ${this.random.below(1e9)}`,
            description: '',
            tags: [],
            document: { format: 1, nodes: [], links: [] },
          };
          const { id } = await this.#api.call<{ id: string }>('POST', '/pipelines', probe);
          await this.#api.call('DELETE', `/pipelines/${id}`);
          return true;
        } catch {
          return undefined;
        }
      },
      withinMs,
    );
  }

  /** The sessions by which it is configured end when nobody moves for an hour, and calls are no movement. */
  async stayLoggedIn(): Promise<void> {
    const now = performance.now();
    if (now < this.#movedAtMs + movesEveryMs) return;
    this.#movedAtMs = now;
    await Promise.all(this.#sessions.map((api) => eventually('a session to be told of a movement', () => moves(api), recoveryMs)));
  }

  /** What its processes have printed. */
  output(): string {
    return `${this.#acequia.output()}\nthe second worker: ${this.#far.output()}`;
  }

  /**
   * Stops all of it and reads what the file data sinks wrote; resolves with what was not as it should be. `keepIn`: asked
   * once all is read; a folder that gets a copy of all data.
   */
  async close(keepIn: () => string | undefined): Promise<readonly string[]> {
    for (const flow of this.flows) await flow.close();
    // The second worker says its last to the server; with a mistake nobody asks for that, and it takes half the time.
    const far = this.#far.stop();
    if (this.#made === undefined) await far;
    const ends = await Promise.all([far, this.#acequia.stop()]);
    const mixed = new Set(this.flows.flatMap((flow) => flow.readFiles()));
    this.names?.close();
    const kept = keepIn();
    if (kept !== undefined) cpSync(this.#folder, kept, { recursive: true, verbatimSymlinks: true, filter: isFileOrFolder });
    this.disk?.unmount();
    rmSync(this.#folder, { recursive: true, force: true });
    const exits = ends.flatMap((code, n) =>
      code === 0 ? [] : [`${n === 0 ? 'the second worker' : 'the installation'} ended with ${code}`],
    );
    const troubles = mixed.size === 0 ? [] : [`${mixed.size} files hold lines of two flows: ${[...mixed].slice(0, 3).join(', ')}`];
    return [...troubles, ...exits, ...(this.#made === undefined ? [] : notMade(this.#made, this.output()))];
  }

  #pidOf(victim: Victim): number | undefined {
    if (victim === 'far') return this.#far.workerPid();
    if (victim !== 'database') return this.#acequia.childPid(partOf[victim]);
    const file = join(this.#acequia.dataDirectory, 'postgres', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : undefined;
  }
}

/** Undefined while the server is away. */
const moves = (api: Api): Promise<true | undefined> =>
  api.call('POST', '/auth/touch').then(
    () => true as const,
    () => undefined,
  );

/** Sockets of the database cannot be copied. */
function isFileOrFolder(path: string): boolean {
  const found = lstatSync(path);
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}

/** Another organization on the same cluster, and its owner logged in. */
async function openSecondTenant(acequia: Acequia): Promise<Api> {
  // The peers of all flows are on this machine.
  await runCommand(acequia, 'installation', 'egress', '--allow', '127.0.0.0/8');
  const { code, stdout } = await runCommand(acequia, 'tenant', 'create', secondTenant, '--owner', guest.email);
  const token = /#token=([\w-]+)/.exec(stdout)?.[1];
  if (code !== 0 || token === undefined) throw new Error(`no second organization (${code}): ${stdout}`);
  const api = new Api(acequia.url);
  const { email: _, ...form } = guest;
  await api.call('POST', '/auth/welcome', { ...form, token, password: owner.password });
  return api;
}
