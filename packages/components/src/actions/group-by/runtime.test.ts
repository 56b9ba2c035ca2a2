import { emptyFieldSet, fieldSet, Float, Timestamp, type FieldSet, type FieldValue } from '@acequia/event';
import { describe, expect, it } from 'vitest';
import { compileStep, type StepOptions } from '../../testing/run-step.ts';
import { groupByAction } from './definition.ts';
import { groupByRuntime } from './runtime.ts';

const compile = (config: object, options?: StepOptions) => compileStep(groupByAction, groupByRuntime, config, options);
const of = (field: string) => ({ expr: { form: 'code', ast: { field } } });
const startMs = Date.UTC(2024, 4, 17, 14, 30);
const minute = 60_000;
const at = (ms: number) => new Timestamp(BigInt(ms) * 1_000_000n);
const example = { keys: ['ip'], aggregations: [{ name: 'n' }, { function: 'sum', ...of('bytes'), name: 'b' }] };

describe('group-by', () => {
  it('the catalogue example', () => {
    const step = compile(example);
    const { merged, ports } = step.run([
      { ip: 'A', bytes: 10 },
      { ip: 'A', bytes: 5 },
      { ip: 'B', bytes: 1 },
    ]);
    expect({ merged, ports }).toEqual({ merged: 3, ports: {} });
    expect(step.step.timed!.dueMs()).toBe(startMs + 5 * minute);
    expect(step.advance(startMs + 5 * minute - 1)).toEqual([]);
    const window = { window_start: at(startMs), window_end: at(startMs + 5 * minute) };
    const results = step.advance(startMs + 5 * minute);
    expect(results.map(({ fields }) => fields)).toEqual([
      { ip: 'A', n: 2, b: 15, ...window, group_events: 2 },
      { ip: 'B', n: 1, b: 1, ...window, group_events: 1 },
    ]);
    expect(results[0]).toMatchObject({ port: 'default', flags: [], timeNs: BigInt(startMs + 5 * minute) * 1_000_000n });
    expect(results[0]!.id).toMatch(new RegExp(`^PL_1\\.n1\\.${startMs}\\.[0-9a-f]{32}$`));
    expect(results[0]!.id).not.toBe(results[1]!.id);
    expect(step.advance(startMs + 6 * minute)).toEqual([]);
  });

  it('a restart at any event changes nothing, ids included', () => {
    const events = Array.from({ length: 12 }, (_, n) => ({ ip: 'ABC'[n % 3]!, bytes: n }));
    const whole = compile(example);
    whole.run(events);
    const wanted = whole.advance(startMs + 5 * minute);
    for (let cut = 0; cut <= events.length; cut++) {
      const before = compile(example);
      before.run(events.slice(0, cut));
      const after = compile(example, { restored: before.step.snapshot!() });
      after.run(events.slice(cut));
      expect(after.advance(startMs + 5 * minute)).toEqual(wanted);
    }
  });

  it('null and missing are one key of its own; types differ; a path gets a clean name', () => {
    const step = compile({ keys: ['items[0].id'], aggregations: [{ name: 'n' }] });
    expect(step.run([{ x: 1 }, { 'items[0].id': null }]).merged).toBe(2);
    expect(step.advance(startMs + 5 * minute).map(({ fields }) => [fields['items_0_.id'], fields['n']])).toEqual([[null, 2]]);
    const typed = compile({ keys: ['k'], aggregations: [{ name: 'n' }] });
    typed.run([{ k: 1 }, { k: '1' }, { k: new Float(1) }, {}]);
    expect(typed.advance(startMs + 5 * minute).map(({ fields }) => fields['k'])).toEqual([1, '1', new Float(1), null]);
  });

  it('conditions choose what counts, nulls are skipped, wrong types refuse the event everywhere', () => {
    const where = { form: 'visual', ast: { field: 'status', op: 'ge', value: 500 } };
    const step = compile({ aggregations: [{ name: 'n' }, { name: 'bad', where }, { function: 'avg', ...of('ms'), name: 'ms' }] });
    const { rejected, merged } = step.run([
      { status: 200, ms: 2 },
      { status: 503, ms: null },
      { status: 500, ms: 'slow' },
    ]);
    expect(rejected).toMatchObject([
      { code: 'TYPE_INPUT', expected: { code: 'EXPECTED_NUMBER', fields: { field: 'ms' } }, fields: { status: 500 } },
    ]);
    expect(merged).toBe(2);
    expect(step.advance(startMs + 5 * minute)[0]!.fields).toMatchObject({ n: 2, bad: 1, ms: new Float(2), group_events: 2 });
  });

  it('an expression that fails sends the event to error', () => {
    const step = compile({
      aggregations: [{ function: 'sum', expr: { form: 'code', ast: { call: 'int', args: [{ field: 'x' }] } }, name: 's' }],
    });
    expect(step.run([{ x: 'no' }, { x: '4' }])).toMatchObject({ rejected: [{ fields: { x: 'no' } }], merged: 1 });
    expect(step.advance(startMs + 5 * minute)[0]!.fields).toMatchObject({ s: 4, group_events: 1 });
  });

  it('late events are expired, or leave by the port where it is linked', () => {
    const config = { time: 'event', every: 1, unit: 'minute', aggregations: [{ name: 'n' }] };
    const events = [{ _time: at(startMs) }, { _time: at(startMs + minute) }];
    for (const linked of [true, false]) {
      const step = compile(config, { linked: () => linked });
      step.run(events);
      expect(step.advance(startMs + 2 * minute)).toHaveLength(2);
      const { expired, ports } = step.run([{ _time: at(startMs + 1), x: 1 }]);
      expect({ expired, ports }).toEqual(linked ? { expired: 0, ports: { late: [{ x: 1 }] } } : { expired: 1, ports: {} });
    }
  });

  it('what makes room or is left at the end is flagged and has an id of its own', () => {
    const step = compile({ keys: ['k'], maxGroups: 1, aggregations: [{ name: 'n' }] });
    const { emitted, evicted } = step.run([{ k: 'a' }, { k: 'b' }, { k: 'a' }]);
    expect(evicted).toBe(2);
    const ids = [...emitted, ...step.flush(startMs)].map(({ id, flags }) => [id, flags] as const);
    expect(ids.map(([, flags]) => flags)).toEqual([['partial_window'], ['partial_window'], ['partial_window']]);
    expect(ids.map(([id]) => id.split('.').slice(3, -1).join('.'))).toEqual(['LI_1.1-1-1.0', 'LI_1.1-1-1.1', 'LI_1.1-1-1.2']);
    expect(step.flush(startMs)).toEqual([]);
    const strict = compile({ keys: ['k'], maxGroups: 1, onOverflow: 'error', aggregations: [{ name: 'n' }] });
    expect(strict.run([{ k: 'a' }, { k: 'b' }]).rejected).toMatchObject([{ code: 'LIMIT_GROUPS', fields: { k: 'b' } }]);
    const small = compile({ keys: ['k'], aggregations: [{ name: 'n' }] }, { stateBytes: 2000 });
    expect(small.run(Array.from({ length: 50 }, (_, n) => ({ k: n }))).evicted).toBeGreaterThan(30);
  });

  it('silent windows, and windows after a loss of state', () => {
    const silent = compile({
      every: 1,
      unit: 'second',
      emitEmpty: true,
      aggregations: [{ name: 'n' }, { function: 'max', ...of('x'), name: 'x' }],
    });
    expect(silent.advance(startMs)).toEqual([]);
    expect(silent.advance(startMs + 1000)[0]!.fields).toMatchObject({ n: 0, x: null, group_events: 0 });
    const lost = compile(example, { stateLost: true });
    lost.run([{ ip: 'A' }]);
    expect(lost.advance(startMs + 5 * minute)[0]!.flags).toEqual(['restarted_window']);
  });

  it('goes on with its state as long as windows, keys and aggregates are the same', () => {
    const key = (config: object) => JSON.stringify(groupByRuntime.stateKey!(groupByAction.config.parse({ ...example, ...config })));
    expect(key({ maxGroups: 5, onOverflow: 'error' })).toBe(key({}));
    for (const config of [{ keys: ['x'] }, { every: 6 }, { slide: '1m' }, { timezone: 'Europe/Madrid' }, { aggregations: [{ name: 'n' }] }])
      expect(key(config), JSON.stringify(config)).not.toBe(key({}));
  });

  it('what the form refuses', () => {
    const aggregations = [{ name: 'n' }];
    for (const config of [
      {},
      { aggregations: [] },
      { aggregations: [{ function: 'sum', name: 's' }] },
      { aggregations: [{ name: 'n' }, { name: 'n' }] },
      { aggregations: [{ name: 'window_end' }] },
      { aggregations: [{ name: 'ip' }], keys: ['ip'] },
      { aggregations, keys: ['a', 'a'] },
      { aggregations, keys: ['a[0]', 'a_0_'] },
      { aggregations, every: 25, unit: 'hour' },
      { aggregations, every: 0 },
      { aggregations, slide: '2m' },
      { aggregations, slide: '10m' },
      { aggregations, keys: ['a'], emitEmpty: true },
      { aggregations, time: 'event', lateness: '2h' },
      { aggregations, maxGroups: 1_000_001 },
      { aggregations: [{ function: 'collect-list', ...of('a'), name: 'n', limit: 1001 }] },
    ])
      expect(() => compile(config), JSON.stringify(config)).toThrow('refused');
  });

  it('fields that come out and types that do not fit', () => {
    const parse = (config: object) => groupByAction.config.parse(config);
    const input = fieldSet({ ip: 'string', bytes: 'integer', at: 'timestamp', tags: 'list<string>', ok: 'boolean' });
    const config = parse({
      keys: ['ip'],
      time: 'event',
      aggregations: [
        { function: 'sum', ...of('bytes'), name: 'b' },
        { function: 'avg', ...of('bytes'), name: 'a' },
        { function: 'range', ...of('at'), name: 'r' },
        { function: 'collect-set', ...of('ip'), name: 'l' },
        { function: 'collect-list', ...of('tags'), name: 'j' },
        { function: 'last', ...of('tags'), name: 'last' },
      ],
    });
    const { default: out, late } = groupByAction.outputs(config, input) as { default: FieldSet; late: FieldSet };
    expect(Object.fromEntries(out.fields)).toEqual({
      ip: 'string',
      b: 'integer',
      a: 'float',
      r: 'integer',
      l: 'list<string>',
      j: 'json',
      last: 'list<string>',
      window_start: 'timestamp',
      window_end: 'timestamp',
      group_events: 'integer',
    });
    expect([out.open, late]).toEqual([false, input]);
    const faults = (name: string, field: string, known = input) =>
      groupByAction
        .check(parse({ aggregations: [{ function: name, ...of(field), name: 'x' }] }), known)
        .map(({ code, path }) => `${code} ${path}`);
    expect(faults('sum', 'bytes')).toEqual([]);
    expect(faults('sum', 'ip')).toEqual(['EXPR_WRONG_TYPE aggregations.0.expr']);
    expect(faults('any', 'bytes')).toEqual(['EXPR_WRONG_TYPE aggregations.0.expr']);
    expect(faults('max', 'tags')).toEqual(['EXPR_WRONG_TYPE aggregations.0.expr']);
    expect(faults('sum', 'gone')).toEqual(['EXPR_UNKNOWN_FIELD aggregations.0.expr']);
    expect(faults('sum', 'gone', { ...emptyFieldSet, open: true })).toEqual([]);
  });

  it('windows that multiply what comes in cannot be published, and those that were go on', () => {
    const faults = (config: object) =>
      groupByAction
        .check(groupByAction.config.parse(config), { ...emptyFieldSet, open: true })
        .map(({ code, path, fields }) => [code, path, fields]);
    const list = [{ function: 'collect-list', ...of('m'), name: 'l' }];
    const counted = [{ name: 'n' }];
    const hour = { every: 1, unit: 'hour' };
    expect(faults({ ...hour, slide: '1s', aggregations: list })).toEqual([['CONFIG_OVERLAP', 'slide', { max: 100 }]]);
    expect(faults({ ...hour, slide: '1s', aggregations: counted })).toEqual([['CONFIG_OVERLAP', 'slide', { max: 1440 }]]);
    expect(faults({ ...hour, slide: '3s', aggregations: counted })).toEqual([]);
    expect(faults({ ...hour, slide: '1m', aggregations: list })).toEqual([]);
    expect(faults({ every: 1, unit: 'day', slide: '1m', aggregations: counted })).toEqual([]);
    expect(faults({ every: 1, unit: 'day', aggregations: list })).toEqual([]);
    expect(() => compile({ ...hour, slide: '1s', aggregations: list })).not.toThrow();
  });

  it('a hundred thousand groups end without loss', () => {
    const step = compile({ keys: ['k'], aggregations: [{ name: 'n' }] });
    for (let batch = 0; batch < 100; batch++)
      step.run(Array.from({ length: 1000 }, (_, n): Record<string, FieldValue> => ({ k: batch * 1000 + n })));
    const again = compile({ keys: ['k'], aggregations: [{ name: 'n' }] }, { restored: step.step.snapshot!() });
    const ids = new Set<string>();
    const { timed } = again.step;
    while (timed!.dueMs() <= startMs + 5 * minute) for (const { id } of again.advance(startMs + 5 * minute)) ids.add(id);
    expect(ids.size).toBe(100_000);
  });
});
