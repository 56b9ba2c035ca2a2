import { createMemoryJournal } from '@acequia/journal';
import type { DeployedPipeline } from '@acequia/pipeline';
import { expect, onTestFinished, test } from 'vitest';
import { action, deployment, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until, useLanes } from '../../test/harness.ts';
import { submitLines } from '../../test/toy-components.ts';
import { ToyTables, withLookup } from '../../test/toy-tables.ts';

const looking = pipeline(
  'PL_1',
  'PV_1',
  [label(), action('x', 'look', { lookup: 'LK_1' }), sink('out', 'a')],
  links('start > x', 'x > out'),
);
const plain: DeployedPipeline = {
  ...pipeline('PL_2', 'PV_2', [label('LI_2'), sink('out', 'b')], links('start > out')),
  tenantId: 't2',
};
const other = { ...listener('LI_2'), tenantId: 't2' };

const missing = 'a tenant whose table is missing at a start keeps another one from running, or loses what it takes in meanwhile';

test.each([0, 2])(`${missing} (%i threads)`, async (threads) => {
  useLanes(threads);
  onTestFinished(() => useLanes(0));
  const journal = createMemoryJournal();
  const tables = new ToyTables();
  const both = deployment([looking, plain], { listeners: [listener(), other] });
  const wanted = withLookup(
    { ...both, datasinks: both.datasinks.map((datasink) => (datasink.id === 'b' ? { ...datasink, tenantId: 't2' } : datasink)) },
    1,
  );
  const before = startHarness({ journal, lookup: tables.lookup });
  tables.prepare(before.engine, wanted);
  await before.engine.apply(wanted);
  await submitLines(before.toys.peer('LI_1'), ['one']);
  await until(() => before.toys.destination('a').lines.length === 1);
  await before.engine.stop({ deadlineMs: 1000 });

  const late = new ToyTables();
  const { engine, toys } = startHarness({ journal, lookup: late.lookup });
  await engine.apply(wanted, new Set(['t1']));
  expect(engine.status().pipelines.map(({ id }) => id)).toEqual(['PL_2']);
  await submitLines(toys.peer('LI_1'), ['two']);
  await submitLines(toys.peer('LI_2'), ['near']);
  await until(() => toys.destination('b').lines.length === 1);
  await engine.apply(wanted, new Set(['t1']));
  expect(toys.destination('a').lines).toEqual([]);

  late.prepare(engine, wanted);
  await engine.apply(wanted);
  await submitLines(toys.peer('LI_1'), ['three']);
  await until(() => toys.destination('a').lines.length === 2);
  expect([before.toys.destination('a').lines, toys.destination('a').lines]).toEqual([['1 one'], ['1 two', '1 three']]);
  await engine.stop({ deadlineMs: 1000 });
});
