import { beforeEach, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { Episode } from './episode.ts';
import { silentLog, type Log } from './log.ts';

let now: number;
let said: string[];
let episode: Episode;
const note =
  (level: string): Log['error'] =>
  (fields, text) =>
    said.push(`${level} ${text} ${JSON.stringify(fields)}`);

beforeEach(() => {
  now = 0;
  said = [];
  const log: Log = { ...silentLog, error: note('error'), warn: note('warn'), info: note('info') };
  episode = new Episode({ ...systemClock, monotonic: () => now }, log, { level: 'warn', began: 'begins', ended: 'is over' });
});

test('trouble that is met a thousand times is two lines', () => {
  for (let n = 0; n < 1000; n++, now += 100) episode.failed('EIO', { n });
  now += 10_000;
  episode.succeeded();
  episode.succeeded();
  expect(said).toEqual(['warn begins {"n":0}', 'info is over {"times":1000,"ms":99900}']);
});

test('trouble that comes and goes is no line each time, and is told again once it was away', () => {
  for (let n = 0; n < 100; n++, now += 1000) {
    if (n % 2 === 0) episode.failed('EIO', {});
    else episode.succeeded();
  }
  expect(said).toEqual(['warn begins {}']);
  now += 3_600_000;
  episode.failed('EIO', { later: true });
  expect(said.slice(1)).toEqual(['info is over {"times":50,"ms":98000}', 'warn begins {"later":true}']);
});

test('another cause is told beside the first, and a hundred causes are not a hundred lines', () => {
  for (const cause of ['EIO', 'ENOSPC', 'EIO', 'ENOSPC']) episode.failed(cause, { cause });
  expect(said).toEqual(['warn begins {"cause":"EIO"}', 'warn begins {"cause":"ENOSPC"}']);
  for (let n = 0; n < 100; n++) episode.failed(`E${n}`, {});
  expect(said).toHaveLength(8);
});

test('success without trouble is no line', () => {
  now += 60_000;
  episode.succeeded();
  expect(said).toEqual([]);
});
