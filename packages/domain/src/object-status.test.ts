import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listenerStates, pipelineStates, versionStarts } from './lifecycles.ts';
import {
  isHeard,
  objectStates,
  objectStatus,
  partKinds,
  partStates,
  stateOfPart,
  stateOfSpecification,
  type ObjectState,
  type PartFacts,
} from './object-status.ts';

type Reason = { readonly code: string };
const part = (some: Partial<PartFacts<Reason>>): PartFacts<Reason> => ({
  kind: 'datasink',
  state: 'running',
  reason: null,
  heard: true,
  since: 5,
  lastError: null,
  lastErrorAt: null,
  waitingEvents: 0,
  waitingBytes: 0,
  ...some,
});
const away = { code: 'CONNECT_REFUSED' };
const stateOf = (declared: ObjectState, parts: readonly PartFacts<Reason>[], kind: PartFacts<Reason>['kind'] = 'datasink') =>
  objectStatus({ kind, declared, parts }).state;

const anyReason = fc.constantFrom(null, away, { code: 'LANE_DIED' }, { code: 'LOOKUP_UNDER_WAY' });
const anyPart: fc.Arbitrary<PartFacts<Reason>> = fc.record({
  kind: fc.constantFrom(...partKinds),
  state: fc.constantFrom(...partStates),
  reason: anyReason,
  heard: fc.boolean(),
  since: fc.nat(),
  lastError: fc.constantFrom(null, away),
  lastErrorAt: fc.option(fc.nat()),
  waitingEvents: fc.nat(1e6),
  waitingBytes: fc.nat(1e6),
  quiet: fc.boolean(),
});
const anyFacts = fc.record({
  kind: fc.constantFrom(...partKinds),
  declared: fc.constantFrom(...objectStates),
  reason: anyReason,
  parts: fc.array(anyPart, { maxLength: 5 }),
});

describe('the next try', () => {
  const waiting = (nextTryAt: number | null | undefined) => part({ state: 'retrying', reason: away, nextTryAt });
  const next = (...parts: readonly PartFacts<Reason>[]) => objectStatus({ kind: 'datasink', declared: 'running', parts }).nextTryAt;

  it('is the earliest of the workers that cannot deliver', () => {
    expect(next(waiting(9), waiting(7), waiting(null), waiting(undefined))).toBe(7);
    expect(next(waiting(undefined))).toBeNull();
  });

  it('is none where events are delivered, or where no worker reports', () => {
    expect(next(part({ nextTryAt: 7 }))).toBeNull();
    expect(next({ ...waiting(7), heard: false })).toBeNull();
  });
});

describe('every combination of facts', () => {
  it('has one state, whatever the order in which workers speak', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const status = objectStatus(facts);
        expect(objectStates).toContain(status.state);
        expect(objectStatus({ ...facts, parts: facts.parts.toReversed() })).toMatchObject({
          state: status.state,
          since: status.since,
          waitingEvents: status.waitingEvents,
          oldestAt: status.oldestAt,
        });
      }),
    );
  });

  it('is never called running while a worker that runs it is away or says otherwise', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        if (objectStatus(facts).state !== 'running') return;
        expect(facts.declared === 'running' || facts.declared === 'idle').toBe(true);
        expect(facts.parts.every(({ heard, state }) => heard && state === 'running')).toBe(true);
      }),
    );
  });

  it('names the oldest only where nothing is delivered and events wait', () => {
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const { state, oldestAt, waitingEvents } = objectStatus(facts);
        if (oldestAt === null) return;
        expect(['waiting', 'action-required']).toContain(state);
        expect(waitingEvents).toBeGreaterThan(0);
      }),
    );
  });

  it('does not become better by another worker that is worse', () => {
    const rank = (state: ObjectState) => objectStates.indexOf(state);
    fc.assert(
      fc.property(
        fc.constantFrom('running' as const, 'starting' as const),
        fc.array(anyPart, { minLength: 1, maxLength: 4 }),
        anyPart,
        (declared, parts, more) => {
          expect(rank(stateOf(declared, [...parts, more]))).toBeLessThanOrEqual(rank(stateOf(declared, parts)));
        },
      ),
    );
  });
});

it.each([
  ['a destination that is away', part({ state: 'retrying', reason: away }), 'waiting'],
  ['a person must act', part({ state: 'waiting', reason: { code: 'AUTH_REJECTED' } }), 'action-required'],
  ['a port that is taken', part({ kind: 'listener', state: 'error', reason: { code: 'PORT_IN_USE' } }), 'action-required'],
  ['a listener with a warning', part({ kind: 'listener', reason: { code: 'FILE_UNREADABLE' } }), 'degraded'],
  ['a table that a worker lacks', part({ kind: 'lookup', state: 'error' }), 'degraded'],
  ['a lane that is down', part({ state: 'retrying', reason: { code: 'LANE_DIED' } }), 'degraded'],
  ['a table that is on its way', part({ kind: 'pipeline', state: 'waiting', reason: { code: 'LOOKUP_UNDER_WAY' } }), 'starting'],
  ['a pipeline with a data sink that needs a person', part({ kind: 'pipeline', state: 'waiting' }), 'degraded'],
  ['one that empties itself', part({ state: 'draining' }), 'stopping'],
  ['the old word of a worker that is away', part({ heard: false, quiet: true }), 'offline'],
  ['one that no event passes', part({ quiet: true }), 'idle'],
  ['a warning where no event passes', part({ kind: 'listener', reason: { code: 'FILE_UNREADABLE' }, quiet: true }), 'degraded'],
  ['a destination that is away, whatever passes', part({ state: 'retrying', reason: away, quiet: true }), 'waiting'],
] as const)('%s', (_name, word, state) => {
  expect(stateOfPart(word)).toBe(state);
});

it('what was stopped is stopping until its workers have let it go, and does not wait for one that is away', () => {
  expect(stateOf('stopped', [part({})])).toBe('stopping');
  expect(stateOf('stopped', [part({ heard: false })])).toBe('stopped');
  expect(stateOf('stopped', [])).toBe('stopped');
  expect(stateOf('draft', [])).toBe('draft');
});

it('a pipeline works in part while one of its data sinks does not, and counts what waits there', () => {
  const parts = [part({ kind: 'pipeline' }), part({ state: 'waiting', since: 9, waitingEvents: 4, waitingBytes: 40 })];
  expect(objectStatus({ kind: 'pipeline', declared: 'running', parts })).toMatchObject({
    state: 'degraded',
    since: 9,
    waitingEvents: 4,
    waitingBytes: 40,
  });
});

it('a data sink that nothing runs is idle; one of several in trouble speaks for it, with the newest error of all', () => {
  expect(stateOf('idle', [])).toBe('idle');
  expect(
    objectStatus({
      kind: 'datasink',
      declared: 'idle',
      parts: [
        part({ lastError: { code: 'NEW' }, lastErrorAt: 8, waitingEvents: 1 }),
        part({ state: 'retrying', reason: away, since: 7, lastError: away, lastErrorAt: 7, waitingEvents: 2 }),
        part({ state: 'retrying', reason: away, since: 6, lastError: away, lastErrorAt: 6 }),
      ],
    }),
  ).toEqual({
    state: 'waiting',
    since: 6,
    reason: away,
    lastError: { code: 'NEW' },
    lastErrorAt: 8,
    waitingEvents: 3,
    waitingBytes: 0,
    oldestAt: 6,
    nextTryAt: null,
  });
});

it('what waits is as old as its oldest event, not as the first attempt that failed; a journal’s oldest is another', () => {
  const facts = (oldestAt: number | null) => ({
    kind: 'datasink' as const,
    declared: 'running' as const,
    parts: [
      part({ state: 'retrying', reason: away, since: 700, waitingEvents: 2, oldestAt: 650 }),
      part({ state: 'retrying', reason: away, since: 600, waitingEvents: 1, oldestAt }),
      part({ state: 'retrying', reason: away, since: 600, oldestAt: 1 }),
      part({ kind: 'listener', oldestAt: 2 }),
    ],
  });
  expect(objectStatus(facts(500)).oldestAt).toBe(500);
  expect(objectStatus(facts(null)).oldestAt).toBe(650);
});

it('what no event passes at any worker is idle, nobody knows since when; one event at one place and it runs', () => {
  const parts = [part({ kind: 'pipeline', quiet: true }), part({ quiet: true, since: 9 })];
  expect(objectStatus({ kind: 'pipeline', declared: 'running', parts })).toMatchObject({ state: 'idle', since: null });
  expect(objectStatus({ kind: 'pipeline', declared: 'running', parts: [...parts, part({ since: 7 })] })).toMatchObject({
    state: 'running',
    since: 7,
  });
});

it('the reason the server knows counts where its own word decides', () => {
  const facts = { kind: 'listener', declared: 'action-required', reason: away } as const;
  expect(objectStatus({ ...facts, parts: [] }).reason).toBe(away);
  expect(objectStatus({ ...facts, declared: 'starting', parts: [part({ heard: false })] }).reason).toBeNull();
});

it('each of the specification’s own names is in the table', () => {
  expect(Object.keys(stateOfSpecification.listener)).toEqual([...listenerStates]);
  expect(Object.keys(stateOfSpecification.pipeline)).toEqual([...pipelineStates]);
  expect(Object.keys(stateOfSpecification.start)).toEqual([...versionStarts]);
});

it('a worker is heard of for a minute', () => {
  expect(isHeard(1000, 61_000)).toBe(true);
  expect(isHeard(1000, 61_001)).toBe(false);
  expect(isHeard(null, 0)).toBe(false);
});
