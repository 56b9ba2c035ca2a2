import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { OperationName, Replay } from '@acequia/contract';
import { datasink, documentOf } from '@acequia/pipeline/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeError } from '#lib/operations/describe-error.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { fakeServer, never, refusing } from '#lib/operations/testing/fake-server.ts';
import { fakeDatasink, fakeDocumentVersion, fakeListener, fakePipeline, fakeVersion } from '#lib/operations/testing/fake-things.ts';
import { ReplayForm } from './replay-form.tsx';

const replay: Replay = {
  id: 'RP_1',
  listener: { id: 'LI_1', name: 'Firewall' },
  pipeline: { id: 'PL_1', name: 'To the store', version: '1.1.0' },
  from: 0,
  to: 1,
  decode: 'current',
  keys: 'same',
  eventsPerSecond: 5000,
  state: 'running',
  reason: null,
  createdAt: 0,
  createdBy: 'Ana',
  endedAt: null,
  progress: {
    blocks: 0,
    blocksDone: 0,
    missedBlocks: 0,
    eventsPerSecond: 0,
    waitingEvents: 0,
    entered: 0,
    created: 0,
    delivered: 0,
    filtered: 0,
    merged: 0,
    rejected: 0,
    dropped: 0,
    expired: 0,
  },
  workers: [],
};
const server = fakeServer({
  'listeners:list': [fakeListener('LI_1', 'Firewall'), fakeListener('LI_2', 'Proxy')],
  'pipelines:list': [
    fakePipeline('PL_1', 'To the store', { listenerIds: ['LI_1'] }),
    fakePipeline('PL_2', 'Other', { listenerIds: ['LI_2'] }),
  ],
  'pipelines:listVersions': [fakeVersion('Main', 'draft'), fakeVersion('1.1.0', 'running'), fakeVersion('1.0.0', 'archived')],
  'pipelines:getVersion': fakeDocumentVersion('1.1.0', documentOf([datasink('d')])),
  'datasinks:list': [fakeDatasink('DS_1', 'Store'), fakeDatasink('DS_2', 'Elsewhere')],
  'replays:estimate': { records: 12_000, bytes: 4_200_000, keptFrom: null, workers: 1, answered: 1 },
  'replays:start': replay,
});
const started = () => server.inputs('replays:start');

const onStarted = vi.fn<(id: string) => void>();
/** When what there is to choose is there; its estimate comes later. */
const open = async (listenerId: string | undefined = 'LI_1', during = {}, last: OperationName = 'pipelines:getVersion') => {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <ReplayForm
          begin={{ listenerId, pipelineId: undefined, version: undefined }}
          during={during}
          onClose={vi.fn()}
          onStarted={onStarted}
        />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  if (listenerId === 'LI_1') await waitFor(() => expect(server.inputs(last)).not.toEqual([]));
};
const startButton = () => screen.getByRole('button', { name: 'Start replay' });
const start = () => userEvent.click(startButton());
const startedWith = async () => {
  await start();
  await waitFor(() => expect(started()).toHaveLength(1));
  return started()[0]!;
};

beforeAll(() => loadErrorWords());
beforeEach(() => onStarted.mockReset());
afterEach(cleanup);

describe('a new replay', () => {
  it('says how much it is and what follows, and begins with the running version and the same keys', async () => {
    await open();
    await screen.findByText(/About 12,000 records, 4.2 MB, 2 s at this rate/);
    await screen.findByText(/delivered again to Store, .*v1\.1\.0/);
    expect(screen.queryByText(/Elsewhere/)).toBeNull();
    const input = await startedWith();
    expect(input).toMatchObject({
      listenerId: 'LI_1',
      pipelineId: 'PL_1',
      version: '1.1.0',
      keys: 'same',
      decode: 'current',
      eventsPerSecond: 5000,
    });
    expect(input.to - input.from).toBeGreaterThanOrEqual(3_600_000);
  });

  it('warns of copies when keys are new, and of what is no longer kept', async () => {
    server.answer({ 'replays:estimate': { records: 1, bytes: 1, keptFrom: Date.now(), workers: 2, answered: 1 } });
    await open();
    await userEvent.click(screen.getByRole('radio', { name: /New keys/ }));
    await screen.findByText(/The destinations will contain each event twice/);
    expect(screen.getByText(/Only events received since/)).toBeTruthy();
    expect(screen.getByText(/Workers that answered: 1 of 2/)).toBeTruthy();
    expect(await startedWith()).toMatchObject({ keys: 'new' });
  });

  it('does not start without a rate, nor with a time that ends before it begins', async () => {
    await open();
    const rate = screen.getByLabelText('At most');
    await userEvent.clear(rate);
    await start();
    expect(await screen.findByText(/whole number/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(rate));
    expect(started()).toEqual([]);
    await userEvent.type(rate, '100');
    expect(screen.queryByText(/whole number/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Time/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Custom range' }));
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('The start must be before the end.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    const { from, to } = await startedWith();
    const midnight = new Date().setHours(0, 0, 0, 0);
    expect([new Date(from).getHours(), to]).toEqual([0, midnight - 1]);
  });

  it('takes the time of the address to the millisecond, and the last hour for one that cannot be', async () => {
    const ends = { from: Date.now() - 90_000, to: Date.now() - 1 };
    await open('LI_1', { range: 'custom', ...ends });
    expect(await startedWith()).toMatchObject(ends);
    cleanup();
    await open('LI_1', { range: 'custom', from: ends.to, to: ends.from });
    expect(screen.getByRole('button', { name: /^Time/ }).textContent).toContain('Last hour');
  });

  it('does not offer pipelines of another listener', async () => {
    await open('LI_3');
    await screen.findByText('No pipeline uses this listener.');
  });

  it('does not say that there is nothing to choose before it knows', async () => {
    server.answer({ 'pipelines:list': never });
    await open('LI_3');
    await userEvent.click(await screen.findByRole('combobox', { name: /Listener/ }));
    await screen.findByRole('option', { name: 'Proxy' });
    expect(screen.queryByText('No pipeline uses this listener.')).toBeNull();
    cleanup();
    server.answer({ 'pipelines:list': [fakePipeline('PL_1', 'To the store', { listenerIds: ['LI_1'] })], 'pipelines:listVersions': never });
    await open('LI_1', {}, 'pipelines:listVersions');
    expect(screen.queryByText('This pipeline has no published version.')).toBeNull();
  });

  it('says at the field what is not chosen when it is to start', async () => {
    await open('LI_3');
    await start();
    expect(started()).toEqual([]);
    expect(await screen.findByText('Choose a version', { selector: '.ui-error *' })).toBeTruthy();
  });

  it('tells when the workers cannot be asked', async () => {
    server.answer({ 'replays:estimate': refusing('ACQ-WORKER-AWAY') });
    await open();
    await screen.findByText('ACQ-WORKER-AWAY');
    const { text } = describeError(new OperationError('ACQ-WORKER-AWAY'));
    expect(screen.getByText((_content, element) => element?.textContent === `${text} ACQ-WORKER-AWAY`)).toBeTruthy();
  });

  it('says why it is refused, and leads to the replay when it has begun', async () => {
    server.answer({ 'replays:start': refusing('ACQ-REPLAY-MANY') });
    await open();
    await start();
    expect((await screen.findByRole('alert')).textContent).toContain('ACQ-REPLAY-MANY');
    expect(onStarted).not.toHaveBeenCalled();
    server.answer({ 'replays:start': replay });
    await start();
    await waitFor(() => expect(onStarted).toHaveBeenCalledExactlyOnceWith('RP_1'));
  });
});
