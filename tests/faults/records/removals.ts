import { AppError } from '@acequia/base';
import { seededRandom, type SeededRandom, type Verdict } from '@acequia/testkit/oracle';
import type { TenantTx } from '../../../apps/server/src/db/database.ts';
import { versionReferences, versions, type ReferenceKind } from '../../../apps/server/src/db/schema/index.ts';
import { deleteDatasink } from '../../../apps/server/src/modules/datasinks/datasinks.store.ts';
import { deleteLabel } from '../../../apps/server/src/modules/labels/labels.store.ts';
import { deleteListener } from '../../../apps/server/src/modules/listeners/listeners.store.ts';
import { removeLookup } from '../../../apps/server/src/modules/lookups/lookups.store.ts';
import { releaseDependents } from '../../../apps/server/src/modules/pipelines/dependents.service.ts';
import { createTestApp, testCluster, type TestApp } from '../../../apps/server/src/test-app.ts';
import { independentCycles, type Fault } from '../fault.ts';

/** Something pipelines can name. */
interface Used {
  readonly kind: Exclude<ReferenceKind, 'secret'>;
  readonly id: string;
  readonly name: string;
  /** Gone with it: the labels of a listener. */
  readonly holds: readonly string[];
}

interface Pipeline {
  readonly name: string;
  readonly versionId: string;
  readonly uses: ReadonlySet<string>;
}

interface World {
  readonly server: TestApp;
  readonly tenantId: string;
  readonly objects: readonly Used[];
  readonly pipelines: readonly Pipeline[];
}

const listeners = 4;
const labelsEach = 2;
const datasinks = 4;
const lookups = 3;
const pipelineCount = 12;
const removalsMax = 8;
const namesShownMax = 20;
const words = { description: '', tags: [] };
const condition = { form: 'visual', ast: { field: 'message', op: 'contains', value: 'x' } } as const;
const removers: Readonly<Record<Used['kind'], (tx: TenantTx, id: string) => PromiseLike<unknown>>> = {
  listener: deleteListener,
  label: deleteLabel,
  datasink: deleteDatasink,
  lookup: removeLookup,
};

/** sequences of removals, each in a transaction that is undone, against a model that knows who uses what. */
export const removals: Fault = {
  id: 'removals',
  about: 'R-33: removing what is used stops exactly the pipelines that use it, and without a word nothing at all',
  layer: 'records',
  smallCycles: 60,
  run: async (options) => {
    const world = await createWorld(seededRandom(options.seed));
    try {
      return await independentCycles((seed) => runSequence(world, seededRandom(seed)))(options);
    } finally {
      await world.server.stop();
    }
  },
};

async function createWorld(random: SeededRandom): Promise<World> {
  const server = await createTestApp();
  const owner = await server.user('owner');
  const objects: Used[] = [];
  const labelsOf = new Map<string, string[]>();
  for (let index = 0; index < listeners; index++) {
    const name = `listener ${index}`;
    const config = { port: 10_000 + index };
    const { id } = await owner.call('listeners:create', { name, ...words, component: 'toy-gate', clusterId: testCluster, config });
    const labels: string[] = [];
    for (let label = 0; label < labelsEach; label++) {
      const labelName = `label ${index} ${label}`;
      const made = await owner.call('labels:create', { listenerId: id, name: labelName, description: '', condition });
      labels.push(made.id);
      objects.push({ kind: 'label', id: made.id, name: labelName, holds: [] });
    }
    labelsOf.set(id, labels);
    objects.push({ kind: 'listener', id, name, holds: labels });
  }
  for (let index = 0; index < datasinks; index++) {
    const name = `datasink ${index}`;
    const { id } = await owner.call('datasinks:create', { name, ...words, component: 'toy-field', config: { address: 'x' } });
    objects.push({ kind: 'datasink', id, name, holds: [] });
  }
  for (let index = 0; index < lookups; index++) {
    const name = `lookup ${index}`;
    const { id } = await owner.call('lookups:create', { name, ...words, format: 'csv', separator: null, keyColumn: 'k' });
    objects.push({ kind: 'lookup', id, name, holds: [] });
  }
  const ofKind = (kind: Used['kind']): readonly Used[] => objects.filter((object) => object.kind === kind);
  const pipelines: Pipeline[] = [];
  for (let index = 0; index < pipelineCount; index++) {
    const listenerId = random.pick(ofKind('listener')).id;
    const labelId = random.pick(['all', ...labelsOf.get(listenerId)!]);
    const datasinkId = random.pick(ofKind('datasink')).id;
    const place = { position: { x: 0, y: 0 }, name: '', comment: '' };
    const name = `pipeline ${index}`;
    const { id } = await owner.call('pipelines:create', {
      name,
      ...words,
      document: {
        format: 1,
        nodes: [
          { id: 'in', kind: 'label', ...place, listenerId, labelId },
          { id: 'out', kind: 'datasink', ...place, datasinkId, component: 'toy-field', version: '1.0.0', config: {} },
        ],
        links: [{ id: 'a', from: { node: 'in', port: 'default' }, to: { node: 'out' } }],
      },
    });
    await owner.call('pipelines:publishVersion', { id, revision: 1, kind: 'minor', versionName: '', clusterIds: [testCluster] });
    const uses = new Set([listenerId, datasinkId, ...(labelId === 'all' ? [] : [labelId])]);
    const versionId = await server.db.database.withTenant(owner.tenantId, async (tx) => {
      const rows = await tx.select({ id: versions.id, pipelineId: versions.pipelineId }).from(versions);
      const version = rows.find(({ pipelineId }) => pipelineId === id)!;
      if (random.chance(0.5)) {
        const lookup = random.pick(ofKind('lookup')).id;
        uses.add(lookup);
        await tx.insert(versionReferences).values({ tenantId: owner.tenantId, versionId: version.id, kind: 'lookup', objectId: lookup });
      }
      return version.id;
    });
    pipelines.push({ name, versionId, uses });
  }
  return { server, tenantId: owner.tenantId, objects, pipelines };
}

class Undone extends Error {}

async function runSequence({ server, tenantId, objects, pipelines }: World, random: SeededRandom): Promise<Verdict> {
  const faults: string[] = [];
  let removed = 0;
  const sequence = async (tx: TenantTx): Promise<never> => {
    const stopped = new Set<string>();
    const gone = new Set<string>();
    for (let left = 1 + random.below(removalsMax); left > 0; left--) {
      const choice = objects.filter(({ id }) => !gone.has(id));
      const object = random.pick(choice);
      const users = pipelines.filter(({ uses }) => uses.has(object.id));
      const scope = { tenantId, userId: 'US_1', tx, now: 1, subject: () => undefined };
      const named = await refusalOf(() => releaseDependents(scope, object.kind, object, false));
      const expected = users.map(({ name }) => name).toSorted();
      if (named?.join() !== (expected.length === 0 ? undefined : expected.slice(0, namesShownMax).join()))
        faults.push(`${object.name}: named ${String(named?.join())}, wanted ${expected.join()}`);
      if (random.chance(0.3)) continue;
      await releaseDependents(scope, object.kind, object, true);
      await removers[object.kind](tx, object.id);
      removed++;
      for (const { versionId } of users) stopped.add(versionId);
      for (const id of [object.id, ...object.holds]) gone.add(id);
      faults.push(...(await differences(tx, pipelines, stopped)).map((text) => `after ${object.name}: ${text}`));
    }
    throw new Undone();
  };
  await server.db.database.withTenant(tenantId, sequence).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return {
    acknowledged: removed,
    delivered: removed,
    lost: 0,
    invented: 0,
    corrupt: 0,
    duplicates: 0,
    repeated: 0,
    disordered: 0,
    faultsMet: removed,
    void: undefined,
    faults,
  };
}

/** The pipelines a refusal names, in order; undefined when there is none. */
async function refusalOf(remove: () => Promise<void>): Promise<readonly string[] | undefined> {
  try {
    await remove();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ACQ-IN-USE') throw error;
    return String(error.fields?.['pipelines']).split(', ').toSorted();
  }
}

async function differences(tx: TenantTx, pipelines: readonly Pipeline[], stopped: ReadonlySet<string>): Promise<string[]> {
  const statuses = new Map(
    (await tx.select({ id: versions.id, status: versions.status }).from(versions)).map(({ id, status }) => [id, status]),
  );
  return pipelines.flatMap(({ name, versionId }) => {
    const wanted = stopped.has(versionId) ? 'stopped' : 'running';
    const status = statuses.get(versionId);
    return status === wanted ? [] : [`${name} is ${String(status)}, wanted ${wanted}`];
  });
}
