import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Browser, type TestApp } from '../../test-app.ts';

let server: TestApp;
let ana: Browser;
const input = { description: '', tags: [], component: 'toy-field', config: { address: 'x' } };

beforeAll(async () => {
  server = await createTestApp();
  ana = await server.user('owner');
});
afterAll(() => server.stop());

test('a datasink made from a preset remembers it, also when it is changed', async () => {
  const made = await ana.call('datasinks:create', { ...input, name: 'meadow', preset: 'toy-meadow' });
  expect(made.preset).toBe('toy-meadow');
  const { component: _, ...text } = input;
  const changed = await ana.call('datasinks:update', { ...text, id: made.id, revision: made.revision, name: 'pasture' });
  expect(changed).toMatchObject({ name: 'pasture', preset: 'toy-meadow', revision: 2 });
  expect((await ana.call('datasinks:create', { ...input, name: 'plain' })).preset).toBeNull();
});

test('a preset of another component, or of none, is refused', async () => {
  expect(await ana.refusal('datasinks:create', { ...input, name: 'odd', preset: 'syslog-resilient' })).toBe('ACQ-COMPONENT-MISSING');
  expect((await ana.call('datasinks:list', {})).some((each) => each.name === 'odd')).toBe(false);
});

test('each saved change is a version of its own, the newest first, with who saved it', async () => {
  const made = await ana.call('datasinks:create', { ...input, name: 'brook' });
  const text = { name: 'brook', description: 'Wider', tags: ['edge'] };
  await ana.call('datasinks:update', { ...text, id: made.id, revision: 1, config: { address: 'y' } });
  const versions = await ana.call('datasinks:listVersions', { id: made.id });
  expect(versions.map(({ number, config, description }) => [number, config, description])).toEqual([
    [2, { address: 'y' }, 'Wider'],
    [1, { address: 'x' }, ''],
  ]);
  expect(versions[0]).toMatchObject({ savedBy: expect.stringContaining('owner') as string, tags: ['edge'] });
  await ana.call('datasinks:remove', { id: made.id, confirmUsed: false });
  expect(await ana.refusal('datasinks:listVersions', { id: made.id })).toBe('WEB-00025');
});

test('a change that is refused leaves no version behind', async () => {
  const made = await ana.call('datasinks:create', { ...input, name: 'weir' });
  const stale = { name: 'weir', description: '', tags: [], id: made.id, revision: 7, config: { address: 'z' } };
  expect(await ana.refusal('datasinks:update', stale)).toBe('ACQ-CONFLICT');
  expect(await ana.call('datasinks:listVersions', { id: made.id })).toHaveLength(1);
});
