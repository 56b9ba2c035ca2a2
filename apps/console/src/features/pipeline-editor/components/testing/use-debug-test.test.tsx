import type { OperationOutput } from '@acequia/contract';
import { documentOf, label } from '@acequia/pipeline/testing';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { useDebugTest } from './use-debug-test.ts';

const server = fakeServer({
  'internalPipelines:delete': {},
  'internalPipelines:getLogSamples': { traces: [], nodes: {}, faults: [], cut: false },
});
const request = { pipelineId: 'PL_1', source: { kind: 'live' }, count: 100, tried: { document: documentOf([label()], []) } } as const;

let created: PromiseWithResolvers<OperationOutput<'internalPipelines:create'>>;
beforeEach(() => {
  created = Promise.withResolvers();
  server.answer({ 'internalPipelines:create': () => created.promise });
});
afterEach(cleanup);

/** A test that was started, and whose preview the server is creating. */
async function begin() {
  const hook = renderHook(() => useDebugTest());
  act(() => hook.result.current.start(request));
  await waitFor(() => expect(server.inputs('internalPipelines:create')).toHaveLength(1));
  return hook;
}

describe('a debug test that is given up while its preview is being created', () => {
  it.each([
    ['stopped', ({ result }: Awaited<ReturnType<typeof begin>>) => act(() => result.current.stop())],
    ['left with the editor', ({ unmount }: Awaited<ReturnType<typeof begin>>) => unmount()],
  ])('because it is %s: deletes the preview once it is there, and asks for nothing of it', async (_how, giveUp) => {
    const hook = await begin();
    giveUp(hook);
    created.resolve({ id: 'IP_1', endsAt: 1 });
    await waitFor(() => expect(server.inputs('internalPipelines:delete')).toEqual([{ id: 'IP_1' }]));
    expect(server.inputs('internalPipelines:getLogSamples')).toEqual([]);
  });

  it('stays stopped, with nothing that failed', async () => {
    const { result } = await begin();
    act(() => result.current.stop());
    created.resolve({ id: 'IP_1', endsAt: 1 });
    await waitFor(() => expect(server.inputs('internalPipelines:delete')).toHaveLength(1));
    await act(() => server.settled());
    expect(result.current.test).toMatchObject({ state: 'ended', end: 'stopped', error: undefined });
  });
});

it('a debug test that is stopped while it runs deletes its preview', async () => {
  const { result } = await begin();
  created.resolve({ id: 'IP_1', endsAt: 1 });
  await waitFor(() => expect(result.current.test.state).toBe('running'));
  act(() => result.current.stop());
  await waitFor(() => expect(server.inputs('internalPipelines:delete')).toEqual([{ id: 'IP_1' }]));
});
