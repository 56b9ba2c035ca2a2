import { silentLog, type Log } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import type { CompileContext, StateOutput, Step, StepOutput } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { createMemoryJournal } from '@acequia/journal';
import { createCrashJournal, seeded } from '../../test/crash-journal.ts';
import { action, deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { expectBalance, startHarness, totalsOf, until } from '../../test/harness.ts';
import { createToys, submitLines } from '../../test/toy-components.ts';
import type { ActionComponent, Components } from '../options.ts';

/** Toys with one more action, which throws when it meets a line with `throw`. */
function toysThatThrow() {
  const toys = createToys();
  const thrower = {
    definition: { ...toys.components.action('mark', '1.0.0')!.definition },
    runtime: {
      compile: (_config: unknown, ctx: CompileContext) => {
        const slot = ctx.slots.slot('message');
        return {
          step: (view: BatchView, out: StepOutput) => {
            for (const row of view.rows.subarray(0, view.count))
              if (view.text(row, slot)?.includes('throw')) throw new Error('not this one');
            out.all(ctx.port('default'));
          },
        };
      },
    },
  };
  const components = {
    ...toys.components,
    action: (id: string, version: string) => (id === 'thrower' ? thrower : toys.components.action(id, version)),
  } as unknown as Components;
  return { ...toys, components };
}

test('a step that throws does not end the lane: its events are refused by its node, what comes after goes on', async () => {
  const { engine, toys } = startHarness({ toys: toysThatThrow() });
  const nodes = [label(), action('t', 'thrower', {}), sink('out', 'a')];
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', nodes, links('start > t', 't > out'))]));
  await submitLines(toys.peer('LI_1'), ['throw here']);
  await submitLines(toys.peer('LI_1'), ['fine']);
  await until(() => toys.destination('a').lines.length === 1);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
  expect(toys.destination('a').lines).toEqual(['fine']);
  const { letters } = await engine.deadLetters.list('t1', {}, undefined, 10);
  expect(letters.map(({ code, node }) => [code, node])).toEqual([['ENGINE_STEP_FAILED', 't']]);
  expectBalance(engine, 'LI_1', ['PV_1']);
  expect(totalsOf(engine, 'PV_1')['thrown']).toBe(1);
});

/** Toys whose `tally` throws when a window with `throw` ends or is given up. */
function toysWhoseStateThrows() {
  const toys = createToys();
  const tally: ActionComponent = toys.components.action('tally', '1.0.0')!;
  const compile = (config: never, ctx: CompileContext): Step => {
    const step = tally.runtime.compile(config, ctx);
    const timed = step.timed!;
    const check = () => {
      if (Buffer.from(step.snapshot!()).includes('throw')) throw new Error('not this window');
    };
    return {
      ...step,
      timed: {
        ...timed,
        advance: (nowMs, out) => {
          check();
          timed.advance(nowMs, out);
        },
        flush: (nowMs, out) => {
          check();
          return timed.flush(nowMs, out);
        },
      },
    };
  };
  const thrower = { ...tally, runtime: { ...tally.runtime, compile } };
  const components: Components = {
    ...toys.components,
    action: (id, version) => (id === 'tally' ? thrower : toys.components.action(id, version)),
  };
  return { ...toys, components };
}

const tallying = (everyMs: number) =>
  pipeline('PL_1', 'PV_1', [label(), action('t', 'tally', { everyMs }), sink('out', 'a')], links('start > t', 't > out'));
const plain = (id: string, versionId: string, name: string) => pipeline(id, versionId, [label(), sink('out', name)], links('start > out'));

test('a state that throws ends its version, not the commits of all others; what came while it was held is the next one’s', async () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, text) => void errors.push(text) };
  const { engine, toys, journal } = startHarness({ toys: toysWhoseStateThrows(), log });
  const statusOf = (id: string) => engine.status().pipelines.filter((one) => one.id === id);
  await engine.apply(deployment([tallying(50), plain('PL_2', 'PV_9', 'b')]));
  await submitLines(toys.peer('LI_1'), ['throw#1'], undefined, Date.now());
  await until(() => statusOf('PL_1').some(({ error }) => error?.code === 'ENGINE_STATE_CRASH'));
  await submitLines(toys.peer('LI_1'), ['while held#2'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_9')['delivered'] === 2);
  expect((journal.commits.get('v/PV_9') as { positions: Record<string, number> }).positions['li/t1/LI_1/0']).toBe(3);
  expect(errors.filter((text) => text.startsWith('work on the state of a version fails'))).toHaveLength(1);

  await engine.apply(deployment([plain('PL_1', 'PV_2', 'a'), plain('PL_2', 'PV_9', 'b')]));
  await until(() => statusOf('PL_1').length === 1 && totalsOf(engine, 'PV_2')['delivered'] === 1);
  expect(statusOf('PL_1')).toMatchObject([{ versionId: 'PV_2', state: 'running' }]);
  expect(toys.destination('a').lines).toEqual(['while held#2']);
  expect(await engine.drain({ deadlineMs: 5000 })).toBe(true);
  await engine.stop({ deadlineMs: 1000 });
});

test('a state that throws when it is given up ends with its version, and no other waits for it', async () => {
  const { engine, toys } = startHarness({ toys: toysWhoseStateThrows() });
  await engine.apply(deployment([tallying(3_600_000), plain('PL_2', 'PV_9', 'b')]));
  await submitLines(toys.peer('LI_1'), ['throw#1'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_1')['merged:window'] === 1);
  await engine.apply(deployment([plain('PL_2', 'PV_9', 'b')]));
  await until(() => engine.status().pipelines.every(({ id }) => id === 'PL_2'));
  await submitLines(toys.peer('LI_1'), ['more'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_9')['delivered'] === 2);
  await engine.stop({ deadlineMs: 1000 });
});

/** Toys with `fragile`: a `tally` that loses windows and then throws, where its lines say so. */
function toysWithAFragileState() {
  const toys = createToys();
  const tally: ActionComponent = toys.components.action('tally', '1.0.0')!;
  const seen = { copiesOfHalf: 0, throwsNow: true, isCopied: true };
  const compile = (config: never, ctx: CompileContext): Step => {
    const step = tally.runtime.compile(config, ctx);
    const timed = step.timed!;
    let isHalf = false;
    const holds = (word: string) => Buffer.from(step.snapshot!()).includes(word);
    const losing = (word: string, out: StateOutput): StateOutput => {
      const throws = seen.throwsNow && holds(word);
      const emit: StateOutput['emit'] = () => {
        isHalf = true;
        throw new Error('too large');
      };
      return throws ? { ...out, emit } : out;
    };
    return {
      ...step,
      snapshot: () => {
        if (isHalf) seen.copiesOfHalf++;
        if (isHalf && !seen.isCopied) throw new Error('not whole');
        return step.snapshot!();
      },
      timed: {
        dueMs: () => {
          if (holds('due')) throw new Error('when?');
          return seen.throwsNow && holds('at once') ? 0 : timed.dueMs();
        },
        advance: (nowMs, out) => {
          if (holds('at once')) losing('at once', out).emit(0, []);
          timed.advance(nowMs, losing('advance', out));
        },
        flush: (nowMs, out) => timed.flush(nowMs, losing('flush', out)),
        forget: () => {
          if (holds('forget')) throw new Error('not to be forgotten');
          isHalf = false;
          timed.forget();
        },
      },
    };
  };
  const fragile = { ...tally, runtime: { ...tally.runtime, compile } };
  const components: Components = {
    ...toys.components,
    action: (id, version) => (id === 'fragile' ? fragile : toys.components.action(id, version)),
  };
  return { toys: { ...toys, components }, seen };
}

/** A fragile node beside a sound one, so that a copy of both is due whenever the sound one has made something. */
const beside = (versionId: string, everyMs: number) =>
  pipeline(
    'PL_1',
    versionId,
    [label(), action('t', 'fragile', { everyMs }), action('u', 'tally', { everyMs }), sink('out', 'a')],
    links('start > t', 'start > u', 't > out', 'u > out'),
  );
const hour = 3_600_000;

test('a state that has thrown is never the one a version goes on from after a crash', async () => {
  const disk = createMemoryJournal();
  const { toys, seen } = toysWithAFragileState();
  const wanted = deployment([beside('PV_1', 50), plain('PL_2', 'PV_9', 'b')]);
  const journal = createCrashJournal(disk, seeded(1));
  const { engine, abandon } = startHarness({ toys, journal });
  const isHeld = (of: typeof engine) => of.status().pipelines.some(({ error }) => error?.code === 'ENGINE_STATE_CRASH');
  await engine.apply(wanted);
  await submitLines(toys.peer('LI_1'), ['advance#1'], undefined, Date.now());
  await until(() => isHeld(engine));
  for (const count of [2, 3]) {
    await submitLines(toys.peer('LI_1'), ['more#1'], undefined, Date.now());
    await until(() => totalsOf(engine, 'PV_9')['delivered'] === count);
  }
  journal.crash();
  abandon();
  const again = startHarness({ toys, journal: disk });
  await again.engine.apply(wanted);
  await until(() => isHeld(again.engine));
  expect(seen.copiesOfHalf).toBe(0);
  await again.engine.stop({ deadlineMs: 1000 });
});

test('a version whose state cannot be copied either gives way to another', async () => {
  const { toys, seen } = toysWithAFragileState();
  seen.isCopied = false;
  const { engine } = startHarness({ toys });
  await engine.apply(deployment([beside('PV_1', 50)]));
  await submitLines(toys.peer('LI_1'), ['advance#1'], undefined, Date.now());
  await until(() => engine.status().pipelines.some(({ error }) => error?.code === 'ENGINE_STATE_CRASH'));
  const { pipelines } = await engine.apply(deployment([plain('PL_1', 'PV_2', 'a')]));
  expect(pipelines).toMatchObject([{ versionId: 'PV_2', result: 'switched' }]);
  await until(() => engine.status().pipelines.length === 1);
  expect(seen.copiesOfHalf).toBe(0);
  await engine.stop({ deadlineMs: 1000 });
});

test('a state that throws as it is given up is not copied as it is then, nor said to wait', async () => {
  const { toys, seen } = toysWithAFragileState();
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, text) => void errors.push(text) };
  const { engine } = startHarness({ toys, log });
  await engine.apply(deployment([beside('PV_1', hour)]));
  await submitLines(toys.peer('LI_1'), ['flush#1'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_1')['merged:window'] === 2);
  await engine.apply(deployment([]));
  await until(() => engine.status().pipelines.length === 0);
  expect(errors).toEqual(['work on the state of a version fails; it ends without what it had counted']);
  expect(seen.copiesOfHalf).toBe(0);
  await engine.stop({ deadlineMs: 1000 });
});

test('a state that cannot say when it is due, nor be forgotten, ends with its version, and no other waits for it', async () => {
  const { toys } = toysWithAFragileState();
  const { engine } = startHarness({ toys });
  await engine.apply(deployment([beside('PV_1', hour), plain('PL_2', 'PV_9', 'b')]));
  await submitLines(toys.peer('LI_1'), ['due, forget#1'], undefined, Date.now());
  await until(() => engine.status().pipelines.some(({ error }) => error?.code === 'ENGINE_STATE_CRASH'));
  await submitLines(toys.peer('LI_1'), ['more#1'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_9')['delivered'] === 2);
  await engine.apply(deployment([plain('PL_2', 'PV_9', 'b')]));
  await until(() => engine.status().pipelines.every(({ id }) => id === 'PL_2'));
  await engine.stop({ deadlineMs: 1000 });
});

test('a state that throws while blocks of before a crash are run again does not go on in the version that takes its place', async () => {
  const disk = createMemoryJournal();
  const { toys, seen } = toysWithAFragileState();
  const journal = createCrashJournal(disk, seeded(1));
  const { engine, abandon } = startHarness({ toys, journal });
  seen.throwsNow = false;
  await engine.apply(deployment([beside('PV_1', hour)]));
  await submitLines(toys.peer('LI_1'), ['kept#1'], undefined, Date.now());
  await submitLines(toys.peer('LI_1'), ['at once#1'], undefined, Date.now());
  await submitLines(toys.peer('LI_1'), ['kept#2'], undefined, Date.now());
  await until(() => totalsOf(engine, 'PV_1')['merged:window'] === 6);
  journal.crash();
  abandon();
  seen.throwsNow = true;
  const again = startHarness({ toys, journal: disk });
  const begunMs = performance.now();
  const { pipelines } = await again.engine.apply(deployment([beside('PV_2', hour)]));
  expect(pipelines).toMatchObject([{ versionId: 'PV_2', result: 'switched' }]);
  expect(performance.now() - begunMs).toBeLessThan(5000);
  await submitLines(toys.peer('LI_1'), ['new#1'], undefined, Date.now());
  await until(() => totalsOf(again.engine, 'PV_2')['merged:window'] === 2);
  await again.engine.apply(deployment([]));
  await until(() => again.engine.status().pipelines.length === 0);
  expect(toys.destination('a').lines.filter((line) => line.includes('kept'))).toEqual([]);
  expect(seen.copiesOfHalf).toBe(0);
  await again.engine.stop({ deadlineMs: 1000 });
});
