import { minuteMs, secondMs } from '@acequia/base';
import { describe, expect, test } from 'vitest';
import { stormMax, type Condition } from './condition.ts';
import { flapMs, weigh, type AlertState } from './weigh.ts';

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
    look: (now: number, ...conditions: readonly Condition[]) => {
      const known = alerts.filter(({ state, resolvedAt }) => state !== 'resolved' || resolvedAt! > now - flapMs);
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

  test('one that comes back soon after is the same alert, counted and not told', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.look(at(80));
    desk.change({ acknowledgedAt: 1, acknowledgedBy: 'ana' });
    desk.look(at(200), condition('a'));
    expect(desk.open()).toMatchObject([{ id: 'AL_1', raises: 2, resolvedAt: null, acknowledgedAt: null }]);
    expect(desk.told).toEqual(['raised AL_1', 'resolved AL_1']);
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

  test('one that is over meanwhile ends without a word', () => {
    const desk = watch();
    for (const second of [0, 10]) desk.look(at(second), condition('a'));
    desk.change({ snoozedUntil: 60 * minuteMs });
    desk.look(5 * minuteMs);
    expect(desk.alerts()).toMatchObject([{ state: 'resolved', snoozedUntil: null }]);
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
