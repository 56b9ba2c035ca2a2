/** A worker's engine as a process to be killed: real journal, listener and datasinks, told what to do over IPC. */
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { inlineWriter, smallPages, type Reserve, testLog } from '@acequia/journal/testing';
import { seededRandom } from '@acequia/testkit/oracle';
import { VolatileDisk } from '../disk/volatile-disk.ts';
import type { Deployment } from '@acequia/pipeline';
import { components } from './subject-components.ts';
import { mutateEngineJournal } from './mutate-engine-journal.ts';
import { subjectDeployment } from './subject-deployment.ts';
import type { FromSubject, SubjectSettings, ToSubject } from './subject-protocol.ts';
import { SubjectTables } from './subject-tables.ts';

const settings = JSON.parse(process.argv[2]!) as SubjectSettings;
const tell = (message: FromSubject): void => void process.send!(message);

const componentsModule = import.meta.resolve('./subject-components.ts');

/** Far longer than any step here takes. */
const stepMsMax = 2000;
const lettersMax = 1000;
/** Often, so that a table that is given up too early is missed. */
const releaseMs = 50;
/** The quota of a second may be used at once. */
const quotaBurstMs = 1000;

let clockOffsetMs = 0;
const clock: Clock = { ...systemClock, now: () => systemClock.now() + clockOffsetMs };

mkdirSync(settings.journal, { recursive: true });
mkdirSync(settings.files, { recursive: true });
const disk = settings.volatile ? new VolatileDisk(settings.journal) : undefined;
const program = disk?.startProcess();
const journal = await openJournal({
  identity: testLog(),
  directory: settings.journal,
  clock,
  log: silentLog,
  segmentBytes: 512 * 1024,
  reserveBytes: 256 * 1024,
  ...(program === undefined ? {} : { startWriter: (reserve: Reserve) => inlineWriter(program.calls, reserve, smallPages) }),
});
const { quotaBytesPerSecond } = settings;
let quotaLeft = quotaBytesPerSecond ?? 0;
let quotaAtMs = systemClock.monotonic();

function mayTake(tenantId: string, bytes: number): boolean {
  if (quotaBytesPerSecond === undefined || tenantId !== 't1') return true;
  const nowMs = systemClock.monotonic();
  const most = (quotaBytesPerSecond * quotaBurstMs) / 1000;
  quotaLeft = Math.min(most, quotaLeft + (quotaBytesPerSecond * (nowMs - quotaAtMs)) / 1000);
  quotaAtMs = nowMs;
  quotaLeft -= bytes;
  return quotaLeft >= 0;
}

const tables = new SubjectTables(settings.journal);
const engine = createEngine({
  journal: settings.mutation === undefined ? journal : mutateEngineJournal(settings.mutation, journal),
  components,
  clock,
  random: { bytes: (n) => randomBytes(n) },
  log: silentLog,
  worker: 'w1',
  secret: () => undefined,
  lookup: (id, version, tenantId) => tables.tables.block(id, version, tenantId),
  quota: mayTake,
  lanes: { count: settings.lanes, componentsModule },
  crashes: { directory: settings.crashes, componentsModule, stepMsMax },
  limits: { commitIntervalMs: 100, retentionMs: 0, checkpointIntervalMs: 50, branchMemoryBytes: 256 * 1024 },
});

let applied = subjectDeployment(settings, settings.version);

async function apply(deployment: Deployment): Promise<void> {
  applied = deployment;
  const report = await tables.apply(engine, deployment);
  const fault = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
  if (fault) throw new Error(`${fault.code}: ${fault.message ?? ''}`);
}

async function handle(message: ToSubject): Promise<void> {
  switch (message.type) {
    case 'publish':
      await apply(subjectDeployment(settings, message.version));
      tell({ type: 'published', version: message.version });
      return;
    case 'activate':
      await apply(subjectDeployment(settings, settings.version, message.number));
      tell({ type: 'activated', number: message.number });
      return;
    case 'clock':
      clockOffsetMs = message.offsetMs;
      return;
    case 'letters':
      tell({
        type: 'letters',
        letters: (await engine.deadLetters.list('t1', { code: 'ENGINE_CRASH' }, undefined, lettersMax)).letters.map(
          ({ code, node, fields }) => ({
            code,
            node,
            message: String(fields.find(({ name }) => name === 'message')?.value),
          }),
        ),
      });
      return;
    case 'totals':
      tell({
        type: 'totals',
        totals: engine
          .totals()
          .map(({ subject, counts }) => ({ subject: subject.kind === 'listener' ? subject.id : subject.versionId, counts })),
      });
      return;
    case 'cut':
      program?.end();
      disk?.cutInto(message.into, seededRandom(message.seed));
      process.kill(process.pid, 'SIGKILL');
  }
}

const fail = (error: unknown): void => tell({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
process.on('message', (message: ToSubject) => void handle(message).catch(fail));
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => {
  engine
    .stop({ deadlineMs: 10_000 })
    .then(() => journal.close())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
});
if (settings.activation !== undefined) setInterval(() => tables.release(engine, () => applied), releaseMs).unref();
await apply(applied).then(() => tell({ type: 'ready', damagedBlocks: journal.damage().blocks }), fail);
