import { createSlotTable, frameFlags } from '@acequia/batch';
import { systemClock } from '@acequia/base';
import { expect, test } from 'vitest';
import { action, label, links, listener, sink, type pipeline } from '../../test/deployments.ts';
import { createToys } from '../../test/toy-components.ts';
import { runTrace, type TraceOptions } from './run-trace.ts';
import type { TraceInput } from './trace.ts';

type Nodes = Parameters<typeof pipeline>[2];

function trace(nodes: Nodes, joined: readonly string[], given: Partial<TraceOptions> & { readonly input: TraceInput }) {
  return runTrace({
    document: { format: 1, nodes, links: links(...joined) },
    components: createToys().components,
    slots: createSlotTable(),
    clock: systemClock,
    random: { bytes: (count) => new Uint8Array(count) },
    lookup: () => {
      throw new Error('no lookup');
    },
    secret: () => {
      throw new Error('no secret');
    },
    listener: listener(),
    ...given,
  });
}

const lines = (...frames: string[]) => ({ kind: 'raw' as const, frames });
const text = (message: string) => ({ json: JSON.stringify({ message }), types: { message: 'string' } });

test('each event has its way through every node, and arrives where nothing is written', () => {
  const result = trace(
    [label(), action('pick', 'choose', { word: 'a' }), action('m', 'mark', { mark: '>' }), sink('out', 'x'), sink('rest', 'y')],
    ['start > pick', 'pick.yes > m', 'pick.no > rest', 'm > out'],
    { input: lines('a1', 'b1') },
  );
  expect(result.traces.map(({ event, steps }) => [event, steps.map(({ node }) => node)])).toEqual([
    [0, ['start', 'pick', 'm', 'out']],
    [1, ['start', 'pick', 'rest']],
  ]);
  expect(result.traces[0]!.steps[2]).toMatchObject({
    input: text('a1'),
    outcomes: [{ kind: 'left', port: 'default', event: text('>a1') }],
  });
  expect(result.traces[0]!.steps[3]!.outcomes).toEqual([{ kind: 'arrived', event: { ...text('>a1'), raw: 'a1' } }]);
  expect(result.nodes['pick']).toMatchObject({ in: 2, ports: { yes: 1, no: 1 }, ended: {}, refused: {} });
  expect(result).toMatchObject({ faults: [], cut: false });
});

test('a message of several frames is cut as its listener cuts it, and what the listener refuses is refused', () => {
  const toys = createToys().components;
  const components: TraceOptions['components'] = {
    ...toys,
    listener: (id, version) => {
      const { definition, runtime } = toys.listener(id, version)!;
      const cut = (_config: unknown, bytes: Uint8Array) => ({
        bytes,
        frames: Uint32Array.of(0, 2, frameFlags.checked, 3, 2, frameFlags.checked, 6, 2, frameFlags.rejected),
        count: 3,
        rejectCode: (frame: number) => (frame === 2 ? 'DECODE_JSON_SYNTAX' : undefined),
        attributes: {},
      });
      return { definition, runtime: { ...runtime, cut } };
    },
  };
  const { traces } = trace([label(), sink('out', 'x')], ['start > out'], { input: lines('a1,b2,c3'), components });
  expect(traces.map(({ steps }) => steps[0]!.input.json)).toEqual([text('a1').json, text('b2').json, '{}']);
  expect(traces[2]!.steps[0]!.outcomes).toMatchObject([{ kind: 'refused', code: 'DECODE_JSON_SYNTAX' }]);
});

test('what ends says why, with what would have left where nothing is linked', () => {
  const result = trace(
    [label(), action('pick', 'choose', { word: 'a' }), action('m', 'mark', { mark: '>' }), action('one', 'once', {})],
    ['start > one', 'one > pick', 'pick.yes > m'],
    { input: lines('a#1', 'b#1', 'a#2') },
  );
  expect(result.traces.map(({ steps }) => steps.at(-1)!.outcomes)).toEqual([
    [{ kind: 'ended', reason: 'dropped:unconnected', port: 'default', event: { ...text('>a#1'), raw: 'a#1' } }],
    [{ kind: 'ended', reason: 'filtered:condition', port: 'no', event: text('b#1') }],
    [{ kind: 'ended', reason: 'filtered:duplicate' }],
  ]);
  expect(result.nodes['one']!.ended).toEqual({ 'filtered:duplicate': 1 });
});

test('a refused event tells its code, whether an error port is linked or not; so does a text that cannot be decoded', () => {
  const nodes = [label(), action('m', 'mark', { mark: '>' }), sink('out', 'x'), sink('bad', 'y')];
  const open = trace(nodes, ['start > m', 'm > out'], { input: lines('bad', '!x') });
  const linked = trace(nodes, ['start > m', 'm > out', 'm.error > bad', 'start.error > bad'], { input: lines('bad', '!x') });
  for (const { traces } of [open, linked]) {
    expect(traces[0]!.steps[1]!.outcomes).toEqual([{ kind: 'refused', code: 'TOY_BAD', event: text('bad') }]);
    expect(traces[1]!.steps[0]!.outcomes).toMatchObject([{ kind: 'refused', code: 'DECODE_TOY' }]);
  }
  expect(open.traces[0]!.steps).toHaveLength(2);
  expect(linked.traces[0]!.steps[2]).toMatchObject({ node: 'bad', outcomes: [{ kind: 'arrived' }] });
  expect(linked.nodes['m']!.refused).toEqual({ TOY_BAD: 1 });
});

test('a refused event tells what was expected as a code', () => {
  const { traces } = trace([label(), action('m', 'mark', { mark: '>' }), sink('out', 'x')], ['start > m', 'm > out'], {
    input: lines('bad digits'),
  });
  const expected = { code: 'EXPECTED_DIGITS', fields: {} };
  expect(traces[0]!.steps[1]!.outcomes).toEqual([{ kind: 'refused', code: 'TOY_BAD', expected, event: text('bad digits') }]);
});

test('copies go their own ways: of links, and of what a step adds', () => {
  const result = trace(
    [label(), action('m', 'mark', { mark: '>' }), action('n', 'mark', { mark: '+' }), sink('out', 'x'), sink('too', 'y')],
    ['start > m', 'm > out', 'm > n', 'n > too'],
    { input: lines('twin') },
  );
  const byNode = Object.groupBy(result.traces[0]!.steps, ({ node }) => node);
  expect(byNode['m']![0]!.outcomes).toHaveLength(2);
  expect(byNode['out']!.map(({ input }) => input)).toMatchObject([text('>twin'), text('>twin')]);
  expect(byNode['too']!.map(({ input }) => input)).toMatchObject([text('+>twin'), text('+>twin'), text('+>twin'), text('+>twin')]);
});

test('a step that throws refuses its event, says so once, and the next event goes on', () => {
  const toys = createToys().components;
  const components: TraceOptions['components'] = {
    ...toys,
    action: (id, version) =>
      id === 'throws'
        ? ({
            definition: toys.action('mark', version)!.definition,
            runtime: {
              compile: () => ({
                step: () => {
                  throw new Error('out of luck');
                },
              }),
            },
          } as never)
        : toys.action(id, version),
  };
  const result = trace([label(), action('m', 'throws', {}), sink('out', 'x')], ['start > m', 'm > out'], {
    input: lines('a', 'b'),
    components,
  });
  expect(result.faults).toEqual([{ node: 'm', code: 'ENGINE_STEP_FAILED', message: 'out of luck' }]);
  expect(result.nodes['m']).toMatchObject({ in: 2, refused: { ENGINE_STEP_FAILED: 2 } });
});

test('integers keep all their digits; null, missing and empty stay three things', () => {
  const json = ['{"big":9223372036854775807,"none":null,"empty":"","message":"x"}', '{"big":-9223372036854775808,"message":"y"}'];
  const result = trace([label(), sink('out', 'x')], ['start > out'], { input: { kind: 'events', json } });
  expect(result.traces.map(({ steps }) => steps[1]!.input)).toEqual([
    { json: json[0], types: { big: 'integer', none: 'null', empty: 'string', message: 'string' } },
    { json: json[1], types: { big: 'integer', message: 'string' } },
  ]);
});

test('events that are none are told, and the others go on', () => {
  const json = ['{"message":"x"}', '[1]', '{', '{"_secret":1}', '{"_raw":"line","message":"y"}'];
  const result = trace([label(), sink('out', 'x')], ['start > out'], { input: { kind: 'events', json } });
  expect(result.traces.map(({ event }) => event)).toEqual([0, 4]);
  expect(result.faults).toEqual([
    { code: 'JSON_NOT_OBJECT', message: 'event 2' },
    { code: 'JSON_SYNTAX', message: 'event 3' },
    { code: 'FIELD_NAME', message: 'event 4' },
  ]);
});

test('an event that the label does not admit ends there', () => {
  const labels = [{ id: 'LB_1', name: 'Red', condition: { form: 'visual', ast: { field: 'message', op: 'contains', value: 'red' } } }];
  const result = trace([label('LI_1', 'LB_1'), sink('out', 'x')], ['start > out'], {
    input: lines('red', 'blue'),
    listener: listener('LI_1', {}, labels),
  });
  expect(result.traces.map(({ steps }) => steps.at(-1)!.outcomes[0])).toMatchObject([
    { kind: 'arrived' },
    { kind: 'ended', reason: 'filtered:label' },
  ]);
});

test('up to a node, what follows may be anything, and ports count as linked where they are', () => {
  const nodes = [label(), action('m', 'mark', { mark: '>' }), action('after', 'broken', {}), sink('out', 'gone')];
  const joined = ['start > m', 'm > after', 'after > out'];
  expect(trace(nodes, joined, { input: lines('a') }).faults).toMatchObject([{ node: 'after', code: 'INTERNAL' }]);
  const result = trace(nodes, joined, { input: lines('a'), upTo: 'm' });
  expect(result.faults).toEqual([]);
  expect(result.traces).toMatchObject([{ steps: [{ node: 'm', outcomes: [{ kind: 'left', port: 'default', event: text('>a') }] }] }]);
});

test('a document that cannot run says why and where', () => {
  expect(trace([sink('out', 'x')], [], { input: lines('a') }).faults).toEqual([{ code: 'PIPELINE_INVALID' }]);
  expect(trace([label(), action('m', 'unheard-of', {})], ['start > m'], { input: lines('a') }).faults).toMatchObject([
    { node: 'm', code: 'COMPONENT_UNKNOWN' },
  ]);
});

test('too much is left out and said so: events, characters, fields of one event', () => {
  const plain: Nodes = [label(), sink('out', 'x')];
  const many = trace(plain, ['start > out'], { input: lines(...Array.from({ length: 1200 }, () => 'a')) });
  expect([many.traces.length, many.cut]).toEqual([1000, true]);
  const large = trace(plain, ['start > out'], { input: lines('x'.repeat(65_536)) });
  expect(large.traces[0]!.steps[0]!.input).toEqual({ json: '{}', types: {} });
  expect(large.cut).toBe(true);
  const wide = trace(plain, ['start > out'], { input: lines(...Array.from({ length: 60 }, () => 'x'.repeat(60_000))) });
  expect(wide.cut).toBe(true);
  expect(wide.nodes['out']!.in).toBe(60);
});
