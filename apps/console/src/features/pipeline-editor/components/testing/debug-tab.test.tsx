import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PreviewSample, TraceResult } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext } from '../editor-context.ts';
import { DebugTab } from './debug-tab.tsx';
import type { DebugTest, useDebugTest } from './use-debug-test.ts';

const sample: PreviewSample = { id: 'PS_1', name: 'Bad logins', kind: 'events', count: 1, masked: [], createdAt: 0, createdBy: 'Ana' };
fakeServer({ 'internalPipelines:listSamples': [sample] });

const nothing: TraceResult = { traces: [], nodes: {}, faults: [], cut: false };
const document = documentOf([label(), action('p'), datasink('d')], ['in>p', 'p>d']);

function Tab({ first, start }: { readonly first: DebugTest; readonly start: ReturnType<typeof useDebugTest>['start'] }) {
  const [test, setTest] = useState(first);
  const stop = () => setTest((known) => ({ ...known, state: 'ended', end: 'stopped' }));
  return <DebugTab debug={{ test, start, stop }} pipelineId="PL_1" shown="Main" readOnly={false} onSave={vi.fn()} />;
}

/** The tab while the test stands so; gives what was started from it. */
function open(state: Partial<DebugTest>) {
  const start = vi.fn<ReturnType<typeof useDebugTest>['start']>();
  const test: DebugTest = { state: 'running', end: undefined, result: nothing, error: undefined, events: 0, quietMs: 0, ...state };
  const store = createEditorStore(document, { readOnly: false });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ServicesContext value={{ pipelineId: 'PL_1', readOnly: false, store } as never}>
          <ViewContext value={createViewer()(document, catalogue, 'en', () => 'All events')}>
            <Tab first={test} start={start} />
          </ViewContext>
        </ServicesContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return start;
}
const status = () => screen.getByRole('status').textContent;

beforeEach(() => startI18n('en'));
afterEach(cleanup);

describe('a debug test', () => {
  it('does not say that it waits for events before a worker looks at them', () => {
    open({ state: 'asking', result: undefined });
    expect(status()).toContain('Contacting the worker');
    expect(status()).not.toContain('Waiting');
  });

  it('says what it waits for, and offers nothing while events may still come', () => {
    open({ quietMs: 2000 });
    expect(status()).toMatch(/Waiting for events of .+ · .+/);
    expect(screen.queryByText('No events have arrived')).toBeNull();
  });

  it.each([
    ['while it waits in vain', { quietMs: 3000 }],
    ['after it has waited in vain', { state: 'ended', end: 'quiet', quietMs: 60_000 }],
  ] as const)('offers recorded events and saved samples in one click, %s', async (_when, state) => {
    const start = open(state);
    await userEvent.click(screen.getByRole('button', { name: 'Use recorded events' }));
    expect(start.mock.lastCall?.[0]).toMatchObject({ source: { kind: 'retained' }, count: 100, tried: { document } });
    cleanup();
    const again = open(state);
    await userEvent.click(await screen.findByRole('button', { name: 'Use the sample Bad logins' }));
    expect(again.mock.lastCall?.[0].source).toEqual({ kind: 'sample', sampleId: 'PS_1' });
  });

  it.each(['CONFIG_INVALID', 'PIPELINE_INVALID', 'TRACE_NO_LISTENER'])('that cannot run says why in words, not as %s', (code) => {
    open({ state: 'ended', end: 'stopped', events: 1, result: { ...nothing, faults: [{ node: 'p', code }] } });
    const [note] = screen.getAllByText(/./).filter((each) => each.closest('.ui-note'));
    expect(note?.closest('.ui-note')?.textContent).toMatch(/[a-z]{3,} [a-z]+/);
    expect(screen.queryByText(code, { exact: false })).toBeNull();
  });

  it('that is told to stop does not start again', () => {
    const start = open({ events: 4 });
    // In a browser the pressed button submits by the end of its own click, unless that is prevented.
    expect(fireEvent.click(screen.getByRole('button', { name: 'Stop' }))).toBe(false);
    expect(status()).toBe('Stopped · 4 events');
    expect(start).not.toHaveBeenCalled();
  });

  it('offers nothing once events have come', () => {
    open({ events: 1, quietMs: 9000 });
    expect(screen.queryByText('No events have arrived')).toBeNull();
  });
});
