import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secondMs, silentLog, type Clock, type Log } from '@acequia/base';
import { readPrivateFile } from '../../keys/private-file.ts';
import { StartFault } from '../../start-fault.ts';
import { PromptClient } from '../prompt-client.ts';
import { embeddedBinaries } from './binaries.ts';
import { forgetEndedPostmaster, heldByEnded, readPostmaster, type Postmaster } from './postmaster.ts';
import { createRunner, ownerOf, type Runner } from './unprivileged.ts';

/** Address of the embedded server: a Unix socket; nothing listens on the network. */
export interface EmbeddedAddress {
  readonly socketFolder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export interface EmbeddedPostgres {
  readonly address: EmbeddedAddress;
  /** True when a server left by an earlier process of ours was found alive. */
  readonly adopted: boolean;
  /** Ends the supervision, and the server when nobody else is connected (SIGINT: fast shutdown); else leaves it running. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Holds the cluster (`PG_VERSION` …); made when missing. */
  readonly folder: string;
  /** File with the superuser's password, made when missing, mode 0600. */
  readonly passwordFile: string;
  readonly clock: Clock;
  /** Absent: nothing is logged. */
  readonly log?: Log;
}

const superuser = 'acequia_owner';
const port = 5432;
/** Longest path of a Unix socket is 107 bytes (sys/un.h); `.s.PGSQL.5432.lock` takes 19. */
const socketFolderMax = 86;
const startTimeoutMs = 60_000;
const leaveTimeoutMs = 3_000;
/** How often the supervision checks that the server lives. */
const checkEveryMs = 250;
/** Between two attempts to start it again: at once, then longer, but never so long that its return is late once it can start. */
const restartPausesMs = [0, 500, secondMs, 2 * secondMs] as const;

/**
 * Starts the bundled PostgreSQL in a folder, or adopts the living one, and starts it again whenever it ends before `stop`. It runs in
 * its own session, so that neither Ctrl-C nor the death of this process ends it; the next start finds it through `postmaster.pid`.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const password = readPassword(options.passwordFile);
  const living = readPostmaster(options.folder);
  const binaries = embeddedBinaries();
  if (!living && !existsSync(path.join(options.folder, 'PG_VERSION')))
    initialise(options, binaries, createRunner([options.folder, binaries]), password);
  const socketFolder = living?.socketFolder ?? makeSocketFolder(options.folder);
  const address = { socketFolder, port: living?.port ?? port, user: superuser, password };
  const ending = new AbortController();
  await haveServer(address, options, ending.signal);
  const supervision = supervise(address, options, ending.signal);
  return {
    address,
    adopted: living !== undefined,
    stop: async () => {
      ending.abort();
      await supervision;
      await stop(address, options);
    },
  };
}

/** Resolves when a server answers at the address: the living one, or one that it starts. Throws StartFault. */
async function haveServer(address: EmbeddedAddress, options: EmbeddedOptions, ending: AbortSignal): Promise<void> {
  const { folder } = options;
  const logFile = path.join(folder, 'server.log');
  if (readPostmaster(folder)) {
    await waitUntilReady(address, options, ending, () => (readPostmaster(folder) ? undefined : lastWords(logFile)));
    return;
  }
  const binaries = embeddedBinaries();
  makeSocketFolder(folder, address.socketFolder);
  await waitForEnded(options, ending);
  forgetEndedPostmaster(folder, address.socketFolder, address.port);
  const exit = launch(address, folder, binaries, createRunner([folder, binaries]), logFile);
  await waitUntilReady(address, options, ending, () => (exit.code === undefined ? undefined : lastWords(logFile)));
}

/** Ends soon after `ending` aborts; a start under way has by then written `postmaster.pid`, so that `stop` finds it. */
async function supervise(address: EmbeddedAddress, options: EmbeddedOptions, ending: AbortSignal): Promise<void> {
  const { folder, clock, log = silentLog } = options;
  let failures = 0;
  while (!ending.aborted) {
    await pause(clock, failures === 0 ? checkEveryMs : restartPausesMs[Math.min(failures, restartPausesMs.length - 1)]!, ending);
    if (ending.aborted || (failures === 0 && readPostmaster(folder))) continue;
    if (failures === 0) log.error({ folder }, 'the embedded PostgreSQL has ended; it is started again');
    try {
      await haveServer(address, options, ending);
      failures = 0;
      log.info({ folder }, 'the embedded PostgreSQL answers again');
    } catch (error) {
      if (failures++ === 0 && !ending.aborted) log.error({ error, folder }, 'the embedded PostgreSQL does not start; it is tried again');
    }
  }
}

const pause = (clock: Clock, ms: number, ending: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(ms, () => {
      ending.removeEventListener('abort', end);
      resolve();
    });
    const end = () => {
      cancel();
      resolve();
    };
    ending.addEventListener('abort', end, { once: true });
  });

function readPassword(file: string): string {
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  return readPrivateFile(file);
}

/** Made beside its place and renamed, so a start that was cut leaves nothing half-made. */
function initialise(options: EmbeddedOptions, binaries: string, runner: Runner, password: string): void {
  const draft = `${options.folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const passwordFile = path.join(path.dirname(options.folder), `.initdb-${process.pid}`);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const owner = ownerOf();
  if (owner) for (const file of [draft, passwordFile]) chownSync(file, owner.uid, owner.gid);
  const [program, ...first] = runner.command(path.join(binaries, 'initdb'));
  const args = [
    ...first,
    '-D',
    draft,
    '-U',
    superuser,
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const run = spawnSync(program, args, {
    ...runner.owner,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    cwd: '/',
  });
  rmSync(passwordFile, { force: true });
  if (run.status !== 0)
    throw new StartFault(`The database could not be created in ${options.folder}: ${firstLine(run.stderr || String(run.error ?? ''))}`);
  rmSync(options.folder, { recursive: true, force: true });
  renameSync(draft, options.folder);
}

function socketFolderOf(folder: string): string {
  const near = path.join(folder, 'socket');
  const short = path.join(tmpdir(), `acequia-${createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 16)}`);
  return Buffer.byteLength(near) <= socketFolderMax ? near : short;
}

function makeSocketFolder(folder: string, chosen = socketFolderOf(folder)): string {
  mkdirSync(chosen, { recursive: true, mode: 0o700 });
  const owner = ownerOf();
  const uid = statSync(chosen).uid;
  if (uid !== (process.getuid?.() ?? uid) && uid !== owner?.uid)
    throw new StartFault(`The folder ${chosen} belongs to another user: remove it and start again.`);
  if (owner) chownSync(chosen, owner.uid, owner.gid);
  chmodSync(chosen, 0o700);
  return chosen;
}

const settings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  log_min_messages: 'warning',
  log_statement: 'none',
  log_connections: 'off',
  max_wal_size: '512MB',
  timezone: 'UTC',
  jit: 'off',
  io_method: 'sync',
} as const;

function launch(
  address: EmbeddedAddress,
  folder: string,
  binaries: string,
  runner: Runner,
  logFile: string,
): { readonly code: number | undefined } {
  const [program, ...first] = runner.command(path.join(binaries, 'postgres'));
  const args = [
    ...first,
    '-D',
    folder,
    '-p',
    String(address.port),
    '-k',
    address.socketFolder,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(program, args, {
    ...runner.owner,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    cwd: '/',
  });
  closeSync(log);
  const exit: { code: number | undefined } = { code: undefined };
  child.once('exit', (code) => (exit.code = code ?? 1));
  child.once('error', () => (exit.code = 1));
  child.unref();
  return exit;
}

/** At most as long as a start may take: then PostgreSQL says itself what holds it up. */
async function waitForEnded({ folder, clock }: EmbeddedOptions, ending: AbortSignal): Promise<void> {
  const end = clock.monotonic() + startTimeoutMs;
  while (heldByEnded(folder) > 0 && clock.monotonic() < end && !ending.aborted) await clock.sleep(20);
}

/** `ending`: gives up once `postmaster.pid` names the server, which can be stopped then. */
async function waitUntilReady(
  address: EmbeddedAddress,
  options: EmbeddedOptions,
  ending: AbortSignal,
  failed: () => string | undefined,
): Promise<void> {
  const end = options.clock.monotonic() + startTimeoutMs;
  for (;;) {
    const client = connect(address);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (cause) {
      const words = failed();
      if (words !== undefined) throw new StartFault(`The embedded PostgreSQL in ${options.folder} did not start: ${words}`, { cause });
      if (ending.aborted && readPostmaster(options.folder)) return;
      if (options.clock.monotonic() > end)
        throw new StartFault(
          `The embedded PostgreSQL in ${options.folder} did not answer within ${startTimeoutMs / 1000} s; see ${options.folder}/server.log.`,
          { cause },
        );
    }
    await options.clock.sleep(25);
  }
}

async function stop(address: EmbeddedAddress, options: EmbeddedOptions): Promise<void> {
  const living = readPostmaster(options.folder);
  if (!living) return;
  if (!(await isAlone(address, options.clock))) return;
  signal(living);
  const end = options.clock.monotonic() + startTimeoutMs;
  while (readPostmaster(options.folder) && options.clock.monotonic() < end) await options.clock.sleep(20);
}

/** Another server that uses the database has connections all the time; those that this one or a killed one had end within moments. */
async function isAlone(address: EmbeddedAddress, clock: Clock): Promise<boolean> {
  const end = clock.monotonic() + leaveTimeoutMs;
  while ((await othersAt(address)) > 0) {
    if (clock.monotonic() > end) return false;
    await clock.sleep(50);
  }
  return true;
}

/** Connections besides the one that asks; none when the database does not answer. */
async function othersAt(address: EmbeddedAddress): Promise<number> {
  const client = connect(address);
  try {
    await client.connect();
    const found = await client.query<{ others: number }>(
      "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    return found.rows[0]?.others ?? 0;
  } catch {
    return 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function signal(living: Postmaster): void {
  try {
    process.kill(living.pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const connect = (address: EmbeddedAddress): PromptClient =>
  new PromptClient({
    host: address.socketFolder,
    port: address.port,
    user: address.user,
    password: address.password,
    database: 'postgres',
  });

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n')
    .find((line) => /error|fatal|could not/i.test(line)) ??
  text.trim().split('\n')[0] ??
  '';

function lastWords(logFile: string): string {
  if (!existsSync(logFile)) return 'no reason given';
  const lines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-20);
  return lines.findLast((line) => /FATAL|PANIC|ERROR|error/.test(line)) ?? lines.at(-1) ?? 'no reason given';
}
