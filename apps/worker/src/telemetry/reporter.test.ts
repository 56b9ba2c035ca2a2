import { productVersion, type Clock } from '@acequia/base';
import type { Engine, LedgerRow } from '@acequia/engine';
import type { WriteFault } from '@acequia/journal';
import { beforeEach, expect, test } from 'vitest';
import type { LookupFault } from '../lookups/lookup-tables.ts';
import { Reporter } from './reporter.ts';

let nowMs: number;
let received: number;
let keptBytes: number;
let state: 'running' | 'failed';
let writeFault: WriteFault | undefined;
let lookupFaults: readonly LookupFault[];
let told: readonly LedgerRow[];
let reporter: Reporter;

beforeEach(() => {
  [nowMs, received, keptBytes, state, writeFault, lookupFaults, told] = [1000, 0, 0, 'running', undefined, [], []];
  const engine = {
    status: () => ({
      listeners: [{ id: 'LI_1', revision: 1, state, addresses: [], busy: false }],
      pipelines: [],
      replays: [],
    }),
    ledger: () => [
      {
        tenantId: 'T1',
        generation: 1,
        subject: { kind: 'listener', id: 'LI_1' },
        node: '',
        datasinkId: '',
        minute: 0,
        counts: { received },
      },
    ],
    ledgerTold: (rows: readonly LedgerRow[]) => (told = rows),
    journals: () => [{ listenerId: 'LI_1', keptBytes, undeliveredBytes: 0, limitBytes: 10, oldestMs: null }],
    counters: () => ({ listeners: { LI_1: { received, bytes: received, rejected: 0, kernelDrops: 0 } }, pipelines: {} }),
    samples: () => [],
    deadLetters: { lost: 0 },
  } as unknown as Engine;
  reporter = new Reporter({
    engine,
    clock: { now: () => nowMs, monotonic: () => nowMs } as Clock,
    generation: 1,
    machine: {
      cpu: () => ({ user: nowMs * 100, system: 0 }),
      memoryBytes: () => nowMs,
      journal: () => ({ bytes: 0, limit: 1 }),
      eventLoopLagMs: () => 0,
      disk: () => ({ freeBytes: nowMs, bytes: 1e9 }),
      writeFault: () => writeFault,
      memoryEnd: () => undefined,
    },
    readRoots: [],
    lookupFaults: () => lookupFaults,
    labelNode: () => '',
  });
});

/** A second goes by; true when the server heard something. */
function second(arrives = true): boolean {
  nowMs += 1000;
  const report = reporter.next();
  if (report && arrives) reporter.sent(report);
  return report !== undefined;
}
const seconds = (count: number): string => Array.from({ length: count }, () => (second() ? 'x' : '.')).join('');

test('an-idle-worker-keeps-the-server-busy: it says the same each third second, whatever its memory does', () => {
  expect(seconds(9)).toBe('x..x..x..');
});

test('every worker is listed with version 0.0.0: it says the version of the product, once', () => {
  const report = reporter.next();
  expect(report?.hello?.version).toBe(productVersion);
  reporter.sent(report!);
  received = 1;
  expect(reporter.next()?.hello).toBeUndefined();
});

test('figures-are-thrown-away-unheard: the engine hears which rows have arrived, and of no others', () => {
  received = 1;
  second(false);
  expect(told).toEqual([]);
  received = 2;
  second();
  expect(told).toMatchObject([{ subject: { id: 'LI_1' }, counts: { received: 2 } }]);
});

test('news-come-late: what changes is told at the next look, once', () => {
  const fault: LookupFault = { lookupId: 'LK_1', tenantId: 'T1', reason: { code: 'LOOKUP_MEMORY', fields: {} } };
  const changes: readonly (() => unknown)[] = [
    () => (received = 1),
    () => (keptBytes = 1),
    () => (state = 'failed'),
    () => (writeFault = { kind: 'full', code: 'ENOSPC', atMs: 1, lasts: true }),
    () => (writeFault = { kind: 'full', code: 'ENOSPC', atMs: 1, lasts: false }),
    () => (lookupFaults = [fault]),
    () => reporter.applied({ hash: 'h', listeners: [], pipelines: [] }),
    () => reporter.answer({ requestId: 'q', ok: true, reason: null }),
    () => reporter.asked(),
    () => reporter.greet(),
  ];
  for (const [index, change] of changes.entries()) {
    while (!second());
    change();
    expect([index, seconds(2)]).toEqual([index, 'x.']);
  }
});

test('what-did-not-arrive-is-taken-for-told: it is said each second until it has', () => {
  second();
  received = 1;
  expect([second(false), second(false), second(true), second(true)]).toEqual([true, true, true, false]);
});

test('whoever-watches-sees-old-numbers: while somebody does, there is a report each second', () => {
  second();
  reporter.watchLive(true);
  expect(seconds(4)).toBe('xxxx');
  reporter.watchLive(false);
  expect(seconds(4)).toBe('..x.');
});

test('the-first-event-is-not-seen: what came between the beginning of a watch and the first report is in its rates', () => {
  second();
  reporter.watchLive(true);
  received = 3;
  nowMs += 1000;
  const rateOf = (): number | undefined => reporter.next()?.live?.listeners['LI_1']?.received.events;
  expect(rateOf()).toBe(3);
  reporter.watchLive(true);
  nowMs += 1000;
  expect(rateOf()).toBe(0);
  reporter.watchLive(false);
  received = 9;
  nowMs += 5000;
  reporter.watchLive(true);
  nowMs += 1000;
  expect(rateOf()).toBe(0);
});

test('one-event-looks-like-twenty-five-a-second: a report that comes soon after another tells no rates, and the next one all of the time', () => {
  second();
  reporter.watchLive(true);
  received = 1;
  nowMs += 40;
  expect(reporter.next()?.live).toBeUndefined();
  received = 5;
  nowMs += 960;
  const live = reporter.next()?.live;
  expect([live?.listeners['LI_1']?.received.events, live?.overMs]).toEqual([5, 1000]);
});

test('the-load-between-two-reports-is-not-told: vitals cover the whole time since the last', () => {
  second();
  nowMs += 2000;
  second();
  nowMs += 1000;
  expect(reporter.next()).toBeUndefined();
  nowMs += 2000;
  expect(reporter.next()?.vitals).toMatchObject({ cpuFraction: 0.1, memoryBytes: nowMs });
});
