import { actionDefinitions } from '@acequia/components/definitions';
import type { EventTrace, TracedEvent, TraceOutcome, TraceResult } from '@acequia/contract';
import { parsePath, readingsOf, typeOfField } from '@acequia/event';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredFields } from '#blocks/field-offers/offered-fields.ts';
import { sampleFields } from '#blocks/field-offers/sample-fields.ts';
import { arrivingEvents, upstreamOf } from './arriving-events.ts';
import { createChecker } from './check-document.ts';
import { catalogue } from './test-catalogue.ts';

type Value = null | string | number | boolean | { readonly [name: string]: Value };
type Fields = Readonly<Record<string, Value>>;
type Step =
  | { readonly does: 'set'; readonly name: string; readonly value: Value }
  | { readonly does: 'remove'; readonly name: string }
  /** Events that have the field leave by a port that leads nowhere. */
  | { readonly does: 'part'; readonly name: string };

const names = ['service', 'severity', 'user', 'user.id', 'http_path', 'a-b'] as const;
const name = fc.constantFrom(...names);
const members = ['id', 'name', 'odd key', 'a.b'] as const;
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Value>(null, '', 'error', 'info', 7, 1.5, true),
    fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const event = fc.dictionary(name, value, { maxKeys: 5, noNullPrototype: true });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constant('set' as const), name, value }),
  fc.record({ does: fc.constant('remove' as const), name }),
  fc.record({ does: fc.constant('part' as const), name }),
);

const typeOf = (item: Value): string => {
  if (item === null) return 'null';
  if (typeof item === 'object') return 'json';
  if (typeof item === 'number') return Number.isInteger(item) ? 'integer' : 'float';
  return typeof item;
};
const shown = (fields: Fields): TracedEvent => ({
  json: JSON.stringify(fields),
  types: Object.fromEntries(Object.entries(fields).map(([key, item]) => [key, typeOf(item)])),
});

/** Undefined: it left by the other port. */
function after(fields: Fields, does: Step): Fields | undefined {
  if (does.does === 'set') return { ...fields, [does.name]: does.value };
  if (does.does === 'part') return Object.hasOwn(fields, does.name) ? undefined : fields;
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== does.name));
}

/** What a worker answers for a run up to the last step, whose port leads on or is not linked. */
function traceOf(events: readonly Fields[], steps: readonly Step[], linked: boolean): { result: TraceResult; arrived: Fields[] } {
  const arrived: Fields[] = [];
  const traces = events.flatMap((first, number): EventTrace[] => {
    let fields: Fields | undefined = first;
    for (const each of steps.slice(0, -1)) fields &&= after(fields, each);
    if (!fields) return [];
    const left = after(fields, steps.at(-1)!);
    if (left) arrived.push(left);
    const port = left ? 'default' : 'other';
    const out = shown(left ?? fields);
    const outcome: TraceOutcome =
      left && linked ? { kind: 'left', port, event: out } : { kind: 'ended', reason: 'dropped:unconnected', port, event: out };
    return [{ event: number, steps: [{ node: `s${steps.length - 1}`, input: shown(fields), outcomes: [outcome], tookUs: 1 }] }];
  });
  return { result: { traces, nodes: {}, faults: [], cut: false }, arrived };
}

/** What a reference reads in an event; undefined when there is nothing. */
function read(fields: Fields, reference: string): Value | undefined {
  const path = parsePath(reference);
  if (!path.ok) return undefined;
  const known = { fields: new Map(Object.keys(fields).map((key) => [key, 'unknown' as const])), open: false };
  const reading = readingsOf(path.value, known)[0]!;
  let at: Value | undefined = fields[reading.field];
  for (const each of reading.steps) at = typeof at === 'object' && at !== null && Object.hasOwn(at, each) ? at[each as string] : undefined;
  return at;
}

const open = { fields: new Map(), open: true };

describe('the fields that arrive at a step', () => {
  it('are all that any event has there, with the share of events and the type that references read', () =>
    fc.assert(
      fc.property(
        fc.array(event, { maxLength: 8 }),
        fc.array(step, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        (events, steps, linked) => {
          const ids = steps.map((_, index) => `s${index}`);
          const chain = ['in', ...ids, 'd'];
          const document = documentOf(
            [label('in'), ...ids.map((id) => action(id)), datasink('d')],
            chain.slice(1).map((to, index) => `${chain[index]}>${to}`),
          );
          const upstream = upstreamOf(document, 'd')!;
          expect(upstream.document.nodes.map(({ id }) => id)).toEqual(chain.slice(0, -1));
          expect(upstream.only).toBe(ids.at(-1));
          const { result, arrived } = traceOf(events, steps, linked);
          const sampled = sampleFields(arrivingEvents(result, upstream));
          expect(sampled.events).toBe(arrived.length);
          const offers = offeredFields({ ...open, sampled });
          for (const fields of arrived) for (const key of Object.keys(fields)) expect(offers.map((offer) => offer.name)).toContain(key);
          for (const offer of offers.filter(({ share }) => share !== undefined)) {
            const values = arrived.flatMap((fields) => {
              const found = read(fields, offer.name);
              return found === undefined ? [] : [found];
            });
            expect(offer.share).toBe(values.length / arrived.length);
            const types = new Set(values.map(typeOf).filter((type) => type !== 'null'));
            expect(offer.type).toBe(types.size === 1 ? [...types][0] : 'unknown');
            if (offer.example !== undefined)
              expect(values.map((found) => (typeof found === 'string' ? found : JSON.stringify(found)).slice(0, 80))).toContain(
                offer.example,
              );
          }
        },
      ),
    ));

  it('come by all ports that lead there, and by no other', () => {
    const document = documentOf(
      [label('in'), action('s', { component: 'split', config: { ports: ['slow'] } }), action('t'), datasink('d')],
      ['in>s', 's.slow>d', 's>t', 't>d'],
    );
    const upstream = upstreamOf(document, 'd')!;
    expect([...upstream.ports]).toEqual(['s slow', 't default']);
    expect(upstream.only).toBeUndefined();
    const out = (node: string, port: string, fields: Fields) => ({
      node,
      input: shown({}),
      tookUs: 1,
      outcomes: [{ kind: 'left' as const, port, event: shown(fields) }],
    });
    const traces = [
      { event: 0, steps: [out('s', 'slow', { slow: 1 })] },
      { event: 1, steps: [out('s', 'default', { early: 1 }), out('t', 'default', { late: 1 })] },
    ];
    const found = sampleFields(arrivingEvents({ traces, nodes: {}, faults: [], cut: false }, upstream));
    expect(found.fields.map((each) => each.name).toSorted()).toEqual(['late', 'slow']);
  });

  it('stay the same while steps are moved, renamed or filled in', () => {
    const before = documentOf([label('in'), action('s'), datasink('d')], ['in>s', 's>d']);
    const later = {
      ...before,
      nodes: before.nodes.map((node) => ({
        ...node,
        position: { x: 9, y: 9 },
        name: 'N',
        ...(node.id === 'd' ? { config: { x: 1 } } : {}),
      })),
    } as typeof before;
    expect(upstreamOf(later, 'd')).toEqual(upstreamOf(before, 'd'));
    expect(upstreamOf(before, 'in')).toBeUndefined();
  });
});

describe('the order of offers', () => {
  it('is: common fields, rare ones, known ones, then what was not sent; a closed set offers nothing it would call unknown', () => {
    const sampled = sampleFields([shown({ http_path: '/', rare: 1, common: 'x' }), shown({ http_path: '/', common: 'y', stranger: 1 })]);
    const known = {
      fields: new Map([
        ['found', 'string'],
        ['common', 'string'],
        ['rare', 'integer'],
        ['http_path', 'string'],
      ] as const),
      open: false,
    };
    const offered = offeredFields({ ...known, sampled });
    expect(offered.slice(0, 5).map((offer) => offer.name)).toEqual(['common', 'rare', 'found', 'http_path', '_id']);
    expect(offered[0]).toEqual({ name: 'common', type: 'string', share: 1, example: 'y', internal: false });
    expect(typeOfField(known, 'stranger')).toBeUndefined();
  });
});

describe('the fields that a step before makes', () => {
  const real = { ...catalogue, actionDefinitions: [...catalogue.actionDefinitions, ...Object.values(actionDefinitions)] as never[] };
  /** What is offered at the step after this one: what was learned from events, and what the configuration says. */
  function offeredAfter(component: string, config: Readonly<Record<string, unknown>>, left: readonly Fields[]) {
    const document = documentOf([label('in'), action('s', { component, config }), datasink('d')], ['in>s', 's>d']);
    const traces = left.map((fields, number) => ({
      event: number,
      steps: [{ node: 's', input: shown({}), tookUs: 1, outcomes: [{ kind: 'left' as const, port: 'default', event: shown(fields) }] }],
    }));
    const sampled = sampleFields(arrivingEvents({ traces, nodes: {}, faults: [], cut: false }, upstreamOf(document, 'd')!));
    const known = createChecker()(document, real).validation.inputs.get('d')!;
    return offeredFields({ ...known, sampled })
      .filter(({ internal }) => !internal)
      .map(({ name: field, type, share, example }) => [field, type, share, example]);
  }

  it('are the columns of a lookup: those it names before any event, all others as soon as events have them', () => {
    const config = { lookup: 'LK_1', key: '${ip}', columns: [{ column: 'team', output: 'owner', type: 'string' }, { column: 'risk' }] };
    const received = [
      ['message', 'string', undefined, undefined],
      ['size', 'integer', undefined, undefined],
    ];
    expect(offeredAfter('lookup', config, [])).toEqual([
      ...received,
      ['owner', 'string', undefined, undefined],
      ['risk', 'unknown', undefined, undefined],
    ]);
    const left: readonly Fields[] = [{ ip: '10.0.0.1', team: 'network', floor: 3 }, { ip: '10.0.0.2' }];
    expect(offeredAfter('lookup', { ...config, columns: [] }, left)).toEqual([
      ['ip', 'string', 1, '10.0.0.2'],
      ['team', 'string', 0.5, 'network'],
      ['floor', 'integer', 0.5, '3'],
      ...received,
    ]);
  });

  it('are keys, aggregates and window of a group-by, also while no window has closed, and nothing of the events before', () => {
    const config = {
      keys: ['service'],
      aggregations: [
        { function: 'count', name: 'requests' },
        { function: 'avg', name: 'mean_ms', expr: { form: 'code', ast: { field: 'ms' }, code: '${ms}' } },
      ],
    };
    const offered = (left: readonly Fields[]) => offeredAfter('group-by', config, left);
    expect(offered([])).toEqual([
      ['service', 'unknown', undefined, undefined],
      ['requests', 'integer', undefined, undefined],
      ['mean_ms', 'float', undefined, undefined],
      ['window_start', 'timestamp', undefined, undefined],
      ['window_end', 'timestamp', undefined, undefined],
      ['group_events', 'integer', undefined, undefined],
    ]);
    expect(offered([{ service: 'cart', requests: 7 }]).slice(0, 2)).toEqual([
      ['service', 'string', 1, 'cart'],
      ['requests', 'integer', 1, '7'],
    ]);
  });
});
