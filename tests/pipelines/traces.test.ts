import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '@acequia/base';
import { createSlotTable } from '@acequia/batch';
import { findAction, findDatasink, findListener } from '@acequia/components/definitions';
import { findActionRuntime, findListenerRuntime } from '@acequia/components/runtimes';
import { runTrace, type Components } from '@acequia/engine';
import { describe, expect, test } from 'vitest';
import { loadLookups } from '../../apps/cli/src/run/load-lookups.ts';
import { listenerOf, parsePipelineFile } from '../../apps/cli/src/run/pipeline-file.ts';

const folder = import.meta.dirname;
const cases = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'pipeline.yaml')));
/** With lines that are no text, or longer than a trace takes; and no lines. */
const notText = new Set(['hostile-utf8', 'hostile-json', 'empty-input']);

const pair = (definition: unknown, runtime: unknown) => (definition ? { definition, runtime } : undefined);
const components = {
  listener: (id: string) => pair(findListener(id), findListenerRuntime(id)),
  action: (id: string) => pair(findAction(id), findActionRuntime(id)),
  datasink: (id: string) => pair(findDatasink(id), {}),
} as unknown as Components;

describe.each(cases.filter((name) => !notText.has(name)))('%s', (name) => {
  const path = (file: string) => join(folder, name, file);

  test('a trace gives what the running engine gave', async () => {
    const file = parsePipelineFile(readFileSync(path('pipeline.yaml'), 'utf8'), path('.'));
    if (!file.ok) throw new Error(file.error);
    const { document, input, labels, lookups } = file.value;
    const tables = await loadLookups(lookups);
    if (!tables.ok) throw new Error(tables.error);
    const source = ['input.log', 'input.ndjson'].map(path).find((each) => existsSync(each))!;
    const frames = readFileSync(source, 'utf8')
      .split('\n')
      .map((line) => line.replace(/\r$/, ''))
      .filter((line) => line !== '');
    const { component, config } = listenerOf(input);
    const listenerId = document.nodes.find((node) => node.kind === 'label')!.listenerId;
    const parsed = findListener(component)!.config.safeParse(config);
    const listener = {
      id: listenerId,
      tenantId: 'local',
      name: 'input',
      component,
      version: findListener(component)!.version,
      config: parsed.data as Record<string, unknown>,
      revision: 1,
      labels: Object.entries(labels).map(([id, condition]) => ({ id, name: id, condition })),
    };
    const result = runTrace({
      document,
      components,
      slots: createSlotTable(),
      clock: systemClock,
      random: { bytes: (count) => randomBytes(count) },
      secret: (reference) => {
        throw new Error(reference);
      },
      lookup: (id) => ({ block: () => tables.value.block(id)! }),
      input: { kind: 'raw', frames, ...(input === 'json' ? { attributes: { element: 'json' } } : {}) },
      listener,
    });
    expect(result.faults).toEqual([]);
    const steps = result.traces.flatMap((trace) => trace.steps);
    for (const node of document.nodes.filter(({ kind }) => kind === 'datasink')) {
      const arrived = steps.filter((step) => step.node === node.id).map((step) => step.input.json);
      const expected = readFileSync(path(`expected.${node.id}.ndjson`), 'utf8')
        .split('\n')
        .filter(Boolean);
      expect(arrived.sort(), node.id).toEqual(expected.sort());
    }
    for (const { checked, outcomes } of steps) {
      if (!checked) continue;
      const held = checked.filter(({ holds }) => holds).map(({ port }) => port);
      const taken = new Set(outcomes.map((outcome) => ('port' in outcome ? outcome.port! : 'error')));
      if (outcomes.every(({ kind }) => kind !== 'refused')) {
        if (held.length > 0) expect([...taken]).toEqual(held);
        else expect(checked.every(({ port }) => !taken.has(port))).toBe(true);
      }
    }
    const { pipeline } = JSON.parse(readFileSync(path('counts.json'), 'utf8')) as { pipeline: Record<string, number> };
    const ended: Record<string, number> = {};
    for (const totals of Object.values(result.nodes))
      for (const [reason, count] of Object.entries(totals.ended))
        if (reason !== 'filtered:label') ended[reason] = (ended[reason] ?? 0) + count;
    const endings = Object.entries(pipeline).filter(([counter]) => /^(filtered|merged|expired|dropped):/.test(counter));
    expect(ended).toEqual(Object.fromEntries(endings));
  });
});
