import { expect, test } from 'vitest';
import { deployment, label, links, listener, pipeline, sink } from '../test/deployments.ts';
import { startHarness, until } from '../test/harness.ts';
import { submitLines } from '../test/toy-components.ts';

/** Pipelines of two listeners; the data sink `a` and the listener `LI_1` use a secret, the others another one. */
const twoPipelines = () => {
  const of = (number: number, name: string) =>
    pipeline(`PL_${number}`, `PV_${number}`, [label(`LI_${number}`), sink('out', name)], links('start > out'));
  const wanted = deployment([of(1, 'a'), of(2, 'b')], {
    listeners: [listener('LI_1', { token: 'SE_1' }), listener('LI_2', { token: 'SE_2' })],
  });
  const secretOf: Record<string, string> = { a: 'SE_1', b: 'SE_2' };
  return { ...wanted, datasinks: wanted.datasinks.map((one) => ({ ...one, creation: { ...one.creation, key: secretOf[one.name]! } })) };
};

test('a changed secret touches only the deliveries and listeners that use it', async () => {
  const values = new Map([
    ['SE_1', 'one'],
    ['SE_2', 'two'],
  ]);
  const { engine, toys } = startHarness({ secret: (reference) => values.get(reference) });
  await engine.apply(twoPipelines());
  await submitLines(toys.peer('LI_1'), ['x']);
  await submitLines(toys.peer('LI_2'), ['y']);
  const touched = () => ({
    a: toys.destination('a').opens,
    b: toys.destination('b').opens,
    one: toys.peer('LI_1').newSecrets,
    two: toys.peer('LI_2').newSecrets,
  });
  expect(touched()).toEqual({ a: 1, b: 1, one: 0, two: 0 });
  for (let round = 0; round < 5; round++) {
    values.set('SE_2', `two ${round}`);
    values.set('SE_3', 'of somebody else');
    await engine.secretsChanged();
    await until(() => toys.destination('b').opens === round + 2);
  }
  await engine.secretsChanged();
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  expect(touched()).toEqual({ a: 1, b: 6, one: 0, two: 5 });
  await engine.stop({ deadlineMs: 1000 });
});

test('a data sink renamed, or another one edited: the connection stays; edited itself: a new one', async () => {
  const { engine, toys } = startHarness();
  await engine.apply(twoPipelines());
  const edited = (name: string, creation: object) => {
    const wanted = twoPipelines();
    return {
      ...wanted,
      datasinks: wanted.datasinks.map((one) =>
        one.name === name ? { ...one, name: `${name} renamed`, revision: 2, creation: { ...one.creation, ...creation } } : one,
      ),
    };
  };
  await engine.apply(edited('a', {}));
  expect([toys.destination('a').opens, toys.destination('b').opens]).toEqual([1, 1]);
  await engine.apply(edited('a', { colour: 'red' }));
  await until(() => toys.destination('a').opens === 2);
  expect(toys.destination('b').opens).toBe(1);
  await engine.stop({ deadlineMs: 1000 });
});
