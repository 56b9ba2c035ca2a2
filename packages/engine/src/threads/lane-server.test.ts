import { EventEmitter } from 'node:events';
import { createMemoryJournal } from '@acequia/journal';
import { expect, test } from 'vitest';
import { settle, VirtualClock } from '../../test/virtual-clock.ts';
import type { LaneLink, LaneLook } from '../apply/lane-link.ts';
import { AskedTrials } from './asked-trials.ts';
import { HeldValues } from './held-values.ts';
import { LaneServer, type LaneServerOptions } from './lane-server.ts';
import { LentBlocks } from './lent-blocks.ts';
import type { LaneNews } from './messages.ts';

const lookWith = (...versionIds: readonly string[]): LaneLook => ({
  pipelines: versionIds.map((versionId) => ({ id: 'PL_1', versionId, state: 'running', lagBlocks: 0, straggler: false, branches: [] })),
  listeners: {},
  counters: {},
  replays: [],
});

/** A lane of which only orders, answers and looks matter; `shown` is what the control shows of it. */
function serving() {
  const news: LaneNews[] = [];
  const port = Object.assign(new EventEmitter(), { postMessage: (said: LaneNews) => void news.push(structuredClone(said)) });
  const journal = Object.assign(createMemoryJournal(), { adopt: () => undefined, letGo: () => undefined, grown: () => undefined });
  const lane = { look: lookWith(), answer: async (): Promise<void> => undefined };
  const server = new LaneServer({
    port,
    journal: journal as unknown as LaneServerOptions['journal'],
    held: new HeldValues(),
    blocks: new LentBlocks(() => undefined),
    trials: new AskedTrials(() => undefined),
    clock: new VirtualClock(),
  });
  server.open({ look: () => lane.look, secretsChanged: () => lane.answer() } as unknown as LaneLink);
  return {
    lane,
    order: async () => {
      port.emit('message', { kind: 'secrets', call: 1, holdings: { secrets: [], lookups: [] } });
      await settle();
    },
    turn: async (look: LaneLook) => {
      lane.look = look;
      server.onStatus();
      await settle();
    },
    shown: () => news.flatMap((said) => ('look' in said ? [said.look.pipelines.map(({ versionId }) => versionId).join()] : [])).at(-1),
  };
}

test('what a lane looks like again after an answer is told', async () => {
  const { lane, order, turn, shown } = serving();
  await turn(lookWith('PV_1'));
  lane.look = lookWith('PV_2');
  await order();
  expect(shown()).toBe('PV_2');
  await turn(lookWith('PV_1'));
  expect(shown()).toBe('PV_1');
});

test('who hears that an order has failed sees what it has left of the lane', async () => {
  const { lane, order, turn, shown } = serving();
  await turn(lookWith('PV_1'));
  lane.answer = async () => {
    lane.look = lookWith();
    throw new Error('the journal is full');
  };
  await order();
  expect(shown()).toBe('');
});
