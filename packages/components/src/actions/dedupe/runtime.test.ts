import { createBatchBuilder, fork, frameBlock, frameWords, startNode } from '@acequia/batch';
import { emptyFieldSet, fieldSet, type FieldValue } from '@acequia/event';
import { describe, expect, it } from 'vitest';
import { compileStep, type StepOptions, type TestStep } from '../../testing/run-step.ts';
import { dedupeAction } from './definition.ts';
import { dedupeRuntime } from './runtime.ts';

const compile = (config: object, options?: StepOptions) => compileStep(dedupeAction, dedupeRuntime, config, options);
const firsts = (step: TestStep, events: Record<string, FieldValue>[]) => step.run(events).ports['default'] ?? [];

const envelope = { tenantId: 't', listenerId: 'LI_1', listenerName: 'e', listenerType: 's', cluster: 'c', worker: 'w', origin: '1-1-1' };

/** Which of the events, received at the given ms, leave by `default`. */
function passedAt(step: TestStep, key: string, times: readonly number[]): number[] {
  const frames = new Uint32Array(times.length * frameWords);
  for (const index of times.keys()) frames.set([0, 1, index, 0, 1], index * frameWords);
  const meta = times.map((receivedMs) => JSON.stringify({ receivedMs, transport: 'tcp' }));
  const block = frameBlock({ bytes: Buffer.from('x'), frames, frameCount: times.length, meta, codec: 1 });
  const builder = createBatchBuilder({ slots: step.slots, block, nowMs: 0, envelope });
  for (const index of times.keys()) {
    builder.begin(index);
    builder.value(step.slots.slot('key'), key);
  }
  const view = fork(builder.finish().events);
  startNode(view, 'n1');
  const passed: number[] = [];
  step.step.step(view, {
    to: (port, row) => void (port === 0 && passed.push(times[row]!)),
    all: () => undefined,
    reject: () => undefined,
    filtered: () => undefined,
    merged: () => undefined,
    evicted: () => undefined,
  });
  return passed;
}

describe('dedupe', () => {
  it('the catalogue example, key user: first and third', () => {
    const result = compile({ keys: ['user'] }, { linked: () => false }).run([{ user: 'a' }, { user: 'a' }, { user: 'b' }]);
    expect(result.ports).toEqual({ default: [{ user: 'a' }, { user: 'b' }] });
    expect(result.filtered).toBe(1);
  });

  it('duplicates leave by their port when it is linked, unchanged', () => {
    const result = compile({ keys: ['user'], count: 'held' }).run([{ user: 'a' }, { user: 'a', n: 2 }]);
    expect(result.ports).toEqual({ default: [{ user: 'a', held: 0 }], duplicates: [{ user: 'a', n: 2 }] });
    expect(result.filtered).toBe(0);
  });

  it('without keys: the whole text', () => {
    const events = [
      { _raw: 'x', n: 1 },
      { _raw: 'x', n: 2 },
      { _raw: 'y', n: 3 },
    ];
    expect(firsts(compile({}), events).map(({ n }) => n)).toEqual([1, 3]);
  });

  it('null is a value, like a missing field; types differ; the border between two keys counts', () => {
    const events = [{ a: null }, {}, { a: '' }, { a: '1' }, { a: 1 }, { a: 'x', b: 'yz' }, { a: 'xy', b: 'z' }, { a: '-' }];
    expect(firsts(compile({ keys: ['a', 'b'] }), events)).toEqual(events.filter((_, index) => index !== 1));
  });

  it('follows the time of receipt, and a slide begins the time anew', () => {
    const times = [0, 900, 1000, 1900, 2900, 2950];
    expect(passedAt(compile({ keys: ['key'], within: '1s' }), 'k', times)).toEqual([0, 1000, 2900]);
    expect(passedAt(compile({ keys: ['key'], within: '1s', sliding: true }), 'k', times)).toEqual([0, 2900]);
  });

  it('the next first tells how many were held back, also after a restart', () => {
    const config = { keys: ['key'], within: '1s', count: 'held' };
    const before = compile(config);
    expect(passedAt(before, 'k', [0, 1, 2])).toEqual([0]);
    const after = compile(config, { restored: before.step.snapshot!() });
    expect(passedAt(after, 'k', [3])).toEqual([]);
    expect(firsts(after, [{ key: 'k' }])).toEqual([{ key: 'k', held: 3 }]);
  });

  it('over the limit the oldest is forgotten and counted', () => {
    const step = compile({ keys: ['n'], maxKeys: 2 });
    expect(step.run([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 2 }, { n: 1 }]).evicted).toBe(2);
    expect(step.run([{ n: 3 }]).evicted).toBe(0);
  });

  it('what the form refuses, and fields that are not there', () => {
    for (const config of [
      { keys: ['a', 'a'] },
      { within: '500ms' },
      { within: '8d' },
      { maxKeys: 0 },
      { maxKeys: 1_000_001 },
      { count: '_x' },
    ])
      expect(() => compile(config), JSON.stringify(config)).toThrow('refused');
    const check = (config: object, input = emptyFieldSet) =>
      dedupeAction.check(dedupeAction.config.parse(config), input).map(({ code }) => code);
    expect(check({})).toEqual([]);
    expect(check({ keys: ['a'] }, fieldSet({ a: 'string' }))).toEqual([]);
    expect(check({ keys: ['a'] }, fieldSet({ b: 'string' }))).toEqual(['FIELD_UNKNOWN']);
  });
});
