import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { describeError, systemClock, type Log } from '@acequia/base';
import { endProcess, openFilesMax } from '@acequia/base/process';
import { createEngine, removeLeftApartFolders, TraceRooms } from '@acequia/engine';
import {
  isOutOfFiles,
  JournalFailed,
  JournalForeign,
  JournalFull,
  JournalLocked,
  JournalTooNew,
  openJournal,
  type DiskJournal,
} from '@acequia/journal';
import { pino } from 'pino';
import { readConfig, type WorkerConfig } from './config.ts';
import { enrol, FleetClient, FleetCopied, FleetRefused, ServerTooOld } from './fleet/fleet-client.ts';
import { loadIdentity, saveIdentity, type Identity, type Membership } from './fleet/identity.ts';
import { LastLife } from './last-life/last-life.ts';
import { readOomKills } from './last-life/oom-kills.ts';
import { LentTables } from './lookups/lent-tables.ts';
import { LookupFiles } from './lookups/lookup-files.ts';
import { LookupTables } from './lookups/lookup-tables.ts';
import { doorOf } from '@acequia/wire';
import { components } from './supervisor/components.ts';
import { LastKnown } from './supervisor/last-known.ts';
import { SecretBundle } from './supervisor/secret-bundle.ts';
import { measureMachine } from './telemetry/vitals.ts';
import { Worker } from './supervisor/worker.ts';

const clock = systemClock;
const random = { bytes: (n: number) => randomBytes(n) };
const log: Log = pino({ name: 'worker', level: process.env['ACEQUIA_LOG'] ?? 'info', serializers: { error: describeError } });

/** For lanes on other threads, and for the trials of what ended a process. */
const componentsModule = import.meta.resolve('./supervisor/components.ts');

/** Exit code for what a restart cannot mend: `acequia start` does not try again. */
const exitForGood = 78;
/** Exit code for what another attempt may find better (EX_TEMPFAIL of sysexits.h). */
const exitForNow = 75;

function end(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`);
  endProcess(code);
}

async function joinCluster(config: WorkerConfig, identity: Identity): Promise<Membership> {
  if (identity.membership) return withLog(config, identity, identity.membership);
  if (!config.enrolToken) end('This worker has not joined a cluster yet. Set ACEQUIA_ENROL_TOKEN to a token from the server.', exitForGood);
  // Whose answer is lost asks again with the same keys, and is the same worker.
  saveIdentity(config.keysDirectory, identity);
  const membership = await enrol({ serverUrl: config.serverUrl, clock, random, log, fetch }, identity, config.enrolToken, config.name);
  saveIdentity(config.keysDirectory, { ...identity, membership });
  return membership;
}

/** Workers that joined before logs had identities ask for theirs once; the journal they have becomes it. */
async function withLog(config: WorkerConfig, identity: Identity, member: NonNullable<Identity['membership']>): Promise<Membership> {
  if (member.log) return { ...member, log: member.log };
  const client = new FleetClient({ serverUrl: config.serverUrl, clock, random, log, fetch }, identity, member);
  const membership = { ...member, log: { ...(await client.log(new AbortController().signal)), openings: 0, adopts: true } };
  saveIdentity(config.keysDirectory, { ...identity, membership });
  return membership;
}

/** Keys may lie where nobody may write. Then a new data folder begins to count again, and so gives ids twice. */
function keepOpenings({ keysDirectory }: WorkerConfig, identity: Identity): void {
  try {
    saveIdentity(keysDirectory, identity);
  } catch (error) {
    log.warn({ error: String(error), keysDirectory }, 'the keys folder cannot be written: do not give this worker another data folder');
  }
}

/** Opens the worker's log, and keeps with the keys how often that was done before anything is written to it. */
async function openLog(config: WorkerConfig, identity: Identity, membership: Membership, client: FleetClient): Promise<DiskJournal> {
  const { id, number, openings, adopts } = membership.log;
  try {
    const journal = await openJournal({
      directory: join(config.dataDirectory, 'journal'),
      identity: { id, number, workerId: membership.workerId, installation: membership.serverKey },
      openings,
      adopts,
      agree: (lowest) => client.agree(id, lowest),
      clock,
      log,
      limitBytes: config.journalBytesMax,
    });
    keepOpenings(config, { ...identity, membership: { ...membership, log: { id, number, openings: journal.generation, adopts: false } } });
    return journal;
  } catch (error) {
    if (error instanceof JournalLocked)
      end(`The journal in ${error.directory} is in use by process ${error.holderPid}. Stop that worker first.`, exitForNow);
    if (error instanceof JournalForeign) end(foreignJournal(error, config), exitForGood);
    if (error instanceof JournalTooNew)
      end(
        `The worker's data are of a newer Acequia: ${error.message}. Start that version, or give the worker another folder.`,
        exitForGood,
      );
    if (error instanceof JournalFull && isOutOfFiles(error))
      end('This user or the machine has reached its limit of open files: the worker starts when some are closed.', exitForNow);
    if (error instanceof JournalFull)
      end(`The disk of ${config.dataDirectory} is full: the worker starts when there is space.`, exitForNow);
    if (error instanceof JournalFailed)
      end(`The worker's data cannot be used: ${error.message}. Make sure this user can write to ${config.dataDirectory}.`, exitForGood);
    throw error;
  }
}

function foreignJournal({ directory, found, wanted }: JournalForeign, { keysDirectory }: WorkerConfig): string {
  const whose =
    typeof found !== 'string'
      ? `belongs to worker ${found.workerId} (log ${found.id})${found.installation === wanted.installation ? '' : ' of another Acequia installation'}`
      : found === 'unnumbered'
        ? 'was created by an earlier worker with other keys'
        : 'is damaged and no longer says whose it is';
  return `The journal in ${directory} ${whose}, but this worker is ${wanted.workerId} (log ${wanted.id}). Nothing was changed. Start the worker with the keys that the journal was created with (now ${keysDirectory}, set by ACEQUIA_WORKER_KEYS), or give it another ACEQUIA_WORKER_DATA folder.`;
}

function copiedWorker(workerId: string, { dataDirectory }: WorkerConfig): string {
  return `Another process runs as this worker (${workerId}): its data and keys were copied. The server accepts only the one that was started last. This one accepts no more events; its undelivered events wait in ${dataDirectory}. Run only one of them: stop the other one before you start this one again. A second worker needs its own token (acequia cluster enrol).`;
}

const takenOpening =
  'The server was away when this worker started, and another start had the same number for its events: were its data and keys copied? It is to start again, with a number of its own.';

/** Where the system names no limit. */
const openFilesUsual = 65_536;

async function main(): Promise<void> {
  const config = readConfig(process.env, availableParallelism());
  if (!config.ok) end(config.error, exitForGood);
  removeLeftApartFolders(clock.now());
  const identity = loadIdentity(config.value.keysDirectory);
  const membership = await joinCluster(config.value, identity);
  const client = new FleetClient({ serverUrl: config.value.serverUrl, clock, random, log, fetch }, identity, membership);
  const journal = await openLog(config.value, identity, membership, client);
  const lastLife = new LastLife({ directory: join(config.value.dataDirectory, 'last-life'), clock, log, oomKills: () => readOomKills() });
  const secrets = new SecretBundle(identity.sealing);
  const tablesIn = (folder: string) =>
    new LookupTables({
      files: new LookupFiles(join(config.value.dataDirectory, folder)),
      fetchFile: (versionId, signal) => client.lookupFile(versionId, signal),
      log,
      bytesMax: config.value.lookupBytes,
    });
  const lookups = tablesIn('lookups');
  const engine = createEngine({
    journal,
    components,
    clock,
    random,
    log,
    worker: membership.workerId,
    secret: (reference) => secrets.get(reference),
    lookup: (id, version, tenantId) => lookups.block(id, version, tenantId),
    readRoots: config.value.readRoots,
    limits: {
      deadLetterBytes: config.value.deadLetterBytes,
      deadLetterMs: config.value.deadLetterMs,
      sinkFiles: Math.floor((openFilesMax() ?? openFilesUsual) / 2),
    },
    lanes: { count: config.value.lanes, componentsModule, onOutOfMemory: () => lastLife.laneEnded() },
    kernels: config.value.kernels,
    crashes: { directory: join(config.value.dataDirectory, 'crashes'), componentsModule },
  });
  const worker = new Worker({
    engine,
    client,
    identity,
    membership,
    secrets,
    lookups,
    lent: new LentTables({ tables: lookups, maker: tablesIn('lent-lookups'), clock }),
    rooms: new TraceRooms({ componentsModule, clock }),
    componentsModule,
    clock,
    random,
    log,
    lastKnown: new LastKnown(join(config.value.dataDirectory, 'state'), log),
    generation: journal.generation,
    machine: measureMachine(config.value.dataDirectory, {
      journal: () => journal.space(),
      writeFault: () => journal.writeFault(),
      memoryEnd: () => lastLife.memoryEnd,
    }),
    stillAlive: () => lastLife.stillAlive(),
    readRoots: config.value.readRoots,
    serverDoor: doorOf(new URL(config.value.serverUrl)),
  });
  const stop = async () => {
    await worker.stop(config.value.drainMs);
    await journal.close();
    lastLife.endsWell();
  };
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      stop().then(
        () => endProcess(0),
        (error: unknown) => end(`stopping failed: ${String(error)}`, 1),
      );
    });
  }
  await worker.run().catch(async (error: unknown) => {
    if (!(error instanceof FleetCopied) || stopping) throw error;
    stopping = true;
    await stop();
    end(error.wasAgreed ? copiedWorker(membership.workerId, config.value) : takenOpening, error.wasAgreed ? exitForGood : exitForNow);
  });
}

main().catch((error: unknown) => {
  if (error instanceof FleetRefused) end(`The server refused this worker: ${error.message}`, exitForGood);
  if (error instanceof ServerTooOld)
    end('The server is older than this worker and cannot give it a log. Upgrade the server first, then start this worker.', exitForGood);
  log.error({ error }, 'the worker ended');
  endProcess(1);
});
