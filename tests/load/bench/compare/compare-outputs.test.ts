import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jsonEvent } from '../data/json-event.ts';
import { privateEvent } from '../data/private-event.ts';
import { compareOutputs, type Expectation } from './compare-outputs.ts';
import { expectations } from './expectations.ts';
import { flatten } from './flat-record.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-compare-'));
afterAll(() => rmSync(folder, { recursive: true }));

const rows = 40;

function faultOf(expectation: Expectation, files: Readonly<Record<string, readonly string[]>>): string | undefined {
  for (const [name, lines] of Object.entries(files)) writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  return compareOutputs(
    (output) => join(folder, output),
    expectation,
    rows,
    (record) => record,
  ).fault;
}

const numbers = Array.from({ length: rows }, (_, index) => index);
const right = numbers
  .map(jsonEvent)
  .filter(({ level }) => level !== 'info')
  .map(({ remote_addr: client, upstream: _gone, ...rest }) => ({ ...rest, client_ip: client, dc: 'eu-1' }) as Record<string, unknown>);
const transformed = (lines: readonly unknown[]) =>
  faultOf(expectations.jsonTransformed, { 'out.log': lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))) });

describe('a wrong output passes for a right one', () => {
  test('the right one is right, in any order and with numbers as texts', () => {
    expect(transformed(right)).toBeUndefined();
    expect(transformed(right.toReversed())).toBeUndefined();
    expect(
      transformed(right.map((event) => ({ ...event, status: String(event['status']), bytes: `${String(event['bytes'])}` }))),
    ).toBeUndefined();
  });

  test('a lost event', () => expect(transformed(right.slice(1))).toContain('is missing in out.log'));
  test('a doubled event', () => expect(transformed([...right, right[3]])).toContain('stands there twice'));
  test('an event that had to be dropped', () => {
    const dropped = numbers.map(jsonEvent).find(({ level }) => level === 'info');
    expect(transformed([...right, dropped])).toContain('should not be there');
  });
  test('an event that was never sent', () => expect(transformed([...right, { ...right[0], id: rows }])).toContain('should not be there'));
  test('a changed value', () =>
    expect(transformed(right.map((event, n) => (n === 5 ? { ...event, user: 'eve' } : event)))).toContain('user is "eve"'));
  test('a changed value inside an object', () =>
    expect(transformed(right.map((event) => ({ ...event, geo: { ...(event['geo'] as object), city: 'Roma' } })))).toContain(
      'geo.city is "Roma"',
    ));
  test('a lost field', () => expect(transformed(right.map(({ agent: _lost, ...event }) => event))).toContain('agent is missing'));
  test('a field too many', () => expect(transformed(right.map((event) => ({ ...event, more: 1 })))).toContain('more should not be there'));
  test('half a line', () => expect(transformed([...right, '{"id":3'])).toContain('not a JSON object'));

  test('a line of text changed by one letter', () => {
    const lines = numbers.map((index) => privateEvent(index).masked);
    expect(faultOf(expectations.privateMasked, { 'out.log': lines })).toBeUndefined();
    expect(faultOf(expectations.privateMasked, { 'out.log': lines.map((line, n) => (n === 7 ? `${line}.` : line)) })).toContain('event 7');
  });

  test('an event in the wrong one of three outputs', () => {
    const { outputs, event } = expectations.firewallRouted;
    const files = Object.fromEntries(outputs.map((output) => [output, [] as string[]]));
    for (const index of numbers) files[event(index)!.output]!.push(JSON.stringify(event(index)!.record));
    expect(faultOf(expectations.firewallRouted, files)).toBeUndefined();
    files['deny.log']!.push(files['other.log']!.pop()!);
    expect(faultOf(expectations.firewallRouted, files)).toContain('belongs in other.log');
  });

  test('one of three copies is missing', () => {
    const { outputs, event } = expectations.syslogToThree;
    const lines = numbers.map((index) => JSON.stringify(event(index)!.record));
    const files = Object.fromEntries(outputs.map((output) => [output, lines]));
    expect(faultOf(expectations.syslogToThree, files)).toBeUndefined();
    expect(faultOf(expectations.syslogToThree, { ...files, 'two.log': lines.slice(0, -1) })).toBe(
      `event ${rows - 1} is missing in two.log, of ${3 * rows - 1} lines that came`,
    );
  });
});

test('nulls are absent and 1.670 is 1.67, but 10 is not 1', () => {
  expect(flatten({ a: null, b: 1.67, c: { d: true } })).toEqual(flatten({ b: '1.670', c: { d: 'true' } }));
  expect(flatten({ n: 10 })).not.toEqual(flatten({ n: 1 }));
});
