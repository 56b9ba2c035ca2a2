import { describe, expect, test } from 'vitest';
import type { Flows, Label, LiveFrame } from '@acequia/contract';
import { buildFlow, liveValues, pathThrough, rangeValues, type Things } from './flow-graph.ts';
import { layOut } from './sankey-layout.ts';

const named = (id: string) => ({ id, name: id });
const things = {
  listeners: [
    { ...named('LI_1'), clusterId: 'CL_1' },
    { ...named('LI_2'), clusterId: 'CL_1' },
  ],
  clusters: [named('CL_1'), named('CL_2')],
  labels: [
    { ...named('all'), listenerId: 'LI_1', builtIn: true },
    { ...named('all'), listenerId: 'LI_2', builtIn: true },
    { ...named('LB_1'), listenerId: 'LI_2', builtIn: false },
  ] as Label[],
  pipelines: [named('PL_1'), named('PL_2')],
  datasinks: [named('DS_1'), named('DS_2')],
} as unknown as Things;
const flows: Flows = {
  labels: [
    { listenerId: 'LI_1', labelId: 'all', events: 100 },
    { listenerId: 'LI_2', labelId: 'LB_1', events: 40 },
  ],
  entries: [
    { listenerId: 'LI_1', labelId: 'all', pipelineId: 'PL_1', events: 100, bytes: 1000 },
    { listenerId: 'LI_2', labelId: 'LB_1', pipelineId: 'PL_2', events: 40, bytes: 400 },
    { listenerId: 'LI_2', labelId: 'LB_1', pipelineId: 'PL_removed', events: 7, bytes: 70 },
  ],
  deliveries: [
    { pipelineId: 'PL_1', datasinkId: 'DS_1', events: 30, bytes: 300 },
    { pipelineId: 'PL_1', datasinkId: 'DS_2', events: 20, bytes: 200 },
    { pipelineId: 'PL_2', datasinkId: 'DS_2', events: 40, bytes: 400 },
  ],
};
const received = (id: string) => (id === 'LI_1' ? 100 : 50);
const ofRange = rangeValues(flows, received, 'events');
const whole = buildFlow(things, flows, ofRange, []);
const linkOf = (graph: typeof whole, from: string, to: string) => graph.links.find((link) => link.from === from && link.to === to)?.value;

describe('the flow', () => {
  test('runs through five columns with the volume of each way', () => {
    expect(linkOf(whole, 'listener:LI_1', 'cluster:CL_1')).toBe(100);
    expect(linkOf(whole, 'cluster:CL_1', 'label:LI_2/LB_1')).toBe(40);
    expect(linkOf(whole, 'label:LI_1/all', 'pipeline:PL_1')).toBe(100);
    expect(linkOf(whole, 'pipeline:PL_1', 'datasink:DS_2')).toBe(20);
    expect(whole.nodes.find(({ key }) => key === 'pipeline:PL_1')).toMatchObject({ value: 100, removed: 50 });
    expect(whole.nodes.find(({ key }) => key === 'datasink:DS_2')?.value).toBe(60);
    expect(whole.nodes.find(({ key }) => key === 'cluster:CL_2')?.value).toBe(0);
  });

  test('does not show built-in labels nobody uses, nor what was removed', () => {
    const keys = whole.nodes.map(({ key }) => key);
    expect(keys).not.toContain('label:LI_2/all');
    expect(JSON.stringify(whole.links)).not.toContain('PL_removed');
  });

  test('a hidden column is bridged and no volume is lost', () => {
    const bridged = buildFlow(things, flows, ofRange, ['cluster', 'label', 'pipeline']);
    expect(linkOf(bridged, 'listener:LI_1', 'datasink:DS_1')).toBe(30);
    expect(linkOf(bridged, 'listener:LI_2', 'datasink:DS_2')).toBe(40);
    expect(bridged.links.reduce((sum, { value }) => sum + value, 0)).toBe(90);
  });

  test('a way through a node holds what is up and down the stream of it, and nothing beside it', () => {
    const path = pathThrough(whole, 'pipeline:PL_2');
    expect(path).toContain('listener:LI_2');
    expect(path).toContain('datasink:DS_2');
    expect(path).toContain('cluster:CL_1');
    expect(path).not.toContain('listener:LI_1');
    expect(path).not.toContain('pipeline:PL_1');
    expect(path).not.toContain('datasink:DS_1');
  });

  test('the rates of now are the mean of the newest frames', () => {
    const frame = (events: number) =>
      ({
        listeners: { LI_1: { received: { events, bytes: 0 } } },
        pipelines: { PL_1: { entered: { events, bytes: 0 } } },
        deliveries: { PL_1: { DS_1: { events, bytes: 0 } } },
      }) as unknown as LiveFrame;
    const now = buildFlow(things, flows, liveValues([frame(10), frame(30)], 'events'), []);
    expect(linkOf(now, 'label:LI_1/all', 'pipeline:PL_1')).toBe(20);
    expect(linkOf(now, 'cluster:CL_1', 'label:LI_1/all')).toBe(20);
    expect(linkOf(now, 'pipeline:PL_1', 'datasink:DS_1')).toBe(20);
    expect(linkOf(now, 'pipeline:PL_2', 'datasink:DS_2')).toBe(0);
  });
});

describe('the drawing', () => {
  const drawn = layOut(whole, 900);

  test('no two names of a column lie on each other, and nothing is outside', () => {
    for (const column of ['listener', 'label', 'pipeline', 'datasink'] as const) {
      const nodes = drawn.nodes.filter((node) => node.column === column).sort((a, b) => a.y - b.y);
      for (const [index, node] of nodes.entries()) {
        const after = nodes[index + 1];
        expect(node.x).toBeGreaterThanOrEqual(0);
        expect(node.x).toBeLessThanOrEqual(892);
        expect(node.y + node.height).toBeLessThanOrEqual(drawn.height);
        if (after) expect(after.y - 36).toBeGreaterThanOrEqual(node.y + node.height);
      }
    }
  });

  test('one scale holds for all columns', () => {
    const heightOf = (key: string) => drawn.nodes.find((node) => node.key === key)!.height;
    expect(heightOf('pipeline:PL_1') / heightOf('datasink:DS_2')).toBeCloseTo(100 / 60);
    expect(heightOf('listener:LI_1') / heightOf('pipeline:PL_1')).toBeCloseTo(1);
  });

  test('a thousand pipelines do not become a thousand bars; the largest stay', () => {
    const many = Array.from({ length: 1000 }, (_, index) => named(`PL_${index}`));
    const values = { ...ofRange, entry: (_l: string, _b: string, id: string) => Number(id.slice(3)) };
    const entries = many.map(({ id }) => ({ listenerId: 'LI_1', labelId: 'all', pipelineId: id, events: 1, bytes: 1 }));
    const graph = buildFlow({ ...things, pipelines: many } as unknown as Things, { ...flows, entries, deliveries: [] }, values, []);
    const { nodes, left } = layOut(graph, 900);
    expect(nodes.filter(({ column }) => column === 'pipeline').map(({ id }) => id)).toContain('PL_999');
    expect(left.pipeline).toBe(988);
  });

  test('without any water each thing is still drawn', () => {
    const dry = buildFlow(things, flows, liveValues([], 'events'), []);
    expect(layOut(dry, 900).nodes).toHaveLength(dry.nodes.length);
  });
});
