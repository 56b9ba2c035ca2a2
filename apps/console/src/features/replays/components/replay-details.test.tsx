import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import type { Replay } from '@acequia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplayDetails } from './replay-details.tsx';

const server = vi.hoisted(() => ({ replay: undefined as Replay | undefined, stopped: [] as unknown[], may: true, options: {} as object }));

vi.mock('#lib/operations/use-operation.ts', () => ({
  useOperation: (_name: string, _input: unknown, options: object) => {
    server.options = options;
    return { data: server.replay, error: server.replay ? null : { code: 'ACQ-NOT-FOUND' } };
  },
}));
vi.mock('#lib/operations/use-command.ts', () => ({
  useCommand: () => ({ mutate: (input: unknown) => server.stopped.push(input), isPending: false }),
}));
vi.mock('#lib/session/index.ts', () => ({ useMay: () => server.may }));

const now = Date.now();
const running: Replay = {
  id: 'RP_1',
  listener: { id: 'LI_1', name: 'Firewall' },
  pipeline: { id: 'PL_1', name: 'To the store', version: '1.2.0' },
  from: 0,
  to: 3_600_000,
  decode: 'current',
  keys: 'same',
  eventsPerSecond: 5000,
  state: 'running',
  reason: null,
  createdAt: now - 10_000,
  createdBy: 'Ana',
  endedAt: null,
  progress: {
    blocks: 10,
    blocksDone: 4,
    missedBlocks: 0,
    eventsPerSecond: 120,
    waitingEvents: 3,
    entered: 1200,
    created: 0,
    delivered: 1190,
    filtered: 0,
    merged: 0,
    rejected: 7,
    dropped: 0,
    expired: 0,
  },
  workers: [
    { id: 'WK_1', name: 'one', online: true, state: 'running', blocks: 10, blocksDone: 4 },
    { id: 'WK_2', name: 'two', online: false, state: null, blocks: 0, blocksDone: 0 },
  ],
};
const go = vi.fn();
const open = () =>
  render(
    <TooltipProvider>
      <ReplayDetails id="RP_1" onClose={vi.fn()} onGo={go} />
    </TooltipProvider>,
  );
const factOf = (name: string) => screen.getByText(name).parentElement!.querySelector('dd')!.textContent;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(now);
  server.replay = running;
  server.stopped = [];
  server.may = true;
  go.mockReset();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a replay', () => {
  it('shows how far it is, the time left, and what has become of the events', () => {
    open();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveProperty('value', 0.4);
    expect(screen.getByText(/About 15 s left · 120 events\/s/)).toBeTruthy();
    expect(['Went in', 'Delivered', 'Rejected', 'Waiting for a destination', 'one', 'two'].map(factOf)).toEqual([
      '1,200',
      '1,190',
      '7',
      '3',
      'Running, 40%',
      'away',
    ]);
    expect(screen.queryByText('Filtered')).toBeNull();
    expect(server.options).toEqual({ refetchMs: 1000 });
  });

  it('stops only after a question that says what follows', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Stop replay' }));
    const question = await screen.findByRole('dialog', { name: 'Stop this replay?' });
    expect(question.textContent).toContain('remain in the journal');
    expect(server.stopped).toEqual([]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Stop replay' }).at(-1)!);
    expect(server.stopped).toEqual([{ id: 'RP_1' }]);
  });

  it('that has ended is no longer asked for, tells why it failed, and can be asked for again', async () => {
    server.replay = { ...running, state: 'failed', reason: { code: 'REPLAY_KEYED', fields: {} } };
    open();
    expect(screen.getByText(/remembers earlier events/)).toBeTruthy();
    expect(server.options).toEqual({});
    await userEvent.click(screen.getByRole('button', { name: 'Replay again' }));
    expect(go).toHaveBeenCalledWith({ replay: 'new', replayListener: 'LI_1', replayPipeline: 'PL_1', replayVersion: '1.2.0' });
  });

  it('offers nothing to do to who may only look', () => {
    server.may = false;
    open();
    expect(screen.queryByRole('button', { name: 'Stop replay' })).toBeNull();
  });

  it('that is gone says so', () => {
    server.replay = undefined;
    open();
    expect(screen.getByText('This replay does not exist any more')).toBeTruthy();
  });
});
