import { MiB } from '@acequia/base';
import { createBatchBuilder, fork, frameBlock, frameWords, startNode } from '@acequia/batch';
import { emptyFieldSet, fieldSet, Timestamp, type FieldValue } from '@acequia/event';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { receivedMs } from '../../testing/event-view.ts';
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
    expired: () => undefined,
    emit: () => undefined,
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

describe('dedupe that keeps the last', () => {
  const last = { keys: ['k'], within: '10s', keep: 'last-of-window', count: 'before' };
  const at = (ms: number) => new Timestamp(BigInt(receivedMs + ms) * 1_000_000n);

  it('lets the last event of the time pass when it is over, with its own id, time and number', () => {
    const step = compile(last, { linked: () => false });
    const first = step.run([
      { k: 'a', n: 1 },
      { k: 'b', n: 2 },
      { k: 'a', n: 3 },
    ]);
    expect(first).toMatchObject({ merged: 2, filtered: 1, ports: {}, emitted: [] });
    expect(step.run([{ k: 'a', n: 4, _received: at(9999), _time: at(-5) }])).toMatchObject({ merged: 0, filtered: 1, emitted: [] });
    expect(step.step.timed!.dueMs()).toBe(receivedMs + 10_000);
    expect(step.advance(receivedMs + 9999)).toEqual([]);
    const passed = step.advance(receivedMs + 10_000);
    expect(passed.map(({ fields }) => fields)).toEqual([
      { k: 'a', n: 4, before: 2 },
      { k: 'b', n: 2, before: 0 },
    ]);
    expect(passed[0]).toMatchObject({ port: 'default', id: 'LI_1.1-1-1.0', flags: [], timeNs: at(-5).ns });
    expect(step.step.timed!.dueMs()).toBe(Infinity);
  });

  it('those it replaces leave by their port, each once', () => {
    const step = compile({ ...last, count: undefined });
    const one = step.run([
      { k: 'a', n: 1 },
      { k: 'a', n: 2 },
    ]);
    const two = step.run([{ k: 'a', n: 3 }]);
    const out = [...one.emitted, ...two.emitted, ...step.advance(receivedMs + 10_000)];
    expect(one.merged + two.merged).toBe(3);
    expect(out.map(({ port, fields }) => [port, fields['n']])).toEqual([
      ['duplicates', 1],
      ['duplicates', 2],
      ['default', 3],
    ]);
  });

  it('a pause as long as the time, where each event starts it again', () => {
    const step = compile({ ...last, sliding: true });
    for (const ms of [0, 9000, 18_000])
      expect(step.run([{ k: 'a', n: ms, _received: at(ms) }]).emitted.filter(({ port }) => port === 'default')).toEqual([]);
    expect(step.advance(receivedMs + 27_999)).toEqual([]);
    expect(step.advance(receivedMs + 28_000)).toMatchObject([{ fields: { n: 18_000 } }]);
  });

  it('over the limits the oldest goes out early and is counted; at the end all go, flagged', () => {
    const step = compile({ ...last, maxKeys: 2 });
    const { emitted, evicted } = step.run([{ k: 'a' }, { k: 'b' }, { k: 'c' }]);
    expect([emitted.map(({ fields }) => fields['k']), evicted]).toEqual([['a'], 1]);
    expect(step.flush(receivedMs).map(({ fields, flags }) => [fields['k'], flags.includes('partial_window')])).toEqual([
      ['b', true],
      ['c', true],
    ]);
    const small = compile(last, { stateBytes: 3000 });
    expect(small.run(Array.from({ length: 100 }, (_, n) => ({ k: n }))).evicted).toBe(0);
    expect(small.run([{ k: 'x' }]).evicted).toBeGreaterThan(90);
  });

  it('many that are due, or that a version gives up, go out some at a time', () => {
    const bytesAtOnceMax = 3 * MiB;
    const events = Array.from({ length: 400 }, (_, k) => ({ k, text: 'x'.repeat(20_000) }));
    const sizeOf = (passed: readonly { readonly fields: object }[]) => passed.length * 20_000;
    for (const ask of ['advance', 'flush'] as const) {
      const step = compile(last);
      step.run(events);
      const gone: unknown[] = [];
      while (step.step.timed!.dueMs() < Infinity) {
        const part = ask === 'flush' ? step.flush(receivedMs) : step.advance(receivedMs + 20_000);
        expect(part.length).toBeGreaterThan(0);
        expect(sizeOf(part)).toBeLessThan(bytesAtOnceMax);
        gone.push(...part.map(({ fields }) => fields['k']));
      }
      expect(gone).toEqual(events.map(({ k }) => k));
    }
  });

  it('a key whose time is over begins anew, also while many others are still due', () => {
    const step = compile(last);
    step.run(Array.from({ length: 3000 }, (_, k) => ({ k, text: 'x'.repeat(2000) })));
    const { emitted, merged } = step.run([{ k: 2999, text: 'new', _received: at(20_000) }]);
    expect(merged).toBe(1);
    expect(emitted.find(({ fields }) => fields['k'] === 2999)!.fields).toMatchObject({ before: 0 });
  });

  it('does what the whole input says; a restart at any event changes nothing', () => {
    const events = fc.array(fc.record({ k: fc.constantFrom('a', 'b', 'c'), laterMs: fc.nat(6000), restart: fc.boolean() }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(events, fc.boolean(), (list, sliding) => {
        const config = { ...last, sliding };
        let step = compile(config, { linked: () => false });
        const passed: unknown[] = [];
        const wanted: unknown[] = [];
        const kept = new Map<string, { since: number; n: number; before: number }>();
        let ms = 0;
        const expire = () => {
          const over = [...kept].filter(([, { since }]) => ms - since >= 10_000).sort(([, one], [, other]) => one.since - other.since);
          for (const [k, { n, before }] of over) {
            wanted.push({ k, n, before });
            kept.delete(k);
          }
        };
        for (const [n, { k, laterMs, restart }] of list.entries()) {
          ms += laterMs;
          passed.push(...step.run([{ k, n, _received: at(ms) }]).emitted.map(({ fields }) => fields));
          expire();
          const before = kept.get(k);
          const since = before && !sliding ? before.since : ms;
          if (sliding) kept.delete(k);
          kept.set(k, { since, n, before: before ? before.before + 1 : 0 });
          if (restart) step = compile(config, { linked: () => false, restored: step.step.snapshot!() });
        }
        ms += 20_000;
        expire();
        expect([...passed, ...step.advance(receivedMs + ms).map(({ fields }) => fields)]).toEqual(wanted);
      }),
      { numRuns: 150 },
    );
  });

  it('a damaged or foreign state is no state', () => {
    const step = compile(last);
    step.run([{ k: 'a' }]);
    const whole = step.step.snapshot!();
    for (const restored of [whole.slice(0, -1), new Uint8Array(0), Buffer.from('[]')])
      expect(compile(last, { restored }).step.timed!.dueMs()).toBe(Infinity);
    expect(compile(last, { restored: whole }).step.timed!.dueMs()).toBe(receivedMs + 10_000);
  });
});
