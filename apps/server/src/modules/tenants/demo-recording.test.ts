import { dayMs, minuteMs } from '@acequia/base';
import { expect, test } from 'vitest';
import { demoDefinition, hoursBefore, readDemoRecording, recordedMinutes, type RecordedLine } from './demo-recording.ts';
import { demoDatasinks, demoListeners, demoPipelines } from './demo-content.ts';

const recording = await readDemoRecording();
const sum = (counted: readonly number[]) => counted.reduce((all, count) => all + count, 0);
/** Of all counters with this base name, over the day. */
const total = (lines: readonly RecordedLine[], ...names: readonly string[]): number =>
  sum(
    lines.flatMap(({ counts }) => Object.entries(counts).flatMap(([key, each]) => (names.includes(key.split(':')[0]!) ? [sum(each)] : []))),
  );
const of = (key: string, listener: boolean) =>
  recording.lines.filter((line) => line.of === key && (line.scope === 'listener') === listener);

test('is of the demo as it is today: a change of the demo asks for a new recording (npm run record-demo)', () => {
  expect(recording.definition).toBe(demoDefinition());
  for (const { counts } of recording.lines) for (const each of Object.values(counts)) expect(each).toHaveLength(recordedMinutes);
  const sinks = new Set(recording.lines.map(({ datasink }) => datasink).filter(Boolean));
  expect([...sinks].toSorted()).toEqual(demoDatasinks.map(({ key }) => key).toSorted());
});

test.each(demoListeners.map(({ key }) => key))('both sums of the ledger add up over the day: listener %s', (key) => {
  const lines = of(key, true);
  expect(total(lines, 'received')).toBeGreaterThan(0);
  expect(total(lines, 'received')).toBe(total(lines, 'decoded', 'rejected', 'empty'));
});

test.each(demoPipelines.map(({ key }) => key))('both sums of the ledger add up over the day: pipeline %s', (key) => {
  const lines = of(key, false);
  const outcomes = total(lines, 'delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired');
  expect(outcomes).toBeGreaterThan(0);
  expect(total(lines, 'entered', 'created')).toBe(outcomes);
});

test('has a day and a night, a failing data sink that recovers, and a saving', () => {
  const web = of('web', true)[0]!.counts['received']!;
  const hour = (at: number) => sum(web.slice(at * 60, at * 60 + 60));
  expect(hour(4) / hour(16)).toBeCloseTo(0.6, 1);
  const desk = recording.lines.find(({ datasink }) => datasink === 'desk')!.counts['delivered']!;
  const perMinute = sum(desk) / recordedMinutes;
  expect(desk.filter((count) => count < perMinute / 4).length).toBeGreaterThan(recordedMinutes / 4);
  const siem = recording.lines.filter(({ datasink }) => datasink === 'siem');
  const entered = total(
    recording.lines.filter(({ of: pipeline }) => siem.some((line) => line.of === pipeline)),
    'enteredBytes',
  );
  expect(Math.round(100 * (1 - total(siem, 'deliveredBytes') / entered))).toBe(62);
});

test('a dead letter comes within the first minute', () => {
  const speed = recording.lines.find(({ of: pipeline, node }) => pipeline === 'numbers' && node === 'speed')!;
  expect(speed.counts['rejected']![0]).toBeGreaterThan(0);
});

test('whichever hours are written already, what entered and what became of it differ by no more than two busy minutes', () => {
  const ends = ['delivered', 'filtered', 'merged', 'rejected', 'dropped', 'expired'];
  const balance = new Map<string, number>();
  for (const minutes of hoursBefore(recording, Date.UTC(2026, 4, 6, 10, 20, 30))) {
    for (const { line, counts } of minutes.filter((each) => each.line.scope !== 'listener'))
      for (const [counter, count] of Object.entries(counts)) {
        const name = counter.split(':')[0]!;
        const sign = ends.includes(name) ? -1 : ['entered', 'created'].includes(name) ? 1 : 0;
        balance.set(line.of, (balance.get(line.of) ?? 0) + sign * count);
      }
    for (const { key } of demoPipelines) {
      const usualMinute = total(of(key, false), 'entered', 'created') / recordedMinutes;
      expect(Math.abs(balance.get(key)!), key).toBeLessThan(2 * 1.3 * usualMinute);
    }
  }
});

test('becomes the day before, each minute at its time of day, up to the minute that has begun', () => {
  const now = Date.UTC(2026, 4, 6, 10, 20, 30);
  const minutes = [...hoursBefore(recording, now)].flat().toSorted((a, b) => a.at - b.at);
  const times = minutes.map(({ at }) => at);
  expect([Math.min(...times), Math.max(...times)]).toEqual([now - 30_000 - dayMs, now - 30_000 - minuteMs]);
  const received = minutes.filter(({ line }) => line.scope === 'listener' && line.of === 'web');
  expect(sum(received.map(({ counts }) => counts['received']!))).toBe(total(of('web', true), 'received'));
  const [oldest, newest] = [received[0]!, received.at(-1)!];
  const web = of('web', true)[0]!.counts['received']!;
  expect([oldest.counts['received'], newest.counts['received']]).toEqual([web[10 * 60 + 20], web[10 * 60 + 19]]);
});
