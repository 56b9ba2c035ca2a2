import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { minuteMs } from '@acequia/base';
import { expect, test } from 'vitest';
import { listener } from '../../test/deployments.ts';
import { until } from '../../test/harness.ts';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import { TrialQueue } from './trial-queue.ts';
import type { FromTrial, Guilty, ToTrial, TrialCase } from './trial-protocol.ts';
import { trialBytesMax } from './trial-room.ts';

/** A trial's process. It survives all items, but for those it `hangs` at; it ends when it was killed and the test lets it. */
class Child extends EventEmitter {
  readonly pid: number;
  readonly beganAt: number;
  readonly stdout = new EventEmitter();
  readonly received: ToTrial[] = [];
  readonly #rig: Rig;
  isKilled = false;
  isSlow = false;
  isRunning = true;

  constructor(rig: Rig) {
    super();
    this.#rig = rig;
    this.pid = rig.children.length + 1;
    this.beganAt = rig.clock.monotonic();
  }

  get tenantId(): string | undefined {
    return this.received.flatMap((message) => (message.type === 'case' ? [message.case.listener.tenantId] : []))[0];
  }

  send(message: ToTrial): void {
    this.received.push(message);
    setImmediate(() => this.#take(message));
  }

  kill(): void {
    this.isKilled = true;
    if (!this.#rig.lingers) setImmediate(() => this.end());
  }

  end(): void {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.emit('exit', null, 'SIGKILL');
    this.emit('close', null, 'SIGKILL');
  }

  survive(): void {
    this.#answer({ type: 'survived' });
  }

  note(item: number): void {
    this.stdout.emit('data', Buffer.from(`${item}\n`));
  }

  #take(message: ToTrial): void {
    if (message.type === 'case' && this.#rig.table) {
      this.#answer({ type: 'needs', secrets: [], lookups: [{ id: 'LK_1', version: 1 }] });
    } else if (message.type === 'case' || message.type === 'have') {
      this.#answer({ type: 'ready', ids: ['a', 'b', 'c'] });
    } else {
      for (const item of message.items) {
        if (message.type === 'each') this.note(item);
        if (this.#rig.hangsAt(item, this)) return;
      }
      this.#answer({ type: 'survived' });
    }
  }

  #answer(answer: FromTrial): void {
    this.emit('message', answer);
  }
}

/** Lets trials go as far as they come without time. */
async function settleTrials(): Promise<void> {
  for (let turn = 0; turn < 4; turn++) await settle();
}

class Rig {
  readonly clock = new VirtualClock(settleTrials);
  readonly children: Child[] = [];
  readonly queue: TrialQueue;
  /** Killed processes do not end by themselves. */
  lingers = false;
  residentBytes: number | undefined = 0;
  table: SharedArrayBuffer | undefined;
  /** Of a process; it works all along. */
  processorMs = (child: Child): number | undefined => this.clock.monotonic() - child.beganAt;
  hangsAt = (_item: number, _child: Child): boolean => false;

  constructor() {
    this.queue = new TrialQueue({
      clock: this.clock,
      componentsModule: '',
      stepMsMax: 10_000,
      begin: () => {
        const child = new Child(this);
        this.children.push(child);
        return child as unknown as ChildProcess;
      },
      residentBytes: () => this.residentBytes,
      processorMs: (task) => this.processorMs(this.children.find(({ pid }) => task === `${pid}/task/${pid}`)!),
      secret: () => undefined,
      lookup: () => this.table,
    });
  }

  /** `outcome`: as far as it is known. */
  ask(tenantId = 't1') {
    const stop = new AbortController();
    const trial: { outcome: Guilty | 'stopped' | undefined; stop: () => void } = {
      outcome: undefined,
      stop: () => stop.abort(new Error('stopped')),
    };
    const asked = { listener: { ...listener(), tenantId } } as unknown as TrialCase;
    this.queue.tryBlock(asked, stop.signal).then(
      (guilty) => (trial.outcome = guilty),
      () => (trial.outcome = 'stopped'),
    );
    return trial;
  }

  get running(): number {
    return this.children.filter(({ isRunning }) => isRunning).length;
  }
}

test('a trial that goes on and on ends after two minutes, and all of its block is guilty', async () => {
  const rig = new Rig();
  const goOn = (item: number, child: Child): boolean => {
    child.note(item);
    rig.clock.after(5000, () => goOn(item, child));
    return true;
  };
  rig.hangsAt = goOn;
  const trial = rig.ask();
  await rig.clock.pass(2 * minuteMs - 1);
  expect(trial.outcome).toBeUndefined();
  await rig.clock.pass(1);
  expect(trial.outcome).toBe('all');
  expect(rig.running).toBe(0);
});

test('a trial that other programs keep from running goes on after two minutes, and finds its block innocent', async () => {
  const rig = new Rig();
  rig.processorMs = (child) => (rig.clock.monotonic() - child.beganAt) / 5;
  rig.hangsAt = (item, child) => {
    if (item !== 1 || child.isSlow) return false;
    child.isSlow = true;
    for (let part = 1; part < 18; part++) rig.clock.after(part * (minuteMs / 2), () => child.note(item));
    rig.clock.after(9 * minuteMs, () => child.survive());
    return true;
  };
  const trial = rig.ask();
  await rig.clock.pass(9 * minuteMs - 1);
  expect([trial.outcome, rig.running]).toEqual([undefined, 1]);
  await rig.clock.pass(1);
  expect(trial.outcome).toEqual([]);
});

test('a trial that scarcely runs does not hold up those of others for more than ten minutes', async () => {
  const rig = new Rig();
  rig.processorMs = (child) => (rig.clock.monotonic() - child.beganAt) / 100;
  rig.hangsAt = (item, child) => {
    for (let part = 1; part < 20; part++) rig.clock.after(part * minuteMs, () => child.note(item));
    return true;
  };
  const [trial, next] = [rig.ask(), rig.ask('t2')];
  await rig.clock.pass(10 * minuteMs - 1);
  expect([trial.outcome, rig.children.length]).toEqual([undefined, 1]);
  await rig.clock.pass(1);
  expect([trial.outcome, next.outcome, rig.children.length]).toEqual(['all', undefined, 2]);
});

test('events that each end their process have two minutes together, not each', async () => {
  const rig = new Rig();
  rig.hangsAt = (item, child) => {
    for (let part = 1; part < 5; part++) rig.clock.after(part * 9000, () => child.note(item));
    rig.clock.after(45_000, () => child.end());
    return true;
  };
  const trial = rig.ask();
  await rig.clock.pass(2 * minuteMs - 1);
  expect(trial.outcome).toBeUndefined();
  await rig.clock.pass(1001);
  expect(trial.outcome).toBe('all');
});

test('where the system does not tell what a trial uses, it has two minutes of time', async () => {
  const rig = new Rig();
  rig.processorMs = () => undefined;
  rig.hangsAt = (item, child) => {
    for (let part = 1; part <= 60; part++) rig.clock.after(part * 5000, () => child.note(item));
    return true;
  };
  const trial = rig.ask();
  await rig.clock.pass(2 * minuteMs - 1);
  expect(trial.outcome).toBeUndefined();
  await rig.clock.pass(1);
  expect(trial.outcome).toBe('all');
});

test('an event that takes all memory outside the heap ends its process, and is guilty', async () => {
  const rig = new Rig();
  rig.hangsAt = (item) => {
    rig.residentBytes = item === 1 ? trialBytesMax + 1 : trialBytesMax;
    return item === 1;
  };
  const trial = rig.ask();
  await rig.clock.pass(250);
  expect(trial.outcome).toEqual(['b']);
  expect(rig.children.map(({ isRunning }) => isRunning)).toEqual([false, false]);
});

test('a table a block needs goes over as a file, since the main thread must not copy it, and is not held against the events', async () => {
  const rig = new Rig();
  rig.table = new SharedArrayBuffer(1024);
  rig.residentBytes = trialBytesMax + 1024;
  rig.hangsAt = () => true;
  const trial = rig.ask();
  await until(() => rig.children.some(({ received }) => received.some(({ type }) => type === 'each')));
  const [file] = rig.children[0]!.received.flatMap((message) => (message.type === 'have' ? message.lookups : [])).map((one) => one.file);
  expect(statSync(file!).size).toBe(1024);
  await rig.clock.pass(250);
  expect(rig.children).toHaveLength(1);
  trial.stop();
  await until(() => trial.outcome === 'stopped');
  expect(existsSync(file!)).toBe(false);
});

test('where the system does not tell how much memory a process has, a trial goes on without', async () => {
  const rig = new Rig();
  rig.residentBytes = undefined;
  rig.hangsAt = (item) => item === 2;
  const trial = rig.ask();
  await rig.clock.pass(10_500);
  expect(trial.outcome).toEqual(['c']);
});

test('an event whose process other programs keep from running is not guilty of it', async () => {
  const rig = new Rig();
  rig.processorMs = () => Math.floor(rig.clock.monotonic() / 5000) * 100;
  rig.hangsAt = (item, child) => {
    if (item !== 1 || child.isSlow) return false;
    child.isSlow = true;
    rig.clock.after(minuteMs, () => child.survive());
    return true;
  };
  const trial = rig.ask();
  await rig.clock.pass(minuteMs - 1);
  expect([trial.outcome, rig.running]).toEqual([undefined, 1]);
  await rig.clock.pass(1);
  expect(trial.outcome).toEqual([]);
});

test.each([() => 5, () => undefined])(
  'an event that is blocked, or of which nobody can tell, is guilty after 30 s',
  async (processorMs) => {
    const rig = new Rig();
    rig.processorMs = processorMs;
    rig.hangsAt = (item) => item === 1;
    const trial = rig.ask();
    await rig.clock.pass(29_500);
    expect(trial.outcome).toBeUndefined();
    await rig.clock.pass(1000);
    expect(trial.outcome).toEqual(['b']);
  },
);

test('no two processes run at once, and many trials of a tenant do not hold up those of another', async () => {
  const rig = new Rig();
  rig.lingers = true;
  for (const tenantId of ['t1', 't1', 't1', 't2', 't3', 't2']) rig.ask(tenantId);
  const order: (string | undefined)[] = [];
  for (await settleTrials(); rig.running > 0; await settleTrials()) {
    expect(rig.running).toBe(1);
    const child = rig.children.at(-1)!;
    expect(child.isKilled).toBe(true);
    order.push(child.tenantId);
    child.end();
  }
  expect(order).toEqual(['t1', 't2', 't3', 't1', 't2', 't1']);
});

test('a trial that nobody waits for ends its process, and the next one begins when the system keeps nothing of that', async () => {
  const rig = new Rig();
  rig.lingers = true;
  rig.hangsAt = () => true;
  const [running, gone, next] = [rig.ask(), rig.ask(), rig.ask('t2')];
  await settleTrials();
  gone.stop();
  running.stop();
  await settleTrials();
  expect(rig.children.map(({ isKilled }) => isKilled)).toEqual([true]);
  expect([running, gone, next].map(({ outcome }) => outcome)).toEqual([undefined, 'stopped', undefined]);
  rig.children[0]!.end();
  await settleTrials();
  expect([running, gone, next].map(({ outcome }) => outcome)).toEqual(['stopped', 'stopped', undefined]);
  expect(rig.children.map(({ tenantId }) => tenantId)).toEqual(['t1', 't2']);
});
