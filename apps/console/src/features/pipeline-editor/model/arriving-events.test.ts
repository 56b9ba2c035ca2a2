import type { EventTrace, TracedEvent, TraceOutcome, TraceResult } from '@acequia/contract';
import { parsePath, readingsOf, typeOfField } from '@acequia/event';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { offeredFields } from '#blocks/field-offers/offered-fields.ts';
import { sampleFields } from '#blocks/field-offers/sample-fields.ts';
import { arrivingEvents, upstreamOf } from './arriving-events.ts';

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
