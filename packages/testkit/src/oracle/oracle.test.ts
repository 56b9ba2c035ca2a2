import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventIds, Oracle, type Promises } from './oracle.ts';
import { payloadOf, readPayloadHead } from './payload.ts';
import { seededRandom } from './seeded-random.ts';

const promises: Promises = { acknowledgedMin: 1, faultsMin: 0, duplicatesMax: 0, ordered: true };

/** Ten events of two keys, issued and acknowledged. */
function withTen(): { oracle: Oracle; texts: string[] } {
  const oracle = new Oracle(7);
  const texts = Array.from({ length: 10 }, (_, i) => {
    const event = oracle.issue(`k${i % 2}`);
    oracle.acknowledge(event);
    return event.text;
  });
  return { oracle, texts };
}

test('everything delivered once and in order: no fault', () => {
  const { oracle, texts } = withTen();
  for (const text of texts) oracle.receive(text);
  expect(oracle.judge(promises)).toMatchObject({ acknowledged: 10, delivered: 10, lost: 0, duplicates: 0, void: undefined, faults: [] });
});

test.each<[string, (texts: string[]) => string[], object]>([
  ['one missing', (texts) => texts.slice(1), { lost: 1 }],
  ['one twice', (texts) => [...texts, texts[3]!], { duplicates: 1, lost: 0 }],
  ['one of nobody', (texts) => [...texts, payloadOf(7, { number: 10, key: 'k0', sequence: 5 })], { invented: 1, lost: 0 }],
  ['one of another run', (texts) => [...texts, payloadOf(8, { number: 0, key: 'k0', sequence: 0 })], { invented: 1 }],
  ['one under a key that is not its own', (texts) => [...texts, texts[2]!.replace('k0', 'k1')], { invented: 1 }],
  ['a byte changed', (texts) => [`${texts[0]!.slice(0, -1)}!`, ...texts.slice(1)], { corrupt: 1, lost: 1 }],
  ['half of one', (texts) => [texts[0]!.slice(0, 12), ...texts.slice(1)], { lost: 1 }],
  ['two of a key swapped', ([a, b, c, ...rest]) => [c!, b!, a!, ...rest], { disordered: 1, lost: 0 }],
])('%s is found', (_fear, change, found) => {
  const { oracle, texts } = withTen();
  for (const text of change(texts)) oracle.receive(text);
  const verdict = oracle.judge(promises);
  expect(verdict).toMatchObject(found);
  expect(verdict.faults.length).toBeGreaterThan(0);
});

test('swapped between keys is no fault, and what was never acknowledged may be missing', () => {
  const { oracle, texts } = withTen();
  oracle.issue('k0');
  for (const text of [texts[1]!, texts[0]!, ...texts.slice(2)]) oracle.receive(text);
  expect(oracle.judge(promises).faults).toEqual([]);
});

test('every destination owes every event', () => {
  const oracle = new Oracle(1, ['a', 'b']);
  const event = oracle.issue('k');
  oracle.acknowledge(event);
  oracle.receive(event.text, 'a');
  expect([oracle.owedAt('a'), oracle.owedAt('b'), oracle.hasArrived(event)]).toEqual([0, 1, false]);
  oracle.receive(event.text, 'b');
  expect([oracle.owedAt('b'), oracle.hasArrived(event)]).toEqual([0, true]);
});

test('a run without acknowledgements or without its fault proves nothing', () => {
  const { oracle } = withTen();
  expect(oracle.judge({ acknowledgedMin: 11, faultsMin: 0 }).void).toContain('11');
  expect(oracle.judge({ acknowledgedMin: 1, faultsMin: 1 }).void).toContain('fault');
  oracle.metFault();
  expect(oracle.judge({ acknowledgedMin: 1, faultsMin: 1 }).void).toBeUndefined();
});

test('a payload is the same text every time, on one line, and tells what it is', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), (run, number, sequence) => {
      const head = { number, key: 'key 1', sequence };
      const text = payloadOf(run, head);
      expect(text).toBe(payloadOf(run, head));
      expect(text).not.toMatch(/[\r\n]/);
      expect(readPayloadHead(run, text)).toEqual(head);
    }),
  );
});

test('random numbers: equal for equal seeds, and a fork does not depend on what was drawn', () => {
  const [one, two] = [seededRandom(5), seededRandom(5)];
  one.next();
  expect(one.fork('x').next()).toBe(two.fork('x').next());
  expect(seededRandom(5).next()).not.toBe(seededRandom(6).next());
});

test('where each event comes once, the first repeat is a fault, however many are allowed in all', () => {
  const oracle = new Oracle(1, ['peer', 'file']);
  const event = oracle.issue('k');
  oracle.acknowledge(event);
  for (const destination of ['peer', 'peer', 'file']) oracle.receive(event.text, destination);
  const once = { acknowledgedMin: 1, faultsMin: 0, duplicatesMax: 5, exactlyOnceAt: ['file'] };
  expect(oracle.judge(once).faults).toEqual([]);
  oracle.receive(event.text, 'file');
  expect(oracle.judge(once).faults).toEqual([expect.stringContaining('1 repeated at file')]);
});

test('what is owed is the same, whether an event arrives before or after its acknowledgement', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ event: fc.nat(4), what: fc.constantFrom('acknowledge', 'receive') })), (steps) => {
      const oracle = new Oracle(1);
      const events = Array.from({ length: 5 }, () => oracle.issue('k'));
      const [acknowledged, arrived] = [new Set<number>(), new Set<number>()];
      for (const { event, what } of steps) {
        if (what === 'acknowledge') oracle.acknowledge(events[event]!);
        else oracle.receive(events[event]!.text);
        (what === 'acknowledge' ? acknowledged : arrived).add(event);
      }
      expect(oracle.owedAt()).toBe([...acknowledged].filter((event) => !arrived.has(event)).length);
    }),
  );
});

test.each<[string, readonly (readonly [number, number, string])[]]>([
  [
    'a repeat under another id',
    [
      [1, 7, 'a'],
      [1, 7, 'b'],
    ],
  ],
  [
    'two events under one id',
    [
      [1, 7, 'a'],
      [2, 7, 'a'],
    ],
  ],
])('%s is found', (_fear, noted) => {
  const ids = new EventIds();
  ids.note(1, 8, 'c');
  ids.note(1, 8, 'c');
  expect(ids.judge()).toEqual([]);
  for (const [run, event, id] of noted) ids.note(run, event, id);
  expect(ids.judge()).toHaveLength(1);
});
