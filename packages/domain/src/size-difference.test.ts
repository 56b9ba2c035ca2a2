import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sizeDifference, sumOfWays, waysOf, type SinkCounts, type VersionCounts, type WayToSink } from './size-difference.ts';

const end = fc.constantFrom('delivered', 'rejected', 'expired', 'waiting');
/** What becomes of each event: it ends in a step, or copies of it go to data sinks. */
const fate = fc.oneof(
  fc.constantFrom('filtered', 'merged', 'rejected', 'dropped').map((ended) => ({ ended, copies: {} })),
  fc
    .record({ a: fc.option(end, { nil: undefined }), b: fc.option(end, { nil: undefined }) })
    .filter(({ a, b }) => a !== undefined || b !== undefined)
    .map((copies) => ({ ended: undefined, copies })),
);
const inSize = 100;
const outSize = 80;

/** The ledger of events of one size, which all leave with another. */
function counted(fates: readonly { readonly ended: string | undefined; readonly copies: object }[], ids: readonly string[]) {
  const version = { entered: 0, enteredBytes: 0, created: 0, delivered: 0, filtered: 0, merged: 0, rejected: 0, dropped: 0, expired: 0 };
  const sinks = new Map(ids.map((id) => [id, { delivered: 0, deliveredBytes: 0, rejected: 0, dropped: 0, expired: 0 }]));
  const sent = new Map(ids.map((id) => [id, 0]));
  let lostBefore = 0;
  for (const { ended, copies } of fates) {
    version.entered++;
    version.enteredBytes += inSize;
    if (ended === 'rejected' || ended === 'dropped') lostBefore++;
    if (ended !== undefined) version[ended as 'filtered']++;
    const going = Object.entries(copies).filter(([, outcome]) => outcome !== undefined);
    version.created += Math.max(0, going.length - 1);
    for (const [id, outcome] of going) {
      sent.set(id, (sent.get(id) ?? 0) + outSize);
      if (outcome === 'waiting') continue;
      version[outcome as 'delivered']++;
      const sink = sinks.get(id)!;
      sink[outcome as 'delivered']++;
      if (outcome === 'delivered') sink.deliveredBytes += outSize;
    }
  }
  return { version, sinks, sent, lostBefore };
}

describe('what is sent to a data sink', () => {
  test('holds all that waits, was refused or lost, and no more than could have gone there', () => {
    fc.assert(
      fc.property(fc.array(fate, { maxLength: 60 }), (fates) => {
        const { version, sinks, sent, lostBefore } = counted(fates, ['a', 'b']);
        for (const [id, way] of waysOf(version, sinks)) {
          if (sinks.get(id)!.delivered === 0) continue;
          expect(way.sentBytesMax).toBeGreaterThanOrEqual(sent.get(id)! - 1e-6);
          expect(way.sentBytesMin).toBeLessThanOrEqual(sent.get(id)! + lostBefore * outSize + 1e-6);
        }
      }),
    );
  });

  test('of the only one is exact, and so a saving is what a step removed', () => {
    fc.assert(
      fc.property(fc.array(fate, { minLength: 1, maxLength: 60 }), (fates) => {
        const toOne = fates.filter(({ copies }) => !('b' in copies) || copies.b === undefined);
        const { version, sinks, sent, lostBefore } = counted(toOne, ['a']);
        fc.pre(sinks.get('a')!.delivered > 0);
        const way = waysOf(version, sinks).get('a')!;
        expect(way.sentBytesMin).toBeCloseTo(way.sentBytesMax);
        expect(way.sentBytesMax).toBeCloseTo(sent.get('a')! + lostBefore * outSize);
        expect(way.sentBytesMax).toBeCloseTo((way.entered - version.filtered - version.merged) * outSize);
      }),
    );
  });

  test('in two ranges is what it is in both together, also when what waited in the first is delivered in the second', () => {
    const one = new Map([['a', sink({ delivered: 100, deliveredBytes: 10_000 })]]);
    const early = waysOf(version({ entered: 1000, enteredBytes: 100_000, delivered: 100 }), one).get('a')!;
    const two = new Map([['a', sink({ delivered: 1900, deliveredBytes: 190_000 })]]);
    const late = waysOf(version({ entered: 1000, enteredBytes: 100_000, delivered: 1900 }), two).get('a')!;
    expect([early, late].map(({ sentBytesMax }) => sentBytesMax)).toEqual([100_000, 100_000]);
    expect([early, late, sumOfWays([early, late])].map((way) => sizeDifference(way).kind)).toEqual(['open', 'open', 'same']);
  });
});

describe('a percentage', () => {
  const entered = { entered: 10_000, enteredBytes: 1_000_000 };

  test('is not told of nothing, nor of a few events', () => {
    expect(sizeDifference(sumOfWays([]))).toMatchObject({ kind: 'none' });
    expect(sizeDifference(way({ entered: 999, enteredBytes: 1e6, sentBytesMin: 1, sentBytesMax: 1 }))).toMatchObject({ kind: 'few' });
  });

  test('is open while more than a little of it waits, and no saving while a little does', () => {
    for (const [delivered, kind] of [
      [0, 'open'],
      [200, 'open'],
      [9800, 'same'],
    ] as const) {
      const counts = new Map([['a', sink({ delivered, deliveredBytes: delivered * 100 })]]);
      expect(sizeDifference(waysOf(version({ ...entered, delivered }), counts).get('a')!)).toEqual({ kind });
    }
  });

  test('is no saving where events were refused or lost', () => {
    const counts = new Map([['a', sink({ delivered: 4000, deliveredBytes: 400_000, rejected: 3000 })]]);
    const lost = version({ ...entered, delivered: 4000, rejected: 4000, dropped: 1500, expired: 500 });
    expect(sizeDifference(waysOf(lost, counts).get('a')!)).toMatchObject({ kind: 'same' });
  });

  test('tells what a condition removed, and growth as growth', () => {
    const counts = new Map([['a', sink({ delivered: 3800, deliveredBytes: 380_000 })]]);
    const less = sizeDifference(waysOf(version({ ...entered, delivered: 3800, filtered: 6200 }), counts).get('a')!);
    expect(less).toMatchObject({ kind: 'less', share: expect.closeTo(0.62) as number });
    const grown = new Map([['a', sink({ delivered: 10_000, deliveredBytes: 2_600_000 })]]);
    const more = sizeDifference(waysOf(version({ ...entered, delivered: 10_000 }), grown).get('a')!);
    expect(more).toMatchObject({ kind: 'more', share: expect.closeTo(1.6) as number });
  });

  test('of one data sink is open while many events wait that may be for it or for another', () => {
    const counts = new Map([
      ['archive', sink({ delivered: 10_000, deliveredBytes: 1_000_000 })],
      ['siem', sink({ delivered: 1000, deliveredBytes: 100_000 })],
    ]);
    const ways = waysOf(version({ ...entered, created: 10_000, delivered: 11_000, filtered: 6200 }), counts);
    expect([...ways.values()].map((way) => sizeDifference(way).kind)).toEqual(['open', 'open']);
  });

  test('of two data sinks is certain for both while few events wait', () => {
    const counts = new Map([
      ['archive', sink({ delivered: 10_000, deliveredBytes: 1_000_000 })],
      ['siem', sink({ delivered: 3700, deliveredBytes: 370_000 })],
    ]);
    const ways = waysOf(version({ ...entered, created: 10_000, delivered: 13_700, filtered: 6200 }), counts);
    expect(sizeDifference(ways.get('archive')!)).toEqual({ kind: 'same' });
    expect(sizeDifference(ways.get('siem')!)).toEqual({ kind: 'less', share: expect.closeTo(0.62) as number });
  });

  test('of two data sinks is told although steps rejected many events, once nothing is under way', () => {
    const counts = new Map([
      ['archive', sink({ delivered: 9000, deliveredBytes: 900_000 })],
      ['siem', sink({ delivered: 3000, deliveredBytes: 300_000 })],
    ]);
    const all = version({ ...entered, created: 9000, delivered: 12_000, rejected: 1000, filtered: 6000 });
    const told = (counted: VersionCounts) => [...waysOf(counted, counts).values()].map((each) => sizeDifference(each));
    // What was rejected may have been for either: it is a saving of neither.
    expect(told(all)).toEqual([{ kind: 'same' }, { kind: 'less', share: expect.closeTo(0.6) as number }]);
    expect(told({ ...all, filtered: 5000 })).toEqual([{ kind: 'open' }, { kind: 'open' }]);
    expect(told({ ...all, filtered: 7000 })).toEqual([{ kind: 'open' }, { kind: 'open' }]);
  });
});

const sink = (some: Partial<SinkCounts>): SinkCounts => ({ delivered: 0, deliveredBytes: 0, rejected: 0, dropped: 0, expired: 0, ...some });
const version = (some: Partial<VersionCounts>): VersionCounts => ({
  entered: 0,
  enteredBytes: 0,
  created: 0,
  delivered: 0,
  filtered: 0,
  merged: 0,
  rejected: 0,
  dropped: 0,
  expired: 0,
  ...some,
});
const way = (some: Partial<WayToSink>): WayToSink => ({ ...sumOfWays([]), ...some });
