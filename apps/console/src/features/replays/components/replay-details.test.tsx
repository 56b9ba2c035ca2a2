import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import type { Replay } from '@acequia/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, refusing } from '#lib/operations/testing/fake-server.ts';
import { ReplayDetails } from './replay-details.tsx';

const session = vi.hoisted(() => ({ may: true }));

vi.mock('#lib/session/index.ts', () => ({ useMay: () => session.may }));

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
const server = fakeServer({ 'replays:find': running, 'replays:stop': { ...running, state: 'stopped', endedAt: now } });
const go = vi.fn();
/** When the query of the dialog asks next: false for never. */
const asksAgainMs = (client: QueryClient) =>
  client
    .getQueryCache()
    .find({ queryKey: ['replays:find', { id: 'RP_1' }] })
    ?.observers.map(({ options }) => options.refetchInterval);
const open = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <ReplayDetails id="RP_1" onClose={vi.fn()} onGo={go} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return client;
};
const factOf = (name: string) => screen.getByText(name).parentElement!.querySelector('dd')!.textContent;

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(now);
  session.may = true;
  go.mockReset();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a replay', () => {
  it('shows how far it is, the time left, and what has become of the events', async () => {
    const client = open();
    expect(await screen.findByRole('progressbar', { name: 'Progress' })).toHaveProperty('value', 0.4);
    expect(screen.getByText(/About 15 s left · 120 EPS/)).toBeTruthy();
    expect(['Entered', 'Delivered', 'Rejected', 'Waiting for a destination', 'one', 'two'].map(factOf)).toEqual([
      '1,200',
      '1,190',
      '7',
      '3',
      'Running, 40%',
      'offline',
    ]);
    expect(screen.queryByText('Filtered')).toBeNull();
    expect(asksAgainMs(client)).toEqual([1000]);
  });

  it('stops only after a question that says what follows', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Stop replay' }));
    const question = await screen.findByRole('dialog', { name: 'Stop this replay?' });
    expect(question.textContent).toContain('remain in the journal');
    expect(server.inputs('replays:stop')).toEqual([]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Stop replay' }).at(-1)!);
    await waitFor(() => expect(server.inputs('replays:stop')).toEqual([{ id: 'RP_1' }]));
  });

  it('that has ended is no longer asked for, tells why it failed, and can be asked for again', async () => {
    server.answer({ 'replays:find': { ...running, state: 'failed', reason: { code: 'REPLAY_KEYED', fields: {} } } });
    const client = open();
    expect(await screen.findByText(/remembers earlier events/)).toBeTruthy();
    expect(asksAgainMs(client)).toEqual([undefined]);
    await userEvent.click(screen.getByRole('button', { name: 'Replay again' }));
    expect(go).toHaveBeenCalledWith({ replay: 'new', replayListener: 'LI_1', replayPipeline: 'PL_1', replayVersion: '1.2.0' });
  });

  it('offers nothing to do to who may only look', async () => {
    session.may = false;
    open();
    await screen.findByRole('progressbar', { name: 'Progress' });
    expect(screen.queryByRole('button', { name: 'Stop replay' })).toBeNull();
  });

  it('that is gone says so', async () => {
    server.answer({ 'replays:find': refusing('ACQ-NOT-FOUND') });
    open();
    expect(await screen.findByText('This replay no longer exists')).toBeTruthy();
  });
});
