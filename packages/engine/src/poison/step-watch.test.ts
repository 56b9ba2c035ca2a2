import { expect, test } from 'vitest';
import { idleLooks, StepWatch } from './step-watch.ts';

const lookMs = 50;
const bounds = { suspectMs: 750, stepMsMax: 10_000, idleLooksMax: idleLooks(10_000, lookMs) };

/** A thread whose step has, at each look, used so much more of a processor; `undefined`: nobody can tell. */
class Rig {
  usedMs: number | undefined = 1_000_000;
  readonly watch = new StepWatch(bounds, () => this.usedMs);

  /** The look at which the step is ended, at most `looksMax`. */
  looksUntilEnd(msPerLook: (look: number) => number, { isTrusted = false, looksMax = 10_000, step = 1 } = {}): number | undefined {
    for (let look = 1; look <= looksMax; look++) {
      if (this.watch.look(() => ({ step, isTrusted }))) return look;
      if (this.usedMs !== undefined) this.usedMs += msPerLook(look);
    }
    return undefined;
  }
}

test('a step that other programs keep from running is not ended, however long it takes', () => {
  const scarcely = (look: number): number => (look % 100 === 0 ? 5 : 0);
  expect(new Rig().looksUntilEnd(scarcely, { looksMax: 10_000 })).toBeUndefined();
  expect(new Rig().looksUntilEnd(scarcely, { looksMax: 150_000, isTrusted: true })).toBeUndefined();
});

test('a step that uses the processor for its bound is ended, one that may take its time later', () => {
  expect(new Rig().looksUntilEnd(() => lookMs)).toBe(2 + 750 / lookMs);
  expect(new Rig().looksUntilEnd(() => lookMs, { isTrusted: true })).toBe(2 + 10_000 / lookMs);
  expect(new Rig().looksUntilEnd(() => lookMs / 2)).toBe(2 + 1500 / lookMs);
});

test('a step that is blocked is ended after three times what it may work', () => {
  expect(new Rig().looksUntilEnd(() => 0)).toBe(1 + 30_000 / lookMs);
  expect(new Rig().looksUntilEnd(() => 0, { isTrusted: true })).toBe(1 + 30_000 / lookMs);
});

test('where the system does not tell, a step has that time too', () => {
  const rig = new Rig();
  rig.usedMs = undefined;
  expect(rig.looksUntilEnd(() => 0)).toBe(1 + 30_000 / lookMs);
});

test('a time that cannot be read for a while is no end, and what was used meanwhile counts', () => {
  const rig = new Rig();
  rig.looksUntilEnd(() => lookMs, { looksMax: 3 });
  const { usedMs } = rig;
  rig.usedMs = undefined;
  expect(rig.looksUntilEnd(() => 0, { looksMax: 5 })).toBeUndefined();
  rig.usedMs = usedMs! + 750;
  expect(rig.looksUntilEnd(() => 0, { looksMax: 1 })).toBe(1);
});

test('what the steps before have used is not held against the next one, nor is time between steps', () => {
  const rig = new Rig();
  for (let step = 1; step <= 1000; step++) expect(rig.looksUntilEnd(() => 300, { looksMax: 2, step })).toBeUndefined();
  rig.usedMs = 5_000_000;
  expect(rig.looksUntilEnd(() => 1000, { looksMax: 1000, step: 0 })).toBeUndefined();
});

test('a step that came back while the watch was kept from running is not ended, nor is the next one in its place', () => {
  let [step, usedMs, isLate] = [1, 0, false];
  const watch = new StepWatch(bounds, () => {
    if (isLate) step++;
    return usedMs;
  });
  const look = (): boolean => watch.look(() => ({ step, isTrusted: false }));
  expect([look(), look()]).toEqual([false, false]);
  isLate = true;
  usedMs = 750;
  expect(look()).toBe(false);
  isLate = false;
  expect([look(), look()]).toEqual([false, false]);
  usedMs = 1500;
  expect(look()).toBe(true);
});
