import { createMemoryJournal, type CommitValue } from '@acequia/journal';
import { expect, test } from 'vitest';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { HeldValues } from './held-values.ts';
import { holdingsFor } from './lane-holdings.ts';

const vault: Readonly<Record<string, string>> = { SE_1: 'one', SE_2: 'two', SE_3: 'three', SE_4: 'four' };
const options = {
  secret: (reference: string, tenantId: string) => (tenantId === 't1' ? vault[reference] : undefined),
  lookup: (id: string, version: number | undefined) => (id === 'LU_1' && version !== 2 ? new SharedArrayBuffer(8) : undefined),
};
const reading = (listenerId: string, id: string, config: Record<string, unknown>, to: string) =>
  pipeline(id, `PV_${id}`, [label(listenerId), action('x', 'mark', config), sink('out', to)], links('start > x', 'x > out'));

function held(...args: Parameters<typeof holdingsFor>): HeldValues {
  const values = new HeldValues();
  values.replace(holdingsFor(...args));
  return values;
}

test('a lane does not get the secrets of another', () => {
  const whole = deployment([reading('LI_1', '1', { steps: [{ key: 'SE_1' }] }, 'a')], { sinks: ['a', 'b'] });
  const datasinks = whole.datasinks.map((one) => ({ ...one, creation: { token: one.id === 'a' ? 'SE_2' : 'SE_3' } }));
  const values = held(options, createMemoryJournal(), { ...whole, datasinks }, new Set(['LI_1']));
  expect(['SE_1', 'SE_2', 'SE_3'].map((reference) => values.secret(reference, 't1'))).toEqual(['one', 'two', undefined]);
  expect(values.secret('SE_1', 't2')).toBeUndefined();
});

test('versions that still drain keep theirs, those of other listeners give none', async () => {
  const journal = createMemoryJournal();
  const record = (pipelineOf: unknown) => JSON.parse(JSON.stringify({ pipeline: pipelineOf, datasinks: [] })) as CommitValue;
  await journal.commits.commit(
    new Map<string, CommitValue>([
      ['v/PV_1', {}],
      ['d/PV_1', record(reading('LI_1', '1', { key: 'SE_4' }, 'a'))],
      ['v/PV_2', {}],
      ['d/PV_2', record(reading('LI_2', '2', { key: 'SE_3' }, 'a'))],
    ]),
  );
  const values = held(options, journal, deployment([]), new Set(['LI_1']));
  expect([values.secret('SE_4', 't1'), values.secret('SE_3', 't1')]).toEqual(['four', undefined]);
});

test('tables are those of the deployment; the one in force goes without a number', () => {
  const version = { id: 'LV', bytes: 1, sha256: 'a'.repeat(64) };
  const lookups = [
    {
      id: 'LU_1',
      tenantId: 't1',
      format: 'csv' as const,
      separator: null,
      keyColumn: 'k',
      activeNumber: 1,
      versions: [
        { ...version, number: 1 },
        { ...version, number: 2 },
      ],
    },
  ];
  const values = held(options, createMemoryJournal(), { ...deployment([]), lookups }, new Set());
  expect([undefined, 1, 2].map((number) => values.lookup('LU_1', number, 't1')?.byteLength)).toEqual([8, 8, undefined]);
  expect(values.lookup('LU_1', 1, 't2')).toBeUndefined();
});
