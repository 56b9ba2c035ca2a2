import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplayForm } from './replay-form.tsx';

const server = vi.hoisted(() => ({
  started: [] as Record<string, unknown>[],
  estimate: undefined as unknown,
  error: null as { code: string } | null,
}));

const answers: Record<string, unknown> = {
  'listeners:list': [
    { id: 'LI_1', name: 'Firewall' },
    { id: 'LI_2', name: 'Proxy' },
  ],
  'pipelines:list': [
    { id: 'PL_1', name: 'To the store', listenerIds: ['LI_1'] },
    { id: 'PL_2', name: 'Other', listenerIds: ['LI_2'] },
  ],
  'pipelines:listVersions': [
    { version: 'Main', status: 'draft' },
    { version: '1.1.0', status: 'running' },
    { version: '1.0.0', status: 'archived' },
  ],
  'pipelines:getVersion': { document: { nodes: [{ kind: 'datasink', datasinkId: 'DS_1' }] } },
  'datasinks:list': [
    { id: 'DS_1', name: 'Store' },
    { id: 'DS_2', name: 'Elsewhere' },
  ],
};

vi.mock('#lib/operations/use-operation.ts', () => ({
  useOperation: (name: string) => (name === 'replays:estimate' ? { data: server.estimate, error: server.error } : { data: answers[name] }),
}));
vi.mock('#lib/operations/use-command.ts', () => ({
  useCommand: () => ({ mutate: (input: Record<string, unknown>) => server.started.push(input), isPending: false, error: null }),
}));
vi.mock('#lib/operations/describe-error.ts', () => ({
  describeError: ({ code }: { code: string }) => ({ title: '', text: `because of ${code}` }),
}));

const open = (listenerId: string | undefined = 'LI_1', during = {}) =>
  render(
    <TooltipProvider>
      <ReplayForm begin={{ listenerId, pipelineId: undefined, version: undefined }} during={during} onClose={vi.fn()} onStarted={vi.fn()} />
    </TooltipProvider>,
  );
const startButton = () => screen.getByRole('button', { name: 'Start replay' });

beforeEach(() => {
  server.started = [];
  server.error = null;
  server.estimate = { records: 12_000, bytes: 4_200_000, keptFrom: null, workers: 1, answered: 1 };
});
afterEach(cleanup);

describe('a new replay', () => {
  it('says how much it is and what follows, and begins with the running version and the same keys', async () => {
    open();
    expect(screen.getByText(/About 12,000 records, 4.2 MB, 2 s at this rate/)).toBeTruthy();
    expect(screen.getByText(/delivered again to Store\. .*v1\.1\.0 apply/)).toBeTruthy();
    expect(screen.queryByText(/Elsewhere/)).toBeNull();
    await userEvent.click(startButton());
    const [input] = server.started;
    expect(input).toMatchObject({
      listenerId: 'LI_1',
      pipelineId: 'PL_1',
      version: '1.1.0',
      keys: 'same',
      decode: 'current',
      eventsPerSecond: 5000,
    });
    expect((input!['to'] as number) - (input!['from'] as number)).toBeGreaterThanOrEqual(3_600_000);
  });

  it('warns of copies when keys are new, and of what is no longer kept', async () => {
    server.estimate = { records: 1, bytes: 1, keptFrom: Date.now(), workers: 2, answered: 1 };
    open();
    await userEvent.click(screen.getByRole('radio', { name: /New keys/ }));
    expect(screen.getByText(/Each event will stand there twice/)).toBeTruthy();
    expect(screen.getByText(/Only what was received since/)).toBeTruthy();
    expect(screen.getByText(/1 of 2 workers answered/)).toBeTruthy();
    await userEvent.click(startButton());
    expect(server.started[0]).toMatchObject({ keys: 'new' });
  });

  it('does not start without a rate, nor with a time that ends before it begins', async () => {
    open();
    const rate = screen.getByLabelText('At most');
    await userEvent.clear(rate);
    await userEvent.click(startButton());
    expect(await screen.findByText(/whole number/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(rate));
    expect(server.started).toEqual([]);
    await userEvent.type(rate, '100');
    expect(screen.queryByText(/whole number/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Time/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Custom range' }));
    await userEvent.clear(screen.getByLabelText('To'));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('The start must be before the end.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    await userEvent.click(startButton());
    const { from, to } = server.started[0] as { from: number; to: number };
    const midnight = new Date().setHours(0, 0, 0, 0);
    expect([new Date(from).getHours(), to]).toEqual([0, midnight - 1]);
  });

  it('takes the time of the address to the millisecond, and the last hour for one that cannot be', async () => {
    const ends = { from: Date.now() - 90_000, to: Date.now() - 1 };
    open('LI_1', { range: 'custom', ...ends });
    await userEvent.click(startButton());
    expect(server.started[0]).toMatchObject(ends);
    cleanup();
    open('LI_1', { range: 'custom', from: ends.to, to: ends.from });
    expect(screen.getByRole('button', { name: /^Time/ }).textContent).toContain('Last hour');
  });

  it('does not offer pipelines of another listener', () => {
    open('LI_3');
    expect(screen.getByText('No pipeline starts from this listener.')).toBeTruthy();
  });

  it('says at the field what is not chosen when it is to start', async () => {
    open('LI_3');
    await userEvent.click(startButton());
    expect(server.started).toEqual([]);
    expect(await screen.findByText('Choose a version', { selector: '.ui-error *' })).toBeTruthy();
  });

  it('tells when the workers cannot be asked', () => {
    server.estimate = undefined;
    server.error = { code: 'ACQ-WORKER-AWAY' };
    open();
    expect(screen.getByText(/because of ACQ-WORKER-AWAY/)).toBeTruthy();
  });
});
