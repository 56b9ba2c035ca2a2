import { existsSync, readFileSync } from 'node:fs';
import { definitionFaults, listenerFaults } from '@acequia/testkit';
import type { Definition } from '@acequia/component-sdk/definition';
import { describe, expect, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import { actionDefinitions, datasinkChoices, datasinkDefinitions, listenerChoices, listenerDefinitions } from './definitions.ts';
import { findListenerRuntime, actionRuntimes, datasinkRuntimes, listenerRuntimes } from './runtimes.ts';
import { actionsOnDemand, datasinksOnDemand, listenersOnDemand } from './on-demand.ts';
import { listenerHarness } from './testing/listener-harness.ts';

const catalogue: Definition[] = [
  ...Object.values(listenerDefinitions),
  ...Object.values(actionDefinitions),
  ...Object.values(datasinkDefinitions),
];
const named = catalogue.map((definition) => [`${definition.kind} ${definition.id}`, definition] as const);

test('every definition has its runtime, under its own id', () => {
  expect(Object.keys(listenerRuntimes).sort()).toEqual(Object.keys(listenerDefinitions).sort());
  expect(Object.keys(actionRuntimes).sort()).toEqual(Object.keys(actionDefinitions).sort());
  expect(Object.keys(datasinkRuntimes).sort()).toEqual(Object.keys(datasinkDefinitions).sort());
  for (const [list, id] of [
    ...Object.entries(listenerDefinitions),
    ...Object.entries(actionDefinitions),
    ...Object.entries(datasinkDefinitions),
  ].map(([key, definition]) => [definition.id, key] as const))
    expect(list).toBe(id);
});

test('what is read on demand is not another component, nor of another version', () => {
  const onDemand = {
    ...prefixed('listener', listenersOnDemand),
    ...prefixed('action', actionsOnDemand),
    ...prefixed('datasink', datasinksOnDemand),
  };
  expect(Object.fromEntries(Object.entries(onDemand).map(([name, { version }]) => [name, version]))).toEqual(
    Object.fromEntries(catalogue.map(({ kind, id, version }) => [`${kind} ${id}`, version])),
  );
  const source = readFileSync(new URL('on-demand.ts', import.meta.url), 'utf8');
  const read = source.matchAll(/(\w+): \(\) =>\s*load\(\s*new URL\('([^']+)', import\.meta\.url\),\s*'(\w+)'/g);
  const wanted = catalogue.flatMap(({ kind, id }) =>
    ['definition', 'runtime'].map((part) => {
      const list = readFileSync(new URL(`${part}s.ts`, import.meta.url), 'utf8');
      const path = `./${kind}s/${id}/${part}.ts`;
      return [part, path, new RegExp(`import \\{ (\\w+) \\} from '${path}'`).exec(list)![1]];
    }),
  );
  expect([...read].map(([, part, path, name]) => [part, path, name])).toEqual(wanted);
});

const prefixed = <P>(kind: string, parts: Readonly<Record<string, P>>): Record<string, P> =>
  Object.fromEntries(Object.entries(parts).map(([id, part]) => [`${kind} ${id}`, part]));

describe.each(named)('%s', (_, definition) => {
  test('texts, hints, secrets, examples, card', () => {
    expect(definitionFaults(definition)).toEqual([]);
  });
  test('help pages in both languages and an icon', () => {
    const folder = new URL(`./${definition.kind}s/${definition.id}/`, import.meta.url);
    for (const file of ['docs.md', 'docs.es.md', 'icon.svg']) expect(existsSync(new URL(file, folder)), file).toBe(true);
    const presets = definition.kind === 'action' ? [] : (definition.presets ?? []);
    for (const name of ['icon.svg', ...presets.map(({ id }) => `icon-${id}.svg`)]) {
      const icon = readFileSync(new URL(name, folder), 'utf8');
      expect(icon).toMatch(/viewBox="0 0 24 24"/);
      expect(icon).toMatch(/currentColor/);
      expect(icon).not.toMatch(/<script|href/);
    }
  });
});

test('choosers: every component and its presets, each id once', () => {
  for (const choices of [listenerChoices(), datasinkChoices()]) {
    const ids = choices.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
  expect(listenerChoices().map(({ id }) => id)).toEqual([
    'syslog',
    'tcp',
    'http',
    'http-standard-inbound',
    'opentelemetry',
    'opentelemetry-collector',
    'file',
    'data-generator',
  ]);
  expect(datasinkChoices().find(({ id }) => id === 'syslog-resilient')).toMatchObject({
    definition: { id: 'syslog' },
    name: { es: 'Syslog resiliente' },
  });
});

/** A free port for each field that names one. */
async function freePorts(config: Readonly<Record<string, unknown>>): Promise<Record<string, number>> {
  const ports: Record<string, number> = {};
  for (const name of Object.keys(config)) if (/^port$|Port$/.test(name)) ports[name] = await freePort();
  return ports;
}

test.each(Object.values(listenerDefinitions).map((definition) => [definition.id, definition] as const))(
  'listener %s: start, stop, stop twice, abort, nothing left open',
  async (id, definition) => {
    const base = definition.examples[0]!.config as Record<string, unknown>;
    const config = definition.delivery === 'push' ? { ...base, bind: '127.0.0.1', ...(await freePorts(base)), auth: 'none' } : base;
    expect(await listenerFaults(findListenerRuntime(id)!, config, () => listenerHarness({ secrets: {} }))).toEqual([]);
  },
);
