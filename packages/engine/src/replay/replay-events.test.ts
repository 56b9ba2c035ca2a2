import { internalSlots, type BatchView } from '@acequia/batch';
import type { StepOutput } from '@acequia/component-sdk/runtime';
import { expect, test } from 'vitest';
import { action, label, links, listener, pipeline, sink } from '../../test/deployments.ts';
import { until } from '../../test/harness.ts';
import { replay, running, startReplays } from '../../test/replays.ts';
import { createToys } from '../../test/toy-components.ts';
import type { Components } from '../options.ts';

const straight = pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'));

/** Toys with an action that writes `_replay` and `_id` before the line. */
function toysThatShowMarks() {
  const toys = createToys();
  const show = {
    definition: { ...toys.components.action('mark', '1.0.0')!.definition },
    runtime: {
      compile: (_config: unknown, ctx: { slots: BatchView['slots']; port(id: string): number }) => {
        const message = ctx.slots.slot('message');
        return {
          step: (view: BatchView, out: StepOutput) => {
            for (const row of view.rows.subarray(0, view.count)) {
              const mark = String(view.value(row, internalSlots.replay) ?? '-');
              view.setText(row, message, `${mark} ${view.id(row)} ${view.text(row, message)}`);
            }
            out.all(ctx.port('default') as never);
          },
        };
      },
    },
  };
  const components = {
    ...toys.components,
    action: (id: string, version: string) => (id === 'show' ? show : toys.components.action(id, version)),
  } as unknown as Components;
  return { ...toys, components };
}

test('replayed events carry the id of the replay; ids and destination keys stay, or are new where asked for', async () => {
  const { engine, toys, send, ended } = startReplays({ toys: toysThatShowMarks() });
  toys.destination('a').batching = { maxEvents: 1 };
  const shown = pipeline('PL_1', 'PV_1', [label(), action('s', 'show', {}), sink('out', 'a')], links('start > s', 's > out'));
  await engine.apply(running([shown]));
  await send(1, ['x', 'y']);
  await until(() => toys.destination('a').lines.length === 2);
  await engine.apply(running([shown], [replay('RP_same', shown)]));
  await ended('RP_same');
  await engine.apply(running([shown], [replay('RP_new', shown, { keys: 'new' })]));
  await ended('RP_new');
  await engine.stop({ deadlineMs: 1000 });
  const { lines, keys } = toys.destination('a');
  const marks = lines.map((line) => line.split(' '));
  expect(marks.map(([mark]) => mark)).toEqual(['-', '-', 'RP_same', 'RP_same', 'RP_new', 'RP_new']);
  const ids = marks.map(([, id]) => id!);
  expect(ids.slice(2, 4).toSorted()).toEqual(ids.slice(0, 2).toSorted());
  expect(ids.slice(4).every((id) => id.includes('~RP_new') && !ids.slice(0, 4).includes(id))).toBe(true);
  expect(keys.slice(2, 4).toSorted()).toEqual(keys.slice(0, 2).toSorted());
  expect(new Set(keys).size).toBe(4);
});

test('a changed listener: decoded with its settings of now, or as received', async () => {
  const toys = createToys();
  const seen: string[] = [];
  const own = toys.components.listener('toy', '1.0.0')!;
  const decoder = (config: { name: string; mark?: string }, ctx: never) => {
    const inner = (own.runtime as unknown as { decoder(config: unknown, ctx: never): { decode(block: never, out: never): void } }).decoder(
      config,
      ctx,
    );
    return {
      decode: (block: never, out: never) => {
        seen.push(config.mark ?? '');
        inner.decode(block, out);
      },
    };
  };
  const components = { ...toys.components, listener: () => ({ ...own, runtime: { ...own.runtime, decoder } }) } as unknown as Components;
  const { engine, send, ended } = startReplays({ toys: { ...toys, components } });
  const at = (revision: number, replays: ReturnType<typeof replay>[] = []) => ({
    ...running([], replays),
    listeners: [{ ...listener('LI_1', { mark: `r${revision}` }), revision }],
  });
  await engine.apply(at(1));
  await send(0, ['x']);
  await until(() => seen.length === 1);
  const both = [replay('RP_now', straight), replay('RP_then', straight, { decode: 'received' })];
  await engine.apply(at(2, both.slice(0, 1)));
  await ended('RP_now');
  await engine.apply(at(2, both));
  await ended('RP_then');
  expect(seen).toEqual(['r1', 'r2', 'r1']);
  await engine.stop({ deadlineMs: 1000 });
});
