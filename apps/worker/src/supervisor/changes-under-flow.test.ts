import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '@acequia/testkit/free-port';
import type { Answer, Order } from '../../test/changes-child.ts';
import { compare, countLines, NumberedSender, type Changes } from '../../test/two-tenants.ts';

const program = fileURLToPath(new URL('../../test/changes-child.ts', import.meta.url));
const changesMade = 20;
/** Between two changes: the flow must have time to be in the middle of something. */
const betweenMs = 100;

let directory: string;
let common: Pick<Changes, 'out' | 'ports'>;
let child: ChildProcess | undefined;
beforeEach(async () => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'acequia-changes-')));
  common = { out: join(directory, 'out'), ports: { a: await freePort(), b: await freePort() } };
  mkdirSync(common.out);
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(directory, { recursive: true });
});

/** Starts a worker's engine in a process of its own, with its lanes on so many threads. */
function start(lanes: number): void {
  child = fork(program, [directory, String(lanes)], { execArgv: [] });
}

async function order(order: Order): Promise<Answer> {
  const answer = once(child!, 'message');
  child!.send(order);
  const [{ failed, ...rest }] = (await answer) as [Answer];
  expect(failed).toBeUndefined();
  return rest;
}

const apply = (changes: Partial<Changes> = {}) => order({ do: 'apply', changes: { ...common, ...changes } });
const secret = (reference: string, round: number) => order({ do: 'secret', reference, value: `token ${round}` });

/**
 * A's numbered events flow while `change` is called again and again; then the worker delivers everything and stops. Missing is what was
 * sent and acknowledged while one version ran.
 */
async function flow(change: (round: number, sender: NumberedSender) => Promise<unknown>) {
  const sender = new NumberedSender(`http://127.0.0.1:${common.ports.a}/`);
  sender.start();
  for (let round = 1; round <= changesMade; round++) {
    await change(round, sender);
    await pause(betweenMs);
  }
  await sender.stop();
  const { faults, drained } = await order({ do: 'end' });
  expect(sender.owed.length).toBeGreaterThan(2000);
  return { drained, faults, ...compare(sender.owed, countLines(common.out, 'a.log')) };
}

const allThere = { drained: true, faults: [], missing: 0, doubled: 0, strange: false };

describe.each([0, 1])('lanes on %i threads', { timeout: 90_000 }, (lanes) => {
  beforeEach(async () => {
    start(lanes);
    await apply();
  });

  test('another tenant changes a secret under flow: every event in the file once', async () => {
    expect(await flow((round) => secret('SE_b', round))).toEqual(allThere);
  });

  test('a data sink is edited under flow: every event in the file once', async () => {
    expect(await flow((round) => apply({ edit: round + 1 }))).toEqual(allThere);
  });

  test('versions are published, the data sink edited and a secret changed under flow: every event in the file once', async () => {
    const result = await flow(async (round) => {
      await secret('SE_b', round);
      if (round % 3 === 0) await apply({ edit: round, version: 1 + round });
    });
    expect(result).toEqual(allThere);
  });

  test('a pipeline is stopped and started under flow: everything acknowledged while it ran is in the file once', async () => {
    const result = await flow(async (round, sender) => {
      if (round % 3 !== 0) return;
      const running = round % 2 === 0;
      // What is sent or acknowledged from here on until it runs again belongs to no pipeline, or perhaps not.
      sender.reader = undefined;
      // With lines that have yet to fill a batch when it stops.
      await apply({ version: 1 + round, running, maxWait: '10s' });
      if (running) sender.reader = round;
    });
    expect(result).toEqual(allThere);
  });
});

test(
  'the worker is killed while secrets and settings change under flow: every acknowledged event in the file once',
  { timeout: 120_000 },
  async () => {
    const sender = new NumberedSender(`http://127.0.0.1:${common.ports.a}/`);
    let round = 0;
    for (let life = 0; life < 6; life++) {
      start(0);
      await apply({ edit: round });
      sender.start();
      for (let change = 0; change < 5; change++) {
        await secret('SE_b', ++round);
        await apply({ edit: round });
        await pause(37 * life + 11);
      }
      child!.kill('SIGKILL');
      await once(child!, 'exit');
      await sender.stop();
    }
    start(0);
    await apply({ edit: round });
    const { faults, drained } = await order({ do: 'end' });
    const result = { drained, faults, ...compare(sender.acknowledged, countLines(common.out, 'a.log')) };
    expect(sender.acknowledged.length).toBeGreaterThan(2000);
    expect(result).toEqual(allThere);
  },
);

test(
  'versions are published beside a destination that is down, and the worker is killed: every acknowledged event in the file once, and soon',
  { timeout: 120_000 },
  async () => {
    const withDead = { dead: [`http://127.0.0.1:${await freePort()}`] };
    const sender = new NumberedSender(`http://127.0.0.1:${common.ports.a}/`);
    let version = 1;
    for (let life = 0; life < 5; life++) {
      start(life % 2);
      await apply({ ...withDead, version });
      sender.start();
      for (let change = 0; change < 4; change++) {
        await apply({ ...withDead, version: ++version });
        await pause(53 * life + 17);
      }
      if (life === 4) break;
      child!.kill('SIGKILL');
      await once(child!, 'exit');
      await sender.stop();
    }
    await sender.stop();
    expect(sender.acknowledged.length).toBeGreaterThan(2000);
    const inFile = () => compare(sender.acknowledged, countLines(common.out, 'a.log'));
    await expect.poll(inFile, { timeout: 30_000 }).toEqual({ missing: 0, doubled: 0, strange: false });
  },
);
