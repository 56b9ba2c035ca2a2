import { minuteMs, secondMs } from '@acequia/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stormMax, type Condition } from './condition.ts';
import { flapMs, isEndUntold, weigh, type AlertState } from './weigh.ts';

const condition = (id: string, part: Partial<Condition> = {}): Condition => ({
  code: 'DESTINATION_DOWN',
  topic: `DESTINATION_DOWN ${id}`,
  priority: 'critical',
  sourceType: 'datasink',
  sourceId: id,
  clusterId: 'CL_1',
  workerId: 'WK_1',
  fields: { name: id },
  places: 1,
  ...part,
});

/** Weighs look after look, keeping what is to be kept. */
function watch() {
  let alerts: AlertState[] = [];
  let ids = 0;
  const told: string[] = [];
  return {
    told,
    alerts: () => alerts,
    open: () => alerts.filter(({ state }) => state === 'open'),
    change: (part: Partial<AlertState>) => (alerts = alerts.map((alert) => ({ ...alert, ...part }))),
    changeOpen: (part: Partial<AlertState>) => (alerts = alerts.map((alert) => (alert.state === 'open' ? { ...alert, ...part } : alert))),
    look: (now: number, ...conditions: readonly Condition[]) => {
      const known = alerts.filter((alert) => alert.state !== 'resolved' || alert.resolvedAt! > now - flapMs || isEndUntold(alert));
      const weighed = weigh(known, conditions, now, () => `AL_${(ids += 1)}`);
      const written = new Map(weighed.write.map((alert) => [alert.id, alert]));
      alerts = [...alerts.filter(({ id }) => !written.has(id) && !weighed.forget.includes(id)), ...written.values()];
      told.push(...weighed.tell.map(({ alertId, event }) => `${event} ${alertId}`));
      return weighed;
    },
  };
}

const at = (seconds: number): number => seconds * secondMs;

describe('raising', () => {
  test('does not raise what is gone before it has lasted', () => {
    const desk = watch();
    desk.look(at(0), condition('a'));
    expect(desk.open()).toEqual([]);
    expect(desk.look(at(5)).forget).toEqual(['AL_1']);
    expect([desk.alerts(), desk.told]).toEqual([[], []]);
  });

  test('raises once, tells once, however often it is seen', () => {
    const desk = watch();
    for (let second = 0; second <= 600; second += 10) desk.look(at(second), condition('a'));
    expect(desk.open()).toMatchObject([{ id: 'AL_1', raises: 1, firstAt: 0, raisedAt: at(10), lastAt: at(600) }]);
    expect(desk.told).toEqual(['raised AL_1']);
  });

  test('one whose cause went and came back is as old as its return, raised once', () => {
    const desk = watch();
    for (let second = 0; second <= 20; second += 10) desk.look(at(second), condition('a'));
    desk.look(at(30));
    desk.look(at(40), condition('a'));
    desk.look(at(50), condition('a'));
    expect(desk.open()).toMatchObject([{ id: 'AL_1', raises: 1, firstAt: at(40), goneAt: null }]);
  });

  test('what needs no time to be believed is raised at its first look', () => {
    const desk = watch();
    expect(desk.look(at(0), condition('a', { code: 'WORKER_SILENT' })).shown).toBe(true);
    expect(desk.told).toEqual(['raised AL_1']);
  });

  test('one that becomes more urgent is told again, one that becomes less so is not', () => {
    const desk = watch();
    const secret = (priority: Condition['priority']) => condition('s', { code: 'SECRET_EXPIRY', topic: 'SECRET_EXPIRY s', priority });
    desk.look(at(0), secret('medium'));
    desk.look(at(10), secret('high'));
    desk.look(at(20), secret('medium'));
    expect(desk.told).toEqual(['raised AL_1', 'raised AL_1']);
    expect(desk.open()).toMatchObject([{ priority: 'medium', raises: 1 }]);
  });
});

describe('being over', () => {
  test('does not end while it may come back, then ends by itself', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.look(at(60));
    expect(desk.open()).toHaveLength(1);
    desk.look(at(71));
    expect(desk.alerts()).toMatchObject([{ state: 'resolved', resolvedAt: at(71) }]);
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1']);
  });

  test('a destination that comes and goes is one alert, told of once', () => {
    const desk = watch();
    for (let second = 0; second < 3600; second += 10) desk.look(at(second), ...(second % 40 < 20 ? [condition('a')] : []));
    expect(desk.alerts()).toHaveLength(1);
    expect(desk.told).toEqual(['raised AL_1']);
  });

  test('one that comes back soon after it was told to be over is told again: the last message is not a false one', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.look(at(80));
    desk.look(at(200), condition('a'));
    expect(desk.open()).toMatchObject([{ id: 'AL_1', raises: 2 }]);
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1', 'raised AL_1']);
  });

  test('one that keeps coming back is told of twice, and over once it has been gone for ten minutes', () => {
    const desk = watch();
    for (let second = 0; second < 3600; second += 10) desk.look(at(second), ...(second % 180 < 60 ? [condition('a')] : []));
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1', 'raised AL_1']);
    const lastAt = desk.open()[0]!.lastAt;
    desk.look(lastAt + flapMs - 1);
    expect(desk.open()).toHaveLength(1);
    desk.look(lastAt + flapMs);
    expect(desk.told.slice(3)).toEqual(['resolved AL_1']);
  });

  test('one whose cause is away is not shown as wrong while people wait to be told that it is over', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    expect([desk.look(at(20)).shown, desk.look(at(30)).shown]).toEqual([true, false]);
    expect(desk.alerts()).toMatchObject([{ state: 'open', goneAt: at(20), lastAt: at(10) }]);
    expect(desk.look(at(40), condition('a')).shown).toBe(true);
    expect(desk.alerts()).toMatchObject([{ state: 'open', goneAt: null, raises: 1 }]);
    for (const second of [50, 100]) desk.look(at(second));
    expect(desk.alerts()).toMatchObject([{ state: 'resolved', goneAt: at(50), resolvedAt: at(100) }]);
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1']);
  });

  test('one that people bring about ends at once, also after it came back', () => {
    const desk = watch();
    const secret = condition('s', { code: 'SECRET_EXPIRY', topic: 'SECRET_EXPIRY s' });
    for (const second of [0, 20]) {
      desk.look(at(second), secret);
      desk.look(at(second + 10));
      expect(desk.open()).toEqual([]);
    }
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1', 'raised AL_1', 'resolved AL_1']);
  });

  test('one that comes back soon after is the same alert with its acknowledgement and snooze, counted and not told while snoozed', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ acknowledgedAt: 1, acknowledgedBy: 'ana', snoozedUntil: at(300) });
    desk.look(at(80));
    desk.look(at(200), condition('a'));
    const same = { id: 'AL_1', raises: 2, resolvedAt: null, acknowledgedAt: 1, acknowledgedBy: 'ana' };
    expect(desk.open()).toMatchObject([{ ...same, snoozedUntil: at(300) }]);
    desk.look(at(310), condition('a'));
    expect(desk.open()).toMatchObject([{ ...same, snoozedUntil: null }]);
    expect(desk.told).toEqual(['raised AL_1']);
  });

  test('one that comes back much later is a new alert', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.look(at(80));
    for (const second of [0, 10]) desk.look(at(80) + flapMs + at(second), condition('a'));
    expect(desk.alerts().map(({ id, state }) => `${id} ${state}`)).toEqual(['AL_1 resolved', 'AL_2 open']);
  });
});

describe('snoozing', () => {
  test('tells nothing while it lasts, and again when it ends with nobody looking after it', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: 10 * minuteMs });
    desk.look(5 * minuteMs, condition('a', { places: 3 }));
    expect(desk.told).toEqual(['raised AL_1']);
    desk.look(10 * minuteMs, condition('a'));
    desk.look(10 * minuteMs + at(10), condition('a'));
    expect(desk.told).toEqual(['raised AL_1', 'raised AL_1']);
    expect(desk.open()).toMatchObject([{ snoozedUntil: null }]);
  });

  test('one that is over meanwhile ends without a word, which follows once it cannot come back', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: 60 * minuteMs });
    desk.look(5 * minuteMs);
    desk.look(5 * minuteMs + flapMs - 1);
    expect(desk.alerts()).toMatchObject([{ state: 'resolved' }]);
    expect(desk.told).toEqual(['raised AL_1']);
    for (const later of [0, 10]) desk.look(5 * minuteMs + flapMs + at(later));
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1']);
  });

  test('the end of one that is over meanwhile is told when its snooze ends', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: at(100) });
    for (const second of [80, 90]) desk.look(at(second));
    expect(desk.told).toEqual(['raised AL_1']);
    for (const second of [100, 110]) desk.look(at(second));
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1']);
  });

  test('one whose cause comes back after ten minutes is told to be over, and the new one to be there', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: 60 * minuteMs });
    desk.look(at(80));
    for (const second of [0, 10]) desk.look(at(80) + flapMs + at(second), condition('a'));
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1', 'raised AL_2']);
  });

  test('one that comes back after its snooze is open, and its snooze is not announced', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: at(100) });
    desk.look(at(80));
    for (const second of [200, 210]) desk.look(at(second), condition('a'));
    expect(desk.open()).toMatchObject([{ id: 'AL_1', snoozedUntil: null }]);
    expect(desk.told).toEqual(['raised AL_1']);
  });
});

describe('storms', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => condition(`d${index}`));

  test('a hundred destinations that fail at once are one alert that says how many', () => {
    const desk = watch();
    for (const second of [0, 10, 20]) desk.look(at(second), ...many(100));
    expect(desk.open()).toMatchObject([{ topic: 'DESTINATION_DOWN *', places: 100, sourceId: '', sourceType: 'unknown' }]);
    expect(desk.told).toHaveLength(1);
  });

  test('as many as are still looked at one by one stay apart', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), ...many(stormMax));
    expect(desk.open()).toHaveLength(stormMax);
  });

  test('a storm leaves the alerts that were there before it alone', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('d0'));
    for (const second of [20, 30]) desk.look(at(second), ...many(50));
    expect(desk.open().map(({ topic, places }) => [topic, places])).toEqual([
      ['DESTINATION_DOWN d0', 1],
      ['DESTINATION_DOWN *', 49],
    ]);
    desk.look(at(40), ...many(3));
    expect(desk.open().map(({ topic }) => topic)).toEqual(['DESTINATION_DOWN d0', 'DESTINATION_DOWN *']);
  });
});

describe('one cause over any time', () => {
  const holdMs = 10 * secondMs;
  const clearMs = minuteMs;
  const until = fc.integer({ min: 1, max: 120 }).map((looks) => looks * 10 * secondMs);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('looks' as const), count: fc.integer({ min: 1, max: 70 }), wrong: fc.boolean() }),
    fc.record({ kind: fc.constant('acknowledge' as const) }),
    fc.record({ kind: fc.constant('snooze' as const), forMs: until }),
    fc.record({ kind: fc.constant('wake' as const) }),
  );
  /** What a person knows of it, without the rows. */
  interface Model {
    id: number;
    state: 'none' | 'pending' | 'open' | 'resolved';
    since: number;
    seenAt: number;
    returns: number;
    acknowledgedAt: number | null;
    snoozedUntil: number | null;
    told: string[];
  }
  const look = (model: Model, wrong: boolean, now: number): void => {
    const snoozed = model.snoozedUntil !== null && model.snoozedUntil > now;
    const returnable = model.state === 'resolved' && now - model.since < flapMs;
    if (model.state === 'resolved' && model.snoozedUntil !== null && (!returnable || (!wrong && !snoozed))) {
      model.told.push(`resolved AL_${model.id}`);
      model.snoozedUntil = null;
    }
    if (model.state === 'resolved' && !returnable) model.state = 'none';
    if (!wrong) {
      if (model.state === 'pending') model.state = 'none';
      if (model.state !== 'open' || now - model.seenAt < (model.returns > 0 ? flapMs : clearMs)) return;
      Object.assign(model, { state: 'resolved', since: now });
      if (snoozed) return;
      model.told.push(`resolved AL_${model.id}`);
      model.snoozedUntil = null;
      return;
    }
    model.seenAt = now;
    if (model.state === 'resolved') {
      model.state = 'open';
      model.returns += 1;
      if (model.snoozedUntil === null) model.told.push(`raised AL_${model.id}`);
      if (!snoozed) model.snoozedUntil = null;
    } else if (model.state === 'none')
      Object.assign(model, { state: 'pending', since: now, id: model.id + 1, returns: 0, acknowledgedAt: null, snoozedUntil: null });
    else if (model.state === 'pending' && now - model.since >= holdMs) {
      model.state = 'open';
      model.told.push(`raised AL_${model.id}`);
    } else if (model.state === 'open' && model.snoozedUntil !== null && !snoozed) {
      if (model.acknowledgedAt === null) model.told.push(`raised AL_${model.id}`);
      model.snoozedUntil = null;
    }
  };

  test('keeps one alert with what people did to it until it was gone for ten minutes, and messages say no more than that', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 25 }), (steps) => {
        const desk = watch();
        const model: Model = { id: 0, state: 'none', since: 0, seenAt: 0, returns: 0, acknowledgedAt: null, snoozedUntil: null, told: [] };
        let now = 0;
        const touch = (part: Pick<AlertState, 'snoozedUntil'> & Partial<AlertState>) => {
          if (model.state !== 'open') return;
          desk.changeOpen(part);
          Object.assign(model, part);
        };
        for (const each of steps) {
          if (each.kind === 'acknowledge') touch({ acknowledgedAt: now, acknowledgedBy: 'ana', snoozedUntil: null });
          else if (each.kind === 'snooze') touch({ snoozedUntil: now + each.forMs });
          else if (each.kind === 'wake') touch({ snoozedUntil: null });
          else
            for (let count = 0; count < each.count; count += 1) {
              now += 10 * secondMs;
              look(model, each.wrong, now);
              desk.look(now, ...(each.wrong ? [condition('a')] : []));
              const { id, state, acknowledgedAt, snoozedUntil } = model;
              const expected = state === 'open' ? [{ id: `AL_${id}`, acknowledgedAt, snoozedUntil }] : [];
              const opened = desk.open();
              expect(
                opened.map((alert) => ({ id: alert.id, acknowledgedAt: alert.acknowledgedAt, snoozedUntil: alert.snoozedUntil })),
              ).toEqual(expected);
              expect(desk.told).toEqual(model.told);
            }
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('many causes over any time', () => {
  const names = ['a', 'b', 'c'];
  const codes = ['DESTINATION_DOWN', 'WORKER_SILENT', 'SECRET_EXPIRY'] as const;
  const step = fc.record({
    wrong: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    looks: fc.integer({ min: 1, max: 70 }),
    everyMs: fc.constantFrom(secondMs, 10 * secondMs, 3 * minuteMs),
    does: fc.constantFrom('nothing', 'nothing', 'acknowledge', 'snooze'),
    snoozeMs: fc.integer({ min: 1, max: 60 * 60 }).map((seconds) => seconds * secondMs),
  });

  test('leave each receiver with the truth: after any walk has come to rest, the last message of each alert is what became of it', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const desk = watch();
        let now = 0;
        const lookFor = (looks: number, everyMs: number, wrong: readonly boolean[]) => {
          for (let count = 0; count < looks; count += 1) {
            now += everyMs;
            const found = names.flatMap((name, index) =>
              wrong[index] ? [condition(name, { code: codes[index]!, topic: `${codes[index]} ${name}` })] : [],
            );
            desk.look(now, ...found);
          }
        };
        for (const { wrong, looks, everyMs, does, snoozeMs } of steps) {
          lookFor(looks, everyMs, wrong);
          if (does === 'acknowledge') desk.changeOpen({ acknowledgedAt: now, acknowledgedBy: 'ana', snoozedUntil: null });
          if (does === 'snooze') desk.changeOpen({ snoozedUntil: now + snoozeMs });
        }
        lookFor(500, 10 * secondMs, steps.at(-1)!.wrong);
        const last = new Map(desk.told.map((line) => line.split(' ')).map(([event, id]) => [id, event]));
        const truth = desk.alerts().map(({ id, state }) => [id, state === 'open' ? 'raised' : state]);
        expect([...last].toSorted()).toEqual(truth.toSorted());
        const stillWrong = new Set(names.filter((_, index) => steps.at(-1)!.wrong[index]));
        expect(new Set(desk.open().map(({ sourceId }) => sourceId))).toEqual(stillWrong);
      }),
      { numRuns: 300 },
    );
  });
});
