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
const near = { clusterId: 'CL_1' };
const flows: Flows = {
  listeners: [
    { listenerId: 'LI_1', ...near, events: 100, bytes: 1000 },
    { listenerId: 'LI_2', ...near, events: 50, bytes: 500 },
  ],
  labels: [
    { listenerId: 'LI_1', ...near, labelId: 'all', events: 100 },
    { listenerId: 'LI_2', ...near, labelId: 'LB_1', events: 40 },
  ],
  entries: [
    { listenerId: 'LI_1', ...near, labelId: 'all', pipelineId: 'PL_1', events: 100, bytes: 1000 },
    { listenerId: 'LI_2', ...near, labelId: 'LB_1', pipelineId: 'PL_2', events: 40, bytes: 400 },
    { listenerId: 'LI_2', ...near, labelId: 'LB_1', pipelineId: 'PL_removed', events: 7, bytes: 70 },
  ],
  deliveries: [
    { ...near, pipelineId: 'PL_1', datasinkId: 'DS_1', events: 30, bytes: 300 },
    { ...near, pipelineId: 'PL_1', datasinkId: 'DS_2', events: 20, bytes: 200 },
    { ...near, pipelineId: 'PL_2', datasinkId: 'DS_2', events: 40, bytes: 400 },
  ],
};
const ofRange = rangeValues(flows, 'events');
const whole = buildFlow(things, flows, ofRange, []);
const linkOf = (graph: typeof whole, from: string, to: string) => graph.links.find((link) => link.from === from && link.to === to)?.value;

describe('the flow', () => {
  test('runs through five columns with the volume of each way', () => {
    expect(linkOf(whole, 'listener:LI_1', 'cluster:CL_1')).toBe(100);
    expect(linkOf(whole, 'cluster:CL_1', 'label:LI_2/LB_1')).toBe(40);
    expect(linkOf(whole, 'label:LI_1/all', 'pipeline:PL_1')).toBe(100);
    expect(linkOf(whole, 'pipeline:PL_1', 'datasink:DS_2')).toBe(20);
    expect(whole.nodes.find(({ key }) => key === 'pipeline:PL_1')).toMatchObject({ value: 100 });
    expect(whole.nodes.find(({ key }) => key === 'datasink:DS_2')?.value).toBe(60);
    expect(whole.nodes.find(({ key }) => key === 'cluster:CL_2')?.value).toBe(0);
  });

  test('says of a pipeline what entered it, also where copies of it make more leave; its bar has room for both', () => {
    const copied = { ...flows, deliveries: flows.deliveries.map((each) => ({ ...each, events: each.events * 10 })) };
    const node = buildFlow(things, copied, rangeValues(copied, 'events'), []).nodes.find(({ key }) => key === 'pipeline:PL_1')!;
    const left = copied.deliveries.filter(({ pipelineId }) => pipelineId === 'PL_1').reduce((sum, { events }) => sum + events, 0);
    expect(left).toBeGreaterThan(100);
    expect(node).toMatchObject({ value: 100, size: left });
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

  test('the rates of now are those of the frame, as lists and drawers show them', () => {
    const rate = (events: number) => ({ events, bytes: 0 });
    const frame = (events: number) =>
      ({
        clusters: {
          CL_1: { received: { LI_1: rate(events) }, entered: { PL_1: rate(events) }, delivered: { PL_1: { DS_1: rate(events) } } },
        },
      }) as unknown as LiveFrame;
    const now = buildFlow(things, flows, liveValues(frame(20), 'events'), []);
    expect(linkOf(now, 'label:LI_1/all', 'pipeline:PL_1')).toBe(20);
    expect(linkOf(now, 'cluster:CL_1', 'label:LI_1/all')).toBe(20);
    expect(linkOf(now, 'pipeline:PL_1', 'datasink:DS_1')).toBe(20);
    expect(linkOf(now, 'pipeline:PL_2', 'datasink:DS_2')).toBe(0);
  });
});

describe('a listener that feeds a pipeline of another cluster', () => {
  const far = { clusterId: 'CL_2' };
  const shared: Flows = {
    listeners: [...flows.listeners, { listenerId: 'LI_1', ...far, events: 11, bytes: 110 }],
    labels: [...flows.labels, { listenerId: 'LI_1', ...far, labelId: 'all', events: 9 }],
    entries: [...flows.entries, { listenerId: 'LI_1', ...far, labelId: 'all', pipelineId: 'PL_2', events: 9, bytes: 90 }],
    deliveries: [...flows.deliveries, { ...far, pipelineId: 'PL_2', datasinkId: 'DS_1', events: 8, bytes: 80 }],
  };
  const graph = buildFlow(things, shared, rangeValues(shared, 'events'), []);
  const valueOf = (key: string) => graph.nodes.find((node) => node.key === key)?.value;

  test('is drawn in each cluster with what it received there, and no volume is counted in another', () => {
    expect(linkOf(graph, 'listener:LI_1', 'cluster:CL_1')).toBe(100);
    expect(linkOf(graph, 'listener:LI_1', 'cluster:CL_2')).toBe(11);
    expect([valueOf('listener:LI_1'), valueOf('cluster:CL_1'), valueOf('cluster:CL_2')]).toEqual([111, 150, 11]);
    expect(linkOf(graph, 'cluster:CL_1', 'label:LI_1/all')).toBe(100);
    expect(linkOf(graph, 'cluster:CL_2', 'label:LI_1/all')).toBe(9);
    expect([valueOf('label:LI_1/all'), valueOf('pipeline:PL_2'), valueOf('datasink:DS_1')]).toEqual([109, 49, 38]);
    expect(linkOf(graph, 'pipeline:PL_2', 'datasink:DS_1')).toBe(8);
  });

  test('keeps its cluster when the columns between are hidden', () => {
    const bridged = buildFlow(things, shared, rangeValues(shared, 'bytes'), ['label', 'pipeline']);
    expect(linkOf(bridged, 'cluster:CL_2', 'datasink:DS_1')).toBe(80);
    expect(linkOf(bridged, 'cluster:CL_1', 'datasink:DS_1')).toBe(300);
    expect(linkOf(bridged, 'cluster:CL_2', 'datasink:DS_2')).toBeUndefined();
  });

  test('has a way through the other cluster that holds nothing of its own one', () => {
    const path = pathThrough(graph, 'cluster:CL_2');
    expect([...path].filter((key) => !key.includes(' ')).sort()).toEqual(
      ['cluster:CL_2', 'datasink:DS_1', 'label:LI_1/all', 'listener:LI_1', 'pipeline:PL_2'].sort(),
    );
  });

  test('is drawn there before anything came, and nowhere else', () => {
    const linked: Flows = {
      ...flows,
      entries: [...flows.entries, { listenerId: 'LI_1', ...far, labelId: 'all', pipelineId: 'PL_2', events: 0, bytes: 0 }],
    };
    expect(linkOf(buildFlow(things, linked, rangeValues(linked, 'events'), []), 'listener:LI_1', 'cluster:CL_2')).toBe(0);
    expect(linkOf(whole, 'listener:LI_1', 'cluster:CL_2')).toBeUndefined();
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
    const values = { ...ofRange, entry: (_c: string, _l: string, _b: string, id: string) => Number(id.slice(3)) };
    const entries = many.map(({ id }) => ({ listenerId: 'LI_1', ...near, labelId: 'all', pipelineId: id, events: 1, bytes: 1 }));
    const graph = buildFlow({ ...things, pipelines: many } as unknown as Things, { ...flows, entries, deliveries: [] }, values, []);
    const { nodes, left } = layOut(graph, 900);
    expect(nodes.filter(({ column }) => column === 'pipeline').map(({ id }) => id)).toContain('PL_999');
    expect(left.pipeline).toBe(988);
  });

  test('without any water each thing is still drawn', () => {
    const dry = buildFlow(things, flows, liveValues({ clusters: {} } as unknown as LiveFrame, 'events'), []);
    expect(layOut(dry, 900).nodes).toHaveLength(dry.nodes.length);
  });
});
