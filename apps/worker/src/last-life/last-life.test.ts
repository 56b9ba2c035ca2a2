import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LastLife } from './last-life.ts';
import { readOomKills, type OomKills } from './oom-kills.ts';

let folder: string;
let kills: OomKills | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'acequia-last-life-'));
  kills = { bootId: 'b', source: '/memory.events', count: 3 };
});
afterEach(() => rmSync(folder, { recursive: true }));

const directory = () => join(folder, 'last-life');
const live = (nowMs = 1000) =>
  new LastLife({ directory: directory(), clock: { ...systemClock, now: () => nowMs }, log: silentLog, oomKills: () => kills });

/** A process that lives as a worker does, until its heap is full. */
const doomed = `
  import { LastLife } from ${JSON.stringify(new URL('last-life.ts', import.meta.url).href)};
  const log = { debug() {} };
  new LastLife({ directory: process.argv[1], clock: { now: Date.now }, log, oomKills: () => undefined });
  const eaten = [];
  for (;;) eaten.push(new Array(10_000).fill(eaten.length + 0.5));`;

function fillHeap(...options: string[]): NodeJS.Signals | null {
  const args = [...options, '--max-old-space-size=48', '--input-type=module', '--eval', doomed, directory()];
  return spawnSync(process.execPath, args, { env: { ...process.env, TOKEN: 'of-the-owner' }, stdio: 'ignore' }).signal;
}

test('a heap that was full is known to the next life and to those after it, and no variable of the environment is left behind', () => {
  const before = Date.now();
  expect(fillHeap('--report-exclude-env')).toBe('SIGABRT');
  for (const name of readdirSync(directory())) expect(readFileSync(join(directory(), name), 'utf8')).not.toContain('of-the-owner');
  const { memoryEnd } = live();
  expect(memoryEnd).toEqual({ how: 'heap', atMs: expect.any(Number) as number });
  expect(memoryEnd!.atMs).toBeGreaterThanOrEqual(before - 1000);
  expect(memoryEnd!.atMs).toBeLessThanOrEqual(Date.now());
  expect(live().memoryEnd).toEqual(memoryEnd);
  expect(existsSync(join(directory(), 'heap-report.json'))).toBe(false);
});

test('started with its environment it leaves no report, rather than one with secrets in it', () => {
  expect(fillHeap()).toBe('SIGABRT');
  expect(existsSync(join(directory(), 'heap-report.json'))).toBe(false);
  expect(live().memoryEnd).toBeUndefined();
});

test('killed while the kernel ended processes of its group for want of memory', () => {
  live();
  kills = { ...kills!, count: 4 };
  expect(live(5000).memoryEnd).toEqual({ how: 'kernel', atMs: 5000 });
  expect(live(9000).memoryEnd).toEqual({ how: 'kernel', atMs: 5000 });
});

test.each<[string, () => void]>([
  ['killed by hand', () => undefined],
  ['after the machine was started again', () => (kills = { bootId: 'c', source: '/memory.events', count: 4 })],
  ['in another group', () => (kills = { bootId: 'b', source: '/other/memory.events', count: 4 })],
  ['where nothing is counted any more', () => (kills = undefined)],
])('is not blamed on memory: %s', (_what, happens) => {
  live();
  happens();
  expect(live().memoryEnd).toBeUndefined();
});

test('what the kernel ended while it lived on, or after it had ended well, is not its own end', () => {
  const first = live();
  kills = { ...kills!, count: 4 };
  first.stillAlive();
  const second = live();
  expect(second.memoryEnd).toBeUndefined();
  second.endsWell();
  kills = { ...kills, count: 5 };
  expect(live().memoryEnd).toBeUndefined();
});

test('a lane whose heap was full is told by the process that lives on', () => {
  const life = live(7000);
  life.laneEnded();
  expect(life.memoryEnd).toEqual({ how: 'lane', atMs: 7000 });
});

test('a disk that cannot be written keeps no worker from starting', () => {
  writeFileSync(directory(), '');
  expect(live().memoryEnd).toBeUndefined();
});

test.each([
  ['version 2', '0::/app.slice/acequia\n', 'sys/fs/cgroup/app.slice/acequia/memory.events', 'low 0\noom 2\noom_kill 2\n'],
  ['version 2 in a container', '0::/\n', 'sys/fs/cgroup/memory.events', 'oom_kill 2\noom_group_kill 0\n'],
  ['version 1', '4:cpu,memory:/a:b\n0::/\n', 'sys/fs/cgroup/memory/a:b/memory.oom_control', 'under_oom 0\noom_kill 2\n'],
  ['no group', '', 'proc/vmstat', 'pgfault 9\noom_kill 2\n'],
])('counts of the kernel: %s', (_what, groups, path, text) => {
  const root = `${folder}/root/`;
  const write = (name: string, content: string) => {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), content);
  };
  write('proc/self/cgroup', groups);
  write('proc/vmstat', 'oom_kill 77\n');
  write(path, text);
  expect(readOomKills(root)).toEqual({ bootId: expect.any(String) as string, source: `${root}${path}`, count: 2 });
});

test('a system that counts nothing tells nothing', () => {
  expect(readOomKills(`${folder}/nowhere/`)).toBeUndefined();
});
