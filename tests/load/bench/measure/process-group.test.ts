import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { parsePeakRss, parseStat, readGroup } from './process-group.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

test('a name with blanks and brackets does not move the columns', () => {
  const stat = '812 (a (b) R c) S 1 700 700 0 -1 4194304 10 20 0 0 150 50 25 75 20 0 11 0 1 2 3';
  expect(parseStat(stat)).toEqual({ state: 'S', group: 700, cpuSeconds: 3 });
});

test('the peak is read in bytes, and is 0 for what has ended', () => {
  expect(parsePeakRss('Name:\tx\nVmPeak:\t 999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 10 kB\n')).toBe(2 * 1024 * 1024);
  expect(parsePeakRss('Name:\tx\nState:\tZ (zombie)\n')).toBe(0);
});

test('the work of a child counts, while it runs and after it has ended', async () => {
  const burn = 'let n = 0; const end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end) n++; ';
  const program = `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`${burn}process.stdin.resume(); console.log('burnt')`)}], { stdio: ['pipe', 'inherit', 'inherit'] }); process.stdin.once('data', () => c.stdin.end()); c.on('exit', () => console.log('ended'));`;
  const child = spawn(process.execPath, ['-e', program], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const group = child.pid!;
  stops.push(() => process.kill(-group, 'SIGKILL'));
  await once(child.stdout, 'data');
  const running = readGroup(group);
  expect(running.processes).toBe(2);
  expect(running.cpuSeconds).toBeGreaterThanOrEqual(0.3);
  expect(running.peakRssBytes).toBeGreaterThan(20e6);
  child.stdin.write('end\n');
  await once(child.stdout, 'data');
  const after = readGroup(group);
  expect(after.processes).toBe(1);
  expect(after.cpuSeconds).toBeGreaterThanOrEqual(0.3);
});

test('a group that is not there has used nothing', () => {
  expect(readGroup(2 ** 30)).toEqual({ cpuSeconds: 0, peakRssBytes: 0, processes: 0, busy: false });
});
