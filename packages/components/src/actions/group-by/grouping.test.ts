import { MiB } from '@acequia/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './aggregates/accumulator.ts';
import { collect } from './aggregates/collections.ts';
import { count } from './aggregates/counts.ts';
import { Grouping, type GroupingOptions, type Result } from './grouping.ts';
import { EventTime, receivedTime } from './watermark.ts';
import { createWindows, type Windows } from './windows.ts';

interface Arrival {
  readonly receivedMs: number;
  readonly eventMs: number;
  readonly key: string;
  readonly n: number;
}

const kinds = [count, collect({ limit: 1000, distinct: false })];
const baseMs = 1_700_000_000_000;

type Settings = Pick<GroupingOptions, 'windows'> & Partial<GroupingOptions>;
const create = (settings: Settings): Grouping =>
  new Grouping({
    watermark: receivedTime,
    kinds,
    maxGroups: 1000,
    stateBytes: () => 1e9,
    refuses: false,
    emitEmpty: false,
    restored: undefined,
    lost: false,
    ...settings,
  });

const absorb = (grouping: Grouping, { receivedMs, eventMs, key, n }: Arrival) =>
  grouping.absorb({ receivedMs, eventMs, key, keys: [key], values: [true, n], id: () => `e${n}` });

interface Told extends Pick<Result, 'startMs' | 'endMs' | 'key' | 'events'> {
  readonly values: readonly unknown[];
}

const told = ({ startMs, endMs, key, events, values }: Result): Told => ({
  startMs,
  endMs,
  key,
  events,
  values: [values[0], listed(values[1])],
});
const itemsOf = (value: unknown) => (value as { items: readonly string[] }).items.map((item) => Number(item[0]));
const sumOf = (results: readonly Result[]) =>
  results.reduce((sum, { values }) => sum + values.reduce<number>((bytes, value) => bytes + bytesOf(value), 0), 0);
const listed = (value: unknown) => (value as { items: readonly number[] } | null)?.items ?? null;
const sorted = (results: Told[]) => results.sort((a, b) => a.endMs - b.endMs || a.key.localeCompare(b.key));

/** Overlapping windows have their values part by part, which is not the order of arrival where events are late. */
const unordered = ({ values, ...rest }: Told) => ({
  ...rest,
  items: [...(values[1] as readonly number[])].sort((a, b) => a - b),
});

/** Ends of the windows a moment lies in. */
function endsOf(windows: Windows, ms: number): number[] {
  const ends: number[] = [];
  const start = windows.paneAt(ms);
  for (let end = windows.paneEnd(start); end <= windows.lastEnd(start); end = windows.paneEnd(windows.paneAt(end))) ends.push(end);
  return ends;
}

/** What every window that ends in `ends` has of the events, from the whole input at once. */
function naive(windows: Windows, events: readonly { ms: number; key: string; n: number }[], wanted: (end: number) => boolean): Told[] {
  const groups = new Map<string, { endMs: number; key: string; items: number[] }>();
  for (const { ms, key, n } of events) {
    for (const endMs of endsOf(windows, ms)) {
      if (!wanted(endMs)) continue;
      const name = `${endMs} ${key}`;
      const group = groups.get(name) ?? { endMs, key, items: [] };
      group.items.push(n);
      groups.set(name, group);
    }
  }
  return [...groups.values()].map(({ endMs, key, items }) => ({
    startMs: windows.windowStart(endMs),
    endMs,
    key,
    events: items.length,
    values: [items.length, items],
  }));
}

const shapes = fc.constantFrom([1000, 1000], [1000, 250], [3000, 1000], [86_400_000, 86_400_000], [7000, 7000]);
const arrivals = (lateMs: number) =>
  fc
    .array(
      fc.record({
        laterMs: fc.oneof(fc.nat(300), fc.nat(5000)),
        lateMs: fc.nat(lateMs),
        key: fc.constantFrom('a', 'b', 'c'),
        advance: fc.boolean(),
        restart: fc.boolean(),
      }),
      { maxLength: 60 },
    )
    .map((steps) => {
      let receivedMs = baseMs;
      return steps.map(({ laterMs, lateMs: late, ...rest }, n) => {
        receivedMs += laterMs;
        return { receivedMs, eventMs: receivedMs - late, n, ...rest };
      });
    });

describe('groups', () => {
  it('have what the whole input says, in windows one after the other and overlapping; a restart changes nothing', () => {
    fc.assert(
      fc.property(shapes, arrivals(0), ([windowMs, slideMs], list) => {
        const windows = createWindows(windowMs!, slideMs!, 'UTC');
        let grouping = create({ windows });
        const results: Result[] = [];
        for (const { advance, restart, ...arrival } of list) {
          if (advance) results.push(...grouping.advance(arrival.receivedMs));
          expect(absorb(grouping, arrival)).toBe('taken');
          if (restart) grouping = create({ windows, restored: grouping.snapshot() });
        }
        expect(results.every(({ partial, early }) => !partial && !early)).toBe(true);
        const rest = grouping.flush();
        expect(rest.every(({ partial, early }) => partial && early)).toBe(true);
        const events = list.map(({ receivedMs, key, n }) => ({ ms: receivedMs, key, n }));
        expect(sorted([...results, ...rest].map(told))).toEqual(sorted(naive(windows, events, () => true)));
        expect(grouping.flush()).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('by the time of the events: late ones are told, the others are where they belong', () => {
    fc.assert(
      fc.property(shapes, arrivals(4000), fc.constantFrom(0, 500, 3000), ([windowMs, slideMs], list, latenessMs) => {
        const windows = createWindows(windowMs!, slideMs!, 'UTC');
        const options = { windows, watermark: new EventTime(latenessMs) };
        let grouping = create(options);
        const taken: { ms: number; key: string; n: number }[] = [];
        const results: Told[] = [];
        const wanted: Told[] = [];
        let closedTo = -Infinity;
        let latest = -Infinity;
        let received = -Infinity;
        for (const { advance, restart, ...arrival } of list) {
          if (advance && latest > -Infinity) {
            const nowMs = arrival.receivedMs;
            const completeMs = Math.min(latest + Math.max(0, nowMs - received), nowMs) - latenessMs;
            const due = grouping.dueMs() <= nowMs;
            const closing = naive(windows, taken, (end) => end > closedTo && end <= completeMs);
            expect(due).toBe(closing.length > 0);
            results.push(...grouping.advance(nowMs).map(told));
            wanted.push(...closing);
            closedTo = Math.max(closedTo, ...closing.map(({ endMs }) => endMs));
          }
          const { eventMs, key, n } = arrival;
          latest = Math.max(latest, eventMs);
          received = Math.max(received, arrival.receivedMs);
          const late = windows.lastEnd(windows.paneAt(eventMs)) <= closedTo;
          expect(absorb(grouping, arrival)).toBe(late ? 'late' : 'taken');
          if (!late) taken.push({ ms: eventMs, key, n });
          if (restart) grouping = create({ ...options, watermark: new EventTime(latenessMs), restored: grouping.snapshot() });
        }
        expect(sorted(results).map(unordered)).toEqual(sorted(wanted).map(unordered));
      }),
      { numRuns: 300 },
    );
  });

  it('beyond their number the oldest go out early: no event is in none or in two, and the rest of a window says so', () => {
    fc.assert(
      fc.property(arrivals(0), fc.integer({ min: 1, max: 3 }), (list, maxGroups) => {
        const grouping = create({ windows: createWindows(1000, 1000, 'UTC'), maxGroups });
        const results: Result[] = [];
        for (const { advance, restart: _, ...arrival } of list) {
          if (advance) results.push(...grouping.advance(arrival.receivedMs));
          expect(absorb(grouping, arrival)).toBe('taken');
          results.push(...grouping.takeGivenUp());
        }
        results.push(...grouping.flush());
        const items = results.flatMap(({ values }) => listed(values[1]) as number[]);
        expect(items.sort((a, b) => a - b)).toEqual(list.map(({ n }) => n));
        const byWindow = Map.groupBy(results, ({ startMs, key }) => `${startMs} ${key}`);
        for (const parts of byWindow.values()) if (parts.length > 1) expect(parts.every(({ partial }) => partial)).toBe(true);
        const ids = results.map(({ startMs, key, early, first }) => `${startMs} ${key} ${early ? first : ''}`);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 200 },
    );
  });

  it('overlapping windows that lack a group which went out early are flagged', () => {
    const grouping = create({ windows: createWindows(1000, 500, 'UTC'), maxGroups: 1 });
    for (const [n, key] of ['a', 'b'].entries()) absorb(grouping, { receivedMs: baseMs + n, eventMs: 0, key, n });
    expect(grouping.takeGivenUp()).toMatchObject([{ key: 'a', endMs: baseMs + 500, partial: true, early: true }]);
    expect(grouping.advance(baseMs + 1000)).toMatchObject([
      { key: 'b', endMs: baseMs + 500, partial: true, early: false },
      { key: 'b', endMs: baseMs + 1000, partial: true, early: false },
    ]);
  });

  it('refuse instead, when told so, and keep what they have', () => {
    const windows = createWindows(1000, 1000, 'UTC');
    const grouping = create({ windows, maxGroups: 1, refuses: true });
    const at = (key: string, n: number) => absorb(grouping, { receivedMs: baseMs, eventMs: 0, key, n });
    expect([at('a', 1), at('b', 2), at('a', 3)]).toEqual(['taken', 'full', 'taken']);
    expect(grouping.advance(baseMs + 1000)).toMatchObject([{ key: 'a', events: 2 }]);
    expect(at('b', 4)).toBe('taken');
  });

  it('give up the oldest when memory is full', () => {
    const grouping = create({ windows: createWindows(1000, 1000, 'UTC'), stateBytes: () => 20_000 });
    for (let n = 0; n < 200; n++) absorb(grouping, { receivedMs: baseMs, eventMs: 0, key: `${n}${'x'.repeat(500)}`, n });
    const early = grouping.takeGivenUp();
    expect(early.length).toBeGreaterThan(150);
    expect(early.length + grouping.flush().length).toBe(200);
  });

  it('many groups end bit by bit; one that has ended gets nothing more, not even over a restart', () => {
    const windows = createWindows(1000, 1000, 'UTC');
    let grouping = create({ windows, maxGroups: 10_000 });
    for (let n = 0; n < 3000; n++) absorb(grouping, { receivedMs: baseMs, eventMs: 0, key: `k${n}`, n });
    const results = [...grouping.advance(baseMs + 1000)];
    expect(results.length).toBeLessThan(3000);
    expect(grouping.dueMs()).toBe(baseMs + 1000);
    for (const key of ['k0', 'k2999']) absorb(grouping, { receivedMs: baseMs + 500, eventMs: 0, key, n: 9999 });
    grouping = create({ windows, maxGroups: 10_000, restored: grouping.snapshot() });
    while (grouping.dueMs() <= baseMs + 1000) results.push(...grouping.advance(baseMs + 1000));
    expect(new Set(results.map(({ key }) => key)).size).toBe(3000);
    expect(results.every(({ startMs, events }) => startMs === baseMs && events === 1)).toBe(true);
    expect(grouping.advance(baseMs + 2000)).toMatchObject([{ key: 'k0', startMs: baseMs + 1000 }, { key: 'k2999' }]);
  });

  it('of overlapping windows a bounded part goes out at a time, whoever asks; a restart between two parts changes nothing', () => {
    const windows = createWindows(120_000, 1000, 'UTC');
    const lists = Array.from({ length: 10 }, () => collect({ limit: 1000, distinct: false }));
    const bytesAtOnceMax = 3 * MiB;
    const text = 'x'.repeat(10_000);
    for (const ask of ['advance', 'flush'] as const) {
      let grouping = create({ windows, kinds: lists });
      for (let n = 0; n < 6; n++)
        grouping.absorb({
          receivedMs: baseMs + n * 1000,
          eventMs: 0,
          key: `k${n % 3}`,
          keys: [],
          values: lists.map(() => `${n}${text}`),
          id: () => `e${n}`,
        });
      const gone: string[] = [];
      const isMore = () => (ask === 'flush' ? grouping.isOpen : grouping.dueMs() <= baseMs + 300_000);
      while (isMore()) {
        const part = ask === 'flush' ? grouping.flush() : grouping.advance(baseMs + 300_000);
        expect(part.length).toBeGreaterThan(0);
        expect(sumOf(part)).toBeLessThan(bytesAtOnceMax);
        for (const { endMs, key, values } of part) gone.push(`${(endMs - baseMs) / 1000} ${key} ${itemsOf(values[0]).join()}`);
        grouping = create({ windows, kinds: lists, restored: grouping.snapshot() });
      }
      const wanted = Array.from({ length: 125 }, (_, ended) => ended + 1).flatMap((end) =>
        ['k0', 'k1', 'k2'].flatMap((key, first) => {
          const items = [first, first + 3].filter((n) => n < end && n >= end - 120);
          return items.length === 0 ? [] : [`${end} ${key} ${items.join()}`];
        }),
      );
      expect(gone.sort()).toEqual(wanted.sort());
    }
  });

  it('go out bit by bit when there is less memory than before', () => {
    let stateBytes = 1e9;
    const grouping = create({ windows: createWindows(60_000, 60_000, 'UTC'), stateBytes: () => stateBytes });
    const take = (n: number) =>
      grouping.absorb({ receivedMs: baseMs, eventMs: 0, key: `k${n}`, keys: ['x'.repeat(20_000)], values: [true, n], id: () => `e${n}` });
    for (let n = 0; n < 900; n++) take(n);
    expect(grouping.takeGivenUp()).toEqual([]);
    stateBytes = 1_000_000;
    const parts: number[] = [];
    for (let n = 900; n < 920; n++) {
      take(n);
      parts.push(grouping.takeGivenUp().length);
    }
    expect(Math.max(...parts)).toBeLessThan(130);
    expect(parts.reduce((sum, part) => sum + part)).toBeGreaterThan(850);
  });

  it('a key that gives up its oldest part repeats nothing that stays', () => {
    const grouping = create({ windows: createWindows(60_000, 1000, 'UTC'), maxGroups: 2 });
    for (let n = 0; n < 4; n++) absorb(grouping, { receivedMs: baseMs + n * 1000, eventMs: 0, key: 'a', n });
    expect(grouping.takeGivenUp()).toMatchObject([
      { key: 'a', events: 1, early: true, partial: true, endMs: baseMs + 1000 },
      { key: 'a', events: 1, early: true, partial: true, endMs: baseMs + 2000 },
    ]);
    expect(
      grouping
        .flush()
        .map(({ events }) => events)
        .slice(0, 3),
    ).toEqual([1, 2, 2]);
  });

  it('an event whose window has ended counts in the open one by time of receipt', () => {
    const grouping = create({ windows: createWindows(1000, 1000, 'UTC') });
    absorb(grouping, { receivedMs: baseMs, eventMs: 0, key: 'a', n: 1 });
    expect(grouping.advance(baseMs + 1500)).toHaveLength(1);
    expect(absorb(grouping, { receivedMs: baseMs + 10, eventMs: 0, key: 'a', n: 2 })).toBe('taken');
    expect(grouping.advance(baseMs + 2000)).toMatchObject([{ startMs: baseMs + 1000, events: 1 }]);
  });

  it('silent windows are told where asked, from when time is known on; of a long silence the last ones', () => {
    const grouping = create({ windows: createWindows(1000, 1000, 'UTC'), emitEmpty: true });
    expect(grouping.advance(baseMs + 500)).toEqual([]);
    expect(grouping.dueMs()).toBe(baseMs + 1000);
    expect(grouping.advance(baseMs + 2100)).toMatchObject([
      { startMs: baseMs, events: 0, values: [0, null] },
      { startMs: baseMs + 1000, events: 0 },
    ]);
    absorb(grouping, { receivedMs: baseMs + 2500, eventMs: 0, key: '', n: 1 });
    expect(grouping.advance(baseMs + 4000).map(({ events }) => events)).toEqual([1, 0]);
    const long: Result[] = [];
    while (grouping.dueMs() <= baseMs + 4000 + 20_000_000) long.push(...grouping.advance(baseMs + 4000 + 20_000_000));
    expect(long).toHaveLength(10_000);
    expect(long.at(-1)!.endMs).toBe(baseMs + 4000 + 20_000_000);
  });

  it('in silence, the time of the events goes on at the pace of the clock; a time far ahead is not believed', () => {
    const grouping = create({ windows: createWindows(1000, 1000, 'UTC'), watermark: new EventTime(200) });
    absorb(grouping, { receivedMs: baseMs + 5000, eventMs: baseMs, key: 'a', n: 1 });
    expect(grouping.dueMs()).toBe(baseMs + 5000 + 1200);
    expect(grouping.advance(baseMs + 6199)).toEqual([]);
    expect(grouping.advance(baseMs + 6200)).toHaveLength(1);
    absorb(grouping, { receivedMs: baseMs + 7000, eventMs: baseMs + 10 * 86_400_000, key: 'b', n: 2 });
    expect(grouping.advance(baseMs + 9000)).toMatchObject([{ key: 'b', startMs: baseMs + 7000 }]);
  });

  it('after a loss of state the windows that may have begun before are flagged, and no others', () => {
    const windows = createWindows(1000, 1000, 'UTC');
    for (const settings of [{ lost: true }, { restored: Buffer.from('x') }, { restored: create({ windows }).snapshot().slice(0, -1) }]) {
      const grouping = create({ windows, ...settings });
      for (const n of [0, 1, 2]) absorb(grouping, { receivedMs: baseMs + n * 600, eventMs: 0, key: 'a', n });
      expect(grouping.advance(baseMs + 5000).map(({ restarted }) => restarted)).toEqual([true, false]);
    }
  });
});

describe('windows', () => {
  it('cut all time into panes without gaps, whatever the zone and the length', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Madrid', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia');
    const at = fc.integer({ min: Date.UTC(2019, 0), max: Date.UTC(2031, 0) });
    fc.assert(
      fc.property(
        zones,
        at,
        fc.constantFrom([86_400_000, 86_400_000], [3_600_000, 3_600_000], [7_200_000, 600_000]),
        (zone, ms, [all, slide]) => {
          const windows = createWindows(all!, slide!, zone);
          const start = windows.paneAt(ms);
          const end = windows.paneEnd(start);
          expect(start <= ms && ms < end).toBe(true);
          expect(windows.paneAt(start)).toBe(start);
          expect(windows.paneAt(end)).toBe(end);
          expect(windows.paneAt(end - 1)).toBe(start);
          expect(windows.paneAt(windows.windowStart(end))).toBe(windows.windowStart(end));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('a day is that of the calendar, also where clocks change; half-hour zones have their hours', () => {
    const days = createWindows(86_400_000, 86_400_000, 'Europe/Madrid');
    const spring = days.paneAt(Date.UTC(2024, 2, 31, 12));
    expect([spring, days.paneEnd(spring)]).toEqual([Date.UTC(2024, 2, 30, 23), Date.UTC(2024, 2, 31, 22)]);
    const autumn = days.paneAt(Date.UTC(2024, 9, 27, 0, 30));
    expect([autumn, days.paneEnd(autumn)]).toEqual([Date.UTC(2024, 9, 26, 22), Date.UTC(2024, 9, 27, 23)]);
    expect(createWindows(3_600_000, 3_600_000, 'Asia/Kolkata').paneAt(Date.UTC(2024, 0, 1, 0, 10))).toBe(Date.UTC(2023, 11, 31, 23, 30));
  });
});
