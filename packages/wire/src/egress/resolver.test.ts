import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs, secondMs, systemClock } from '@acequia/base';
import { expect, onTestFinished, test } from 'vitest';
import { createResolver, rememberAnswers } from './resolver.ts';

/** A clock that is moved by hand, and a name server that can be hung and can fail. */
function remembered() {
  let now = 0;
  let asked = 0;
  let answer: () => Promise<readonly string[]> = () => Promise.resolve(['192.0.2.1']);
  const resolver = rememberAnswers(
    {
      resolve: () => {
        asked++;
        return answer();
      },
    },
    { ...systemClock, monotonic: () => now },
  );
  return {
    resolve: () => resolver.resolve('a.example'),
    pass: (ms: number) => void (now += ms),
    server: (next: typeof answer) => void (answer = next),
    asked: () => asked,
  };
}

test('many requests for one name ask its server once', async () => {
  const { resolve, pass, asked } = remembered();
  await Promise.all(Array.from({ length: 100 }, resolve));
  for (let second = 0; second < 29; second++) {
    pass(secondMs);
    expect(await resolve()).toEqual(['192.0.2.1']);
  }
  expect(asked()).toBe(1);
});

test('a name in use is renewed without anybody waiting, and a name server that hangs or fails delays nobody', async () => {
  const { resolve, pass, server, asked } = remembered();
  await resolve();
  pass(40 * secondMs);
  server(() => new Promise(() => undefined));
  expect(await resolve()).toEqual(['192.0.2.1']);
  pass(10 * minuteMs);
  expect(await resolve()).toEqual(['192.0.2.1']);
  expect(asked()).toBe(2);
});

test('a name server that fails leaves the last answer in use for an hour, then says so', async () => {
  const { resolve, pass, server } = remembered();
  await resolve();
  server(() => Promise.reject(new Error('no name server')));
  for (let minute = 0; minute < 60; minute++) {
    expect(await resolve()).toEqual(['192.0.2.1']);
    pass(minuteMs);
  }
  pass(2 * minuteMs);
  await expect(resolve()).rejects.toThrow('no name server');
});

test('a name that moved is followed, and one that is gone is not kept', async () => {
  const { resolve, pass, server } = remembered();
  await resolve();
  server(() => Promise.resolve(['192.0.2.2']));
  pass(2 * minuteMs);
  expect(await resolve()).toEqual(['192.0.2.2']);
  server(() => Promise.resolve([]));
  pass(2 * minuteMs);
  expect(await resolve()).toEqual([]);
});

test('the hosts file is read when it has changed, not for each name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hosts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, '192.0.2.7 One.example two.example # three.example\nnot-an-address four.example\n');
  let now = 0;
  const resolver = createResolver({ hostsFile, clock: { ...systemClock, monotonic: () => now } });
  expect(await Promise.all(['one.example', 'two.example'].map((name) => resolver.resolve(name)))).toEqual([['192.0.2.7'], ['192.0.2.7']]);
  writeFileSync(hostsFile, '192.0.2.8 one.example\n192.0.2.9 one.example\n');
  expect(await resolver.resolve('one.example')).toEqual(['192.0.2.7']);
  now = 6000;
  expect(await resolver.resolve('one.example')).toEqual(['192.0.2.8', '192.0.2.9']);
});
