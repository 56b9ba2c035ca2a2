import { expect, test } from 'vitest';
import { mayBeSeveral } from './header-doubt.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** Lines whose columns cannot all be told apart, and the coarser pattern that mixes none of them; undefined where there is none. */
const doubtful: Readonly<Record<string, { readonly lines: readonly string[]; readonly pattern: string | undefined }>> = {
  'a thread and an address that a colon joins are not one column': {
    lines: [
      '2026-11-24 10:00:00 Gate:0x7f3c4c0a [Init] <INFO> log opened',
      '2026-11-24 10:00:01 Gate:0x7f3c4c0a [Tide] <WARN> no tide',
      '2026-11-24 10:00:05 Pump:0x7f3c4d11 [Init] <INFO> 3 pumps',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {message}',
  },
  'numbers joined to a date are not one column with it': {
    lines: [
      '00:02:2026/11/24 10:00:00.12 gate  opened 3 valves',
      '00:02:2026/11/24 10:00:01.02 tide  rises',
      '01:08:2026/11/24 10:01:12.80 gate  error: 1105',
    ],
    pattern: undefined,
  },
  'two numbers of a bracket are not one column': {
    lines: [
      '2026-11-24T10:00:00Z INFO (0A4C-0B10) gate opened',
      '2026-11-24T10:00:01Z WARN (0A4C-0B3C) tide low',
      '2026-11-24T10:00:02Z INFO (0A4C-0C14) pump on',
    ],
    pattern: '{time:timestamp} {level} {message}',
  },
  'a quotation that begins the message is not a column before it': {
    lines: [
      '[2026-11-24 10:00:00] [INFO] [gate.go:33] ["the north gate was opened"] [valves=3]',
      '[2026-11-24 10:00:01] [WARN] [tide.go:7] ["the tide is too low"] [height=1]',
      '[2026-11-24 10:00:02] [INFO] [gate.go:40] ["the north gate was closed"] [valves=0]',
    ],
    pattern: '[{time:timestamp("%Y-%m-%d %H:%M:%S")}] [{level}] [{context}] {message}',
  },
  'a kind of line in capitals is not a host': {
    lines: [
      '2026-11-24 10:00:00 MSG gated[1201]: started',
      '2026-11-24 10:00:01 ERR tided[1204]: no tide',
      '2026-11-24 10:00:02 MSG gated[1201]: opened',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {name} {component}[{pid:int}]: {message}',
  },
  'a clock that may count from the start is not said to be one': {
    lines: ['00:00:00.812301 main   built in November', '00:00:00.913302 pump0  3 pumps', '00:00:02.000009 main   ready'],
    pattern: '{text} {name}<space>{message}',
  },
  'brackets of which some lines have more are not cut after the first': {
    lines: [
      '2026-11-24 10:00:00 [info][gates] opened',
      '2026-11-24 10:00:01 [warning][gates][north] stuck',
      '2026-11-24 10:00:02 [info][tides][moon] high',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} [{level}]{message}',
  },
  'a level and its thread are not the name of what wrote a line': {
    lines: [
      '2026-11-24 10:00:00 LOG5[ui]: gates 5.7 started',
      '2026-11-24 10:00:01 LOG6[0]: gate opened',
      '2026-11-24 10:00:02 LOG3[1]: gate is stuck',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {message}',
  },
  'a word that most lines have before a colon is not said to have written them': {
    lines: [
      ...Array.from({ length: 10 }, (_, n) => `2026-11-24 10:00:0${n % 10} INFO - ${n % 2 === 0 ? 'Gate' : 'Tide'}: value ${n}`),
      '2026-11-24 10:00:30 INFO - pumps v2.5 starting',
    ],
    pattern: '{time:timestamp("%Y-%m-%d %H:%M:%S")} {level} - {message}',
  },
};

test.each(Object.entries(doubtful))('%s', (_name, { lines, pattern }) => {
  const [first = proposePattern(lines)] = proposeParser(lines);
  expect(first?.pattern).toBe(pattern);
});

test('a pattern of lines that are alike does not cut a time into columns', () => {
  const lines = ['Nov 24, 2026 10:00:00 AM sea.Gate open', 'INFO: 3 valves', 'Nov 24, 2026 10:00:09 AM sea.Tide wait', 'FINE: low'];
  expect(proposePattern(lines)).toBeUndefined();
});

test('texts that are one column are not taken for several', () => {
  expect(mayBeSeveral('name', ['gate.log.2026-11-24_13:53:08', 'tide.log.2026-11-24_13:55:31'])).toBe(false);
  expect(mayBeSeveral('name', ['R02-M1-N0-C:J12-U11', 'R23-M1-N8-I:J18-U11'])).toBe(false);
  expect(mayBeSeveral('context', ['Gossip:1', 'Read:2'])).toBe(false);
  expect(mayBeSeveral('context', ['11-24|10:00:00.120'])).toBe(false);
});
