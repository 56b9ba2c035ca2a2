import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import { parseConfig, secretReferences } from '@acequia/component-sdk/definition';
import { findCredential } from '@acequia/components/credentials';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { runTrace, type Components } from '@acequia/engine';
import { builtInLabels, parseTemplateFile, recordedEvents, validate, type PipelineDocument, type TemplateFile } from '@acequia/pipeline';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../templates');
const ids = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'template.yaml')))
  .sort();
/** How many of each kind were hidden: `url-password: 1` is no password. */
const reportOfRedact = /\\?"redactions\\?":\{[^}]*\}/g;
/** The moment all of them were recorded at. */
const recordedMs = Date.parse('2026-01-15T10:00:00Z');

const pair = (definition: unknown, runtime: unknown) => (definition ? { definition, runtime } : undefined);
const components = {
  listener: (id: string) => pair(findListener(id), findListenerRuntime(id)),
  action: (id: string) => pair(findAction(id), findActionRuntime(id)),
  datasink: (id: string) => pair(findDatasink(id), {}),
} as unknown as Components;

function read(id: string): TemplateFile {
  const file = parseTemplateFile(readFileSync(join(folder, id, 'template.yaml'), 'utf8'));
  if (!file.ok) throw new Error(`${id}: ${file.error}`);
  return file.value;
}

const linesOf = (id: string) =>
  readFileSync(join(folder, id, 'input.log'), 'utf8')
    .split('\n')
    .filter(Boolean);

function run(id: string, { document, listener }: TemplateFile) {
  const definition = findListener(listener.component)!;
  const config = parseConfig(definition.config, listener.config);
  if (!config.ok) throw new Error(`${id}: ${JSON.stringify(config.error)}`);
  return runTrace({
    document,
    components,
    slots: createSlotTable(),
    clock: systemClock,
    random: { bytes: (count) => randomBytes(count) },
    secret: (reference) => {
      throw new Error(reference);
    },
    lookup: (lookup) => {
      throw new Error(lookup);
    },
    frozenMs: recordedMs,
    input: { kind: 'raw', frames: linesOf(id) },
    listener: {
      id: '',
      tenantId: 'local',
      name: 'input',
      component: listener.component,
      version: definition.version,
      config: config.value,
      revision: 1,
      labels: [],
    },
  });
}

/** As after an import: a listener and data sinks stand where the template leaves them open. */
const filledIn = (document: PipelineDocument): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) =>
    node.kind === 'label' ? { ...node, listenerId: 'LI_own' } : node.kind === 'datasink' ? { ...node, datasinkId: `DS_${node.id}` } : node,
  ),
});

test('there are at least twelve, and each job is there once', () => {
  expect(ids.length).toBeGreaterThanOrEqual(12);
  for (const language of ['en', 'es'] as const) expect(new Set(ids.map((id) => read(id).texts[language].name)).size).toBe(ids.length);
});

describe.each(ids)('%s', (id) => {
  const file = read(id);
  const sinks = file.document.nodes.filter(({ kind }) => kind === 'datasink').map((node) => node.id);

  test('gives exactly what was recorded, byte for byte, and no credential leaves', async () => {
    const result = run(id, file);
    expect(result.faults).toEqual([]);
    expect(result.cut).toBe(false);
    const label = file.document.nodes.find(({ kind }) => kind === 'label')!.id;
    const arrived = new Map(sinks.map((node) => [node, recordedEvents(result, node)]));
    for (const [node, { events }] of arrived)
      await expect(events.map((event) => `${event}\n`).join(''), node).toMatchFileSnapshot(join(folder, id, `expected.${node}.ndjson`));
    const fields = Object.fromEntries([label, ...sinks].map((node) => [node, recordedEvents(result, node).fields]));
    await expect(`${JSON.stringify(fields, undefined, 2)}\n`).toMatchFileSnapshot(join(folder, id, 'fields.json'));
    for (const [node, { events }] of arrived) {
      expect(events.length, `${node} gets something`).toBeGreaterThan(0);
      expect(findCredential('', events.join('\n').replaceAll(reportOfRedact, '')), node).toBeUndefined();
    }
  });

  test('could be published as soon as its ends are chosen', () => {
    const { document, listener } = file;
    const config = findListener(listener.component)!.config.parse(listener.config) as Record<string, unknown>;
    const { problems } = validate(filledIn(document), {
      action: findAction,
      datasink: findDatasink,
      listener: () => ({ definition: findListener(listener.component)!, config, labels: [...builtInLabels] }),
      lookup: () => false,
      datasinkInstance: (sink) => {
        const node = document.nodes.find((each) => `DS_${each.id}` === sink);
        return node?.kind === 'datasink' ? { component: node.component } : undefined;
      },
    });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('names no listener, data sink or secret, and its words are for nodes that are there', () => {
    for (const node of file.document.nodes) {
      if (node.kind === 'label') expect([node.listenerId, node.labelId]).toEqual(['', 'all']);
      else if (node.kind === 'datasink') {
        expect(node.datasinkId).toBe('');
        expect(secretReferences(findDatasink(node.component)!.node, node.config)).toEqual([]);
      } else expect(secretReferences(findAction(node.component)!.config, node.config)).toEqual([]);
    }
    const nodes = file.document.nodes.map((node) => node.id);
    expect(Object.keys(file.texts.en.nodes)).toEqual(Object.keys(file.texts.es.nodes));
    for (const node of Object.keys(file.texts.en.nodes)) expect(nodes).toContain(node);
  });

  test('its recorded addresses are of documentation and private networks', () => {
    const lines = linesOf(id).join('\n');
    const addresses = lines.match(/(?<![\d.])\d{1,3}(\.\d{1,3}){3}(?![\d.])/g) ?? [];
    for (const address of addresses) expect(address).toMatch(/^(192\.0\.2|198\.51\.100|203\.0\.113|10\.20\.\d+)\./);
    for (const [host] of lines.matchAll(/[\w-]+(\.[\w-]+)*\.(com|org|net|io)\b/g))
      if (!/(amazonaws|microsoft)\.com$/.test(host)) expect(host).toMatch(/example\.com$/);
  });
});
