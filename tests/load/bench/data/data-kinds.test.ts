import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dataKinds, type DataKind } from './data-kinds.ts';
import { privateEvent } from './private-event.ts';
import { syslogEvent } from './syslog-event.ts';

const count = 5000;
const kinds = Object.keys(dataKinds) as DataKind[];
const lines = (kind: DataKind): string[] => Array.from({ length: count }, (_, index) => dataKinds[kind](index));
const share = (list: readonly string[], test: (line: string) => boolean): number => list.filter(test).length / list.length;
/** Within three standard deviations. */
const expectShare = (found: number, wanted: number): void =>
  expect(Math.abs(found - wanted)).toBeLessThan(3 * Math.sqrt((wanted * (1 - wanted)) / count));
const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

describe('another machine or another order gives other data', () => {
  test('the lines are the ones of revision 1', () => {
    expect(Object.fromEntries(kinds.map((kind) => [kind, hash(lines(kind).join('\n'))]))).toMatchInlineSnapshot(`
      {
        "access": "ddf23d7b94311cf3",
        "firewall": "03ae393daad18084",
        "json": "db6b348056e936dd",
        "private": "8c2ae66942dd2987",
        "syslog": "18afaa273f71681b",
      }
    `);
  });

  test.each(kinds)('%s: a line does not depend on those made before', (kind) => {
    const forward = lines(kind).slice(0, 50);
    const backward = Array.from({ length: 50 }, (_, index) => dataKinds[kind](49 - index)).reverse();
    expect(backward).toEqual(forward);
  });
});

test('the lines are as long as the workloads say', () => {
  const mean = (kind: DataKind) => Buffer.byteLength(lines(kind).join('\n')) / count;
  const expected = { syslog: 300, json: 400, access: 205, firewall: 490, private: 300 };
  for (const kind of kinds) expect(Math.abs(mean(kind) - expected[kind]) / expected[kind]).toBeLessThan(0.05);
});

test('no line holds a line end, and none is like another', () => {
  for (const kind of kinds) {
    const all = lines(kind);
    expect(all.some((line) => line.includes('\n'))).toBe(false);
    expect(new Set(all).size).toBe(count);
  }
});

test('syslog: elements, escapes, accents and backslashes in their shares', () => {
  const all = lines('syslog');
  expectShare(
    share(all, (line) => line.includes(' [meta@')),
    0.6,
  );
  expectShare(
    share(all, (line) => line.includes('\\"')),
    0.1,
  );
  const messages = Array.from({ length: count }, (_, index) => syslogEvent(index).message);
  expectShare(
    share(messages, (text) => text.includes('\\')),
    0.05,
  );
  expectShare(
    share(messages, (text) => Buffer.byteLength(text) > text.length),
    0.02,
  );
});

test('JSON: half are info, all have 14 members', () => {
  const events = lines('json').map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events.every((event) => Object.keys(event).length === 14)).toBe(true);
  expectShare(events.filter(({ level }) => level === 'info').length / count, 0.5);
});

test('private text: what is hidden is an e-mail address or a card with a right check digit, and nothing else changes', () => {
  const events = Array.from({ length: count }, (_, index) => privateEvent(index));
  expectShare(
    share(lines('private'), (line) => line.includes('@')),
    0.5,
  );
  expectShare(events.filter(({ masked }) => masked.includes('[CARD]')).length / count, 0.3);
  for (const { line, masked } of events) {
    const mail = /[\w.+-]+@[\w.]+/.exec(line)?.[0] ?? '';
    const card = /\d{4}([ -]?)\d{4}\1\d{4}\1\d{4}/.exec(line)?.[0] ?? '';
    if (card !== '') expect(luhnSum(card.replace(/\D/g, '')) % 10).toBe(0);
    expect(masked.replace('[EMAIL]', () => mail).replace('[CARD]', () => card)).toBe(line);
  }
});

function luhnSum(digits: string): number {
  return [...digits].reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
