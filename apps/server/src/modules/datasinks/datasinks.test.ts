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
