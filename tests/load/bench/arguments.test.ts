import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

const ids = ['W1', 'W2-tcp'];

test('a misspelt workload or system is not taken for none', () => {
  expect(readArguments(['--only', 'W2tcp'], ids)).toContain('no workload W2tcp');
  expect(readArguments(['--systems', 'rsyslogd'], ids)).toContain('no system rsyslogd');
  expect(readArguments(['--quik'], ids)).toContain('--quik');
  expect(readArguments(['--rounds', '0'], ids)).toContain('--rounds');
  expect(readArguments(['--rows', '1e'], ids)).toContain('--rows');
});

test('quick is a fifth of the data in three rounds; without options five rounds of everything', () => {
  expect(readArguments([], ids)).toMatchObject({ rounds: 5, only: undefined, json: false, rows: 1_200_000 });
  expect(readArguments(['--quick', '--only', 'W1', '--systems', 'rsyslog'], ids)).toMatchObject({
    rounds: 3,
    only: ['W1'],
    systems: ['rsyslog'],
    rows: 240_000,
  });
});

test('the JavaScript steps alone are measured only when asked for', () => {
  expect(readArguments([], ids)).toMatchObject({ systems: ['acequia', 'rsyslog', 'syslog-ng', 'fluent-bit'] });
  expect(readArguments(['--floor', '--systems', 'acequia'], ids)).toMatchObject({ systems: ['acequia', 'acequia-floor'] });
  expect(readArguments(['--systems', 'acequia-floor'], ids)).toMatchObject({ systems: ['acequia-floor'] });
});
