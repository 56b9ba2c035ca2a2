import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { systemClock, type Clock } from '@acequia/base';
import { expect, test } from 'vitest';
import { listenerHarness } from '../../testing/listener-harness.ts';
import { fileConfig } from './config.ts';
import { fileListenerRuntime } from './runtime.ts';

const folder = fileURLToPath(new URL('../../../../../.cache/debian/logrotate/', import.meta.url));
const libraries = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib/aarch64-linux-gnu', 'lib/aarch64-linux-gnu']
  .map((path) => join(folder, path))
  .filter((path) => existsSync(path));

/** Five times as fast, so that the five seconds of silence pass in one. */
const fast: Clock = {
  now: () => systemClock.now(),
  monotonic: () => systemClock.monotonic() * 5,
  sleep: (ms, signal) => systemClock.sleep(ms / 5, signal),
  after: (ms, run) => systemClock.after(ms / 5, run),
};

/** Keeps its file open, or opens it anew for each batch as a program that is told to reopen. 5,000 lines a second, until its input ends. */
const writer = (log: string, keepsOpen: boolean) => `
  const fs = require('fs');
  let n = 0;
  let fd = fs.openSync(${JSON.stringify(log)}, 'a');
  const timer = setInterval(() => {
    if (!${keepsOpen}) { fs.closeSync(fd); fd = fs.openSync(${JSON.stringify(log)}, 'a'); }
    let text = '';
    for (let i = 0; i < 100; i++) text += 'line ' + n++ + ' of a writer of about five thousand lines a second\\n';
    fs.writeSync(fd, text);
  }, 20);
  process.stdin.on('end', () => clearInterval(timer)).resume();`;

const numbersIn = (text: string) => Array.from(text.matchAll(/^line (\d+) of/gm), ([, number]) => Number(number));

test.each([
  ['create', 'create 0644'],
  ['create, compressed', 'create 0644\ncompress'],
  ['copytruncate', 'copytruncate'],
  ['copytruncate, compressed', 'copytruncate\ncompress'],
])('logrotate, %s: every line that a file holds arrives, none twice', async (_, how) => {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-logrotate-')));
  const logs = join(dir, 'in');
  mkdirSync(logs);
  const log = join(logs, 'app.log');
  writeFileSync(log, '');
  writeFileSync(
    join(dir, 'conf'),
    `${log} {\nrotate 50\nmissingok\nnotifempty\nsu ${process.getuid!()} ${process.getgid!()}\n${how}\n}\n`,
    { mode: 0o600 },
  );
  const { ctx, intake } = listenerHarness({ clock: fast, readRoots: [dir] });
  const running = await fileListenerRuntime.start(fileConfig.parse({ include: [`${logs}/app.log*`], startAt: 'beginning' }), ctx);
  const child = spawn(process.execPath, ['-e', writer(log, how.startsWith('copy'))], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for (let rotations = 0; rotations < 6; rotations += 1) {
    await intake.atLeast(intake.frames.length + 1500);
    const rotation = spawn(join(folder, 'usr/sbin/logrotate'), ['-f', '-s', join(dir, 'state'), join(dir, 'conf')], {
      env: { ...process.env, LD_LIBRARY_PATH: libraries.join(':') },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect(await new Promise((resolve) => rotation.once('exit', resolve))).toBe(0);
  }
  child.stdin.end();
  await ended;
  const held = new Set(
    readdirSync(logs).flatMap((name) => {
      const bytes = readFileSync(join(logs, name));
      return numbersIn((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString());
    }),
  );
  // Compressed files are taken in turn: once the last of them was read, none is left that could bring a line again.
  writeFileSync(join(logs, 'app.log.last.gz'), gzipSync('the last file\n'));
  await expect.poll(() => intake.frames.some(({ text }) => text === 'the last file')).toBe(true);
  // Not by their count: what copytruncate itself loses between copying and emptying may have been read.
  const seen = () => intake.frames.flatMap(({ text }) => numbersIn(text));
  const lost = () => {
    const arrived = new Set(seen());
    return [...held].filter((number) => !arrived.has(number));
  };
  await expect.poll(() => lost().length).toBe(0);
  await running.stop();
  expect(seen().length - new Set(seen()).size).toBe(0);
  expect(readdirSync(logs).length).toBeGreaterThan(3);
  rmSync(dir, { recursive: true });
});
