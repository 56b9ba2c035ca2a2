import { randomUUID } from 'node:crypto';
import { AppError } from '@acequia/base';
import type { Language, Localised } from '@acequia/component-sdk/text';
import { upsertLedger } from '../../fleet/fleet.store.ts';
import { TenantGone } from '../../db/constraint.ts';
import type { Along, Database } from '../../db/database.ts';
import { liftBudget } from '../../db/database-health.ts';
import type { ledgerMinutes } from '../../db/schema/index.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { AfterAnswer } from '../auth/after-answer.ts';
import { listClusters } from '../clusters/clusters.service.ts';
import type { DatasinksService } from '../datasinks/datasinks.service.ts';
import type { Installation } from '../installation/installation.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { LookupVersionsService } from '../lookups/lookup-versions.service.ts';
import type { LookupsService } from '../lookups/lookups.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import {
  demoDatasinks,
  demoDraft,
  demoEarlier,
  demoListeners,
  demoLookup,
  demoLookupFile,
  demoPipelines,
  documentOf,
  triedTag,
  type DemoIds,
} from './demo-content.ts';
import { hoursBefore, readDemoRecording, type RecordedLine } from './demo-recording.ts';
import { deleteTenant, findDemo, insertMember, isDemo, lockHome, readMember } from './demo.store.ts';
import type { DemoTrialRun } from './demo-trial-run.service.ts';
import { insertTenant } from './tenants.store.ts';

/** Whom a demo is made for. */
export interface DemoOwner {
  readonly tenantId: string;
  readonly userId: string;
  readonly now: number;
}

/** A tenant of its own with a running example, beside the one that it is made for. It calls nobody, and goes with all it made. */
export interface DemoService {
  /** The demo's tenant, which the user is a member of from now on; makes it in the user's language when there is none. Throws ACQ-NO-CLUSTER, and ACQ-IN-DEMO for a demo. */
  create(owner: DemoOwner, along: Along): Promise<{ readonly tenantId: string }>;
  /** Does nothing when there is none. Throws ACQ-IN-DEMO for a demo. */
  remove(owner: DemoOwner, along: Along): Promise<Record<never, never>>;
}

export interface DemoDeps {
  readonly database: Database;
  readonly installation: Pick<Installation, 'tellWorkers'>;
  readonly catalogue: Catalogue;
  readonly listeners: ListenersService;
  readonly datasinks: DatasinksService;
  readonly pipelines: PipelinesService;
  readonly lookups: LookupsService;
  readonly lookupVersions: LookupVersionsService;
  /** Has the tenant's uploaded files read. */
  readonly checkUploads: (tenantId: string) => Promise<void>;
  readonly trialRun: Pick<DemoTrialRun, 'begin'>;
  readonly afterAnswer: AfterAnswer;
}

export function createDemoService(deps: DemoDeps): DemoService {
  const { database, installation } = deps;
  const { gate } = database;
  /** What is done twice ends the same. */
  const drop = (demoId: string | undefined, along: Along): Promise<void> =>
    gate.transaction(async (tx) => {
      if (demoId !== undefined) {
        await deleteTenant(tx, demoId);
        await installation.tellWorkers(tx);
      }
      await along(tx);
    });
  return {
    create: async ({ tenantId: homeId, userId, now }, along) => {
      const { demoId, made, language } = await gate.transaction(async (tx) => {
        const home = await lockHome(tx, homeId);
        const member = await readMember(tx, homeId, userId);
        if (!home || !member) throw new AppError('ACQ-NOT-FOUND');
        if (home.demoOf !== null) throw new AppError('ACQ-IN-DEMO');
        const there = await findDemo(tx, homeId);
        const demoId = there?.id ?? randomUUID();
        if (!there) {
          const { features, trialEndsAt } = home;
          await insertTenant(tx, {
            id: demoId,
            slug: `demo-${demoId}`,
            name: 'Demo',
            createdAt: now,
            features,
            trialEndsAt,
            demoOf: homeId,
          });
          await installation.tellWorkers(tx);
        }
        await insertMember(tx, { tenantId: demoId, userId, role: member.role });
        return { demoId, made: !there, language: member.language };
      });
      if (made) {
        // On a slow machine it is more than a request has time for; each statement has its own bound.
        liftBudget();
        try {
          const place = await database.withTenant(demoId, (tx) =>
            fill({ tenantId: demoId, userId, tx, now, subject: () => undefined }, language, deps),
          );
          // It is much to write, and the page that the answer leads to asks for its numbers again and again.
          deps.afterAnswer.run(writeHistory(database, place, demoId, now));
        } catch (error) {
          await drop(demoId, async () => undefined);
          throw error instanceof TenantGone ? new AppError('ACQ-NOT-FOUND', { cause: error }) : error;
        }
        await deps.checkUploads(demoId);
        deps.trialRun.begin(demoId, userId);
      }
      await gate.transaction(along);
      return { tenantId: demoId };
    },
    remove: async ({ tenantId: homeId }, along) => {
      if (await isDemo(gate, homeId)) throw new AppError('ACQ-IN-DEMO');
      await drop((await findDemo(gate, homeId))?.id, along);
      return {};
    },
  };
}

type LedgerPlace = Pick<
  typeof ledgerMinutes.$inferInsert,
  'tenantId' | 'clusterId' | 'scope' | 'objectId' | 'versionId' | 'node' | 'datasinkId'
>;
/** Where a line of the recording is counted in this demo. */
type PlaceOf = (line: RecordedLine) => LedgerPlace;

/** All that the demo consists of, published. */
async function fill(
  scope: TenantScope,
  language: Language,
  { catalogue, listeners, datasinks, pipelines, lookups, lookupVersions }: DemoDeps,
): Promise<PlaceOf> {
  const [cluster] = await listClusters(scope);
  if (!cluster) throw new AppError('ACQ-NO-CLUSTER');
  const named = ({ name, description }: Record<'name' | 'description', Localised>) => ({
    name: name[language],
    description: description[language],
  });
  const listenerIds = new Map<string, string>();
  for (const { key, ...listener } of demoListeners)
    listenerIds.set(key, (await listeners.create(scope, { ...listener, ...named(listener), tags: [], clusterId: cluster.id })).id);
  const sinks: Map<string, Awaited<ReturnType<DatasinksService['create']>>> = new Map();
  for (const { key, ...datasink } of demoDatasinks)
    sinks.set(key, await datasinks.create(scope, { ...datasink, ...named(datasink), tags: [] }));
  const lookup = await lookups.create(scope, { ...demoLookup, ...named(demoLookup), tags: [] });
  const { number } = await lookupVersions.createVersion(scope, { id: lookup.id, fileName: 'services.csv' });
  await lookupVersions.putPart(scope, { id: lookup.id, number, part: 0, content: Buffer.from(demoLookupFile).toString('base64') });
  await lookupVersions.finishVersion(scope, { id: lookup.id, number });

  const ids: DemoIds = {
    listeners: listenerIds,
    datasinks: sinks,
    lookup: lookup.id,
    versionOf: (component) => catalogue.action(component)?.version ?? '1.0.0',
  };
  const revisionOf = async (id: string) => (await pipelines.getVersion(scope, id, 'Main')).revision;
  const publish = async (id: string) =>
    pipelines.publishVersion(scope, { id, revision: await revisionOf(id), kind: 'minor', versionName: '', clusterIds: [cluster.id] });
  const running = new Map<string, { readonly id: string; readonly versionId: string }>();
  for (const each of demoPipelines) {
    const { tags } = each;
    const tried = tags.includes(triedTag);
    const document = documentOf(tried ? demoEarlier : each, ids, language);
    const { id } = await pipelines.create(scope, { ...named(each), tags: [...tags], document });
    let version = await publish(id);
    if (tried) {
      await pipelines.saveDraft(scope, { id, revision: await revisionOf(id), document: documentOf(each, ids, language) });
      version = await publish(id);
    }
    running.set(each.key, { id, versionId: version.id });
    if (!tried) continue;
    await pipelines.saveDraft(scope, { id, revision: await revisionOf(id), document: documentOf(demoDraft, ids, language) });
  }
  return ({ scope: kind, of, node, datasink }) => {
    const pipeline = running.get(of);
    return {
      tenantId: scope.tenantId,
      clusterId: cluster.id,
      scope: kind,
      objectId: kind === 'listener' ? listenerIds.get(of)! : pipeline!.id,
      versionId: kind === 'listener' ? '' : pipeline!.versionId,
      node,
      datasinkId: sinks.get(datasink)?.id ?? '',
    };
  };
}

/** Who counted what was recorded; no worker has this id. */
const recorder = 'demo-recording';

/**
 * What the engine counted in a day of the demo, as the day before it was made: an hour at a time, so that nobody waits long for a lock
 * and the sums hold for whoever looks meanwhile. Ends early when the demo is removed.
 */
async function writeHistory(database: Database, placeOf: PlaceOf, tenantId: string, now: number): Promise<void> {
  const counted = { workerId: recorder, generation: 0, report: 0, writtenAt: now };
  try {
    for (const minutes of hoursBefore(await readDemoRecording(), now)) {
      const rows = minutes.map(({ line, at, counts }) => ({ ...placeOf(line), ...counted, at, counts }));
      await database.withTenant(tenantId, (tx) => upsertLedger(tx, rows));
    }
  } catch (error) {
    if (!(error instanceof TenantGone)) throw error;
  }
}
