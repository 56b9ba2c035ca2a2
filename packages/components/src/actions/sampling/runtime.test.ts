import { Float, parseExpression, type FieldValue, type StoredExpression } from '@acequia/event';
import { createBatchBuilder, fork, frameBlock, frameWords, startNode } from '@acequia/batch';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileStep, type StepOptions, type TestStep } from '../../testing/run-step.ts';
import { samplingAction } from './definition.ts';
import { samplingRuntime } from './runtime.ts';

const code = (text: string): StoredExpression => {
  const parsed = parseExpression(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return { form: 'code', ast: parsed.value, code: text };
};
const compile = (config: object, options?: StepOptions) => compileStep(samplingAction, samplingRuntime, config, options);
const numbered = (count: number, more: Record<string, FieldValue> = {}) => Array.from({ length: count }, (_, n) => ({ n, ...more }));
const passed = (step: TestStep, events: Record<string, FieldValue>[]) => (step.run(events).ports['default'] ?? []).map(({ n }) => n);

/** Runs events that were received at given times; ids differ from call to call. */
let calls = 0;
function runAt(step: TestStep, times: readonly { at: number; key?: string }[]): { at: number; key: string | undefined; rate: number }[] {
  const frames = new Uint32Array(times.length * frameWords);
  for (const index of times.keys()) frames.set([0, 1, index, 0, 1], index * frameWords);
  const meta = times.map(({ at }) => JSON.stringify({ receivedMs: at, transport: 'tcp' }));
  const block = frameBlock({ bytes: Buffer.from('x'), frames, frameCount: times.length, meta, codec: 1 });
  const envelope = {
    tenantId: 't',
    listenerId: 'LI_1',
    listenerName: 'e',
    listenerType: 's',
    cluster: 'c',
    worker: 'w',
    origin: `1-1-${(calls += 1)}`,
  };
  const builder = createBatchBuilder({ slots: step.slots, block, nowMs: 0, envelope });
  const keySlot = step.slots.slot('key');
  for (const [index, { key }] of times.entries()) {
    builder.begin(index);
    if (key !== undefined) builder.value(keySlot, key);
  }
  const view = fork(builder.finish().events);
  startNode(view, 'n1');
  const out: { at: number; key: string | undefined; rate: number }[] = [];
  const rate = step.slots.slot('sample_rate');
  step.step.step(view, {
    to: (port, row) => {
      if (port === 0) out.push({ ...times[row]!, key: times[row]!.key, rate: view.float(row, rate)! });
    },
    all: () => undefined,
    reject: () => undefined,
    filtered: () => undefined,
    merged: () => undefined,
    expired: () => undefined,
    emit: () => undefined,
    evicted: () => undefined,
  });
  return out;
}

describe('sampling', () => {
  it('first-of, the catalogue example: 1, 2, 11, 12 pass', () => {
    const step = compile({ method: 'first-of', allowed: 2, total: 10 }, { linked: () => false });
    const result = step.run(numbered(23));
    expect(result.ports['default']).toEqual([0, 1, 10, 11, 20, 21].map((n) => ({ n, sample_rate: new Float(5) })));
    expect(result.filtered).toBe(17);
  });

  it('what does not pass leaves by sampled_out when it is linked, unchanged', () => {
    const result = compile({ method: 'first-of', allowed: 1, total: 2 }).run(numbered(2));
    expect(result.ports['sampled_out']).toEqual([{ n: 1 }]);
    expect(result.filtered).toBe(0);
  });

  it('a restart at every event gives the same', () => {
    for (const config of [
      { method: 'first-of', allowed: 3, total: 7 },
      { method: 'per-key', keys: ['n'], first: 1 },
      { method: 'adaptive', target: 2 },
    ]) {
      const events = numbered(30).map(({ n }) => ({ n: n % 5 }));
      const whole = passed(compile(config), events);
      const pieces: unknown[] = [];
      let step = compile(config);
      for (const event of events) {
        pieces.push(...passed(step, [event]));
        step = compile(config, { restored: step.step.snapshot!() });
      }
      expect(pieces, config.method).toEqual(whole);
    }
    for (const damaged of ['', '{', '{"second":1}', '[[1,2,3,4]]', '99', 'null']) {
      expect(passed(compile({ method: 'first-of', allowed: 1, total: 2 }, { restored: Buffer.from(damaged) }), numbered(2))).toEqual([0]);
    }
  });

  it('percent: close to the share, the same again, together by field, 0 and 100', () => {
    const step = compile({ method: 'percent', percent: 20, hashField: 'user' });
    const events = Array.from({ length: 4000 }, (_, n) => ({ n, user: `u${n % 2000}` }));
    const first = passed(step, events);
    expect(first.length).toBeGreaterThan(680);
    expect(first.length).toBeLessThan(920);
    const set = new Set(first.map(Number));
    for (const n of set) expect(set.has((n + 2000) % 4000)).toBe(true);
    expect(passed(step, events)).toEqual(first);
    expect(step.run([{ user: 'u1' }, { user: 'u2' }, { user: 'u3' }]).ports['default']?.[0]?.['sample_rate'] ?? new Float(5)).toEqual(
      new Float(5),
    );
    expect(passed(compile({ method: 'percent', percent: 0 }), numbered(50))).toEqual([]);
    expect(passed(compile({ method: 'percent', percent: 100 }), numbered(50))).toHaveLength(50);
    expect(step.step.snapshot).toBeUndefined();
  });

  it('percent without a field: by id, so batches differ and a repeat does not', () => {
    const step = compile({ method: 'percent', percent: 50 });
    const first = passed(step, numbered(200));
    expect(first.length).toBeGreaterThan(70);
    expect(passed(step, numbered(200))).toEqual(first);
  });

  it('per-key: the first n of each key in every window; null is a key, types differ', () => {
    const step = compile({ method: 'per-key', keys: ['k'], first: 1 });
    const events = [{ k: 'a' }, { k: 'a' }, { k: null }, {}, { k: '1' }, { k: 1 }, { k: 'x'.repeat(500) }, { k: 'x'.repeat(500) }];
    expect(step.run(events).ports['default']!.map(({ k }) => k)).toEqual(['a', null, '1', 1, 'x'.repeat(500)]);
  });

  it('per-key: the next window begins anew and carries the rate of the one before', () => {
    const step = compile({ method: 'per-key', keys: ['key'], first: 2, window: '10s' });
    const window = (n: number, count: number) => Array.from({ length: count }, (_, i) => ({ at: n * 10_000 + i, key: 'a' }));
    expect(runAt(step, window(1, 10)).map(({ rate }) => rate)).toEqual([1, 1]);
    expect(runAt(step, window(2, 1)).map(({ rate }) => rate)).toEqual([5]);
    expect(runAt(step, window(3, 3)).map(({ rate }) => rate)).toEqual([1, 1]);
    expect(runAt(step, window(9, 3)).map(({ rate }) => rate)).toEqual([1, 1]);
  });

  it('adaptive: near the target, rare keys whole, weights count, the rates add up to what came', () => {
    const step = compile({ method: 'adaptive', target: 100, keys: ['key'], weights: [{ value: 'big', weight: 3 }] });
    const second = (n: number) => [
      ...Array.from({ length: 5 }, () => ({ at: n * 1000, key: 'rare' })),
      ...Array.from({ length: 1000 }, () => ({ at: n * 1000 + 1, key: 'big' })),
      ...Array.from({ length: 1000 }, () => ({ at: n * 1000 + 2, key: 'small' })),
    ];
    const first = runAt(step, second(1));
    expect(first.length).toBe(200);
    const later = Array.from({ length: 20 }, (_, n) => runAt(step, second(n + 2)));
    const of = (key: string) => later.flat().filter((event) => event.key === key);
    expect(of('rare')).toHaveLength(100);
    expect(later.flat().length / 20).toBeGreaterThan(85);
    expect(later.flat().length / 20).toBeLessThan(115);
    expect(of('big').length / of('small').length).toBeGreaterThan(2.4);
    expect(of('big').length / of('small').length).toBeLessThan(3.6);
    const represented = of('big').reduce((sum, { rate }) => sum + rate, 0);
    expect(represented).toBeGreaterThan(17_000);
    expect(represented).toBeLessThan(23_000);
  });

  it('adaptive: after silence everything may pass again', () => {
    const step = compile({ method: 'adaptive', target: 10 });
    const burst = (at: number) => Array.from({ length: 500 }, () => ({ at }));
    for (let n = 0; n < 5; n += 1) runAt(step, burst(n * 1000));
    expect(runAt(step, [{ at: 60_000 }]).map(({ rate }) => rate)).toEqual([1]);
  });

  it('always: passes with rate 1 and is not counted; a condition that fails goes to error', () => {
    const step = compile({ method: 'first-of', allowed: 1, total: 2, always: code('int(${s}) >= 500') });
    const result = step.run([{ s: '500' }, { s: '1' }, { s: '500' }, { s: '1' }, { s: 'x' }, { s: '1' }]);
    expect(result.ports['default']).toEqual([
      { s: '500', sample_rate: new Float(1) },
      { s: '1', sample_rate: new Float(2) },
      { s: '500', sample_rate: new Float(1) },
      { s: '1', sample_rate: new Float(2) },
    ]);
    expect(result.ports['sampled_out']).toEqual([{ s: '1' }]);
    expect(result.rejected).toMatchObject([{ code: 'EXPR_CONVERSION' }]);
  });

  it('first-of over any batches: the n-th event passes exactly when n mod total < allowed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.nat(15), { maxLength: 8 }),
        (a, b, sizes) => {
          const [allowed, total] = [Math.min(a, b), Math.max(a, b)];
          const step = compile({ method: 'first-of', allowed, total });
          let n = 0;
          for (const size of sizes) {
            const events = Array.from({ length: size }, () => ({ n: n++ }));
            expect(passed(step, events)).toEqual(events.map((event) => event.n).filter((each) => each % total < allowed));
          }
        },
      ),
    );
  });

  it('what the form refuses', () => {
    for (const config of [
      { method: 'first-of', allowed: 3, total: 2 },
      { method: 'first-of', allowed: 11 },
      { method: 'percent', percent: 101 },
      { method: 'per-key', keys: [], first: 1 },
      { method: 'adaptive', target: 0 },
      { method: 'adaptive', target: 1, weights: [{ value: 'a', weight: 1 }] },
      {
        method: 'adaptive',
        target: 1,
        keys: ['a'],
        weights: [
          { value: 'a', weight: 1 },
          { value: 'a', weight: 2 },
        ],
      },
      {},
    ])
      expect(() => compile(config), JSON.stringify(config)).toThrow('refused');
  });
});
