import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Cluster, Pipeline, Version } from '@acequia/contract';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createEditorStore } from '../../model/editor-store.ts';
import { createViewer } from '../../model/editor-view.ts';
import { createLiveStore } from '../../model/live-store.ts';
import { documentOf, label } from '@acequia/pipeline/testing';
import { fakeStatus } from '#lib/operations/testing/fake-things.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ServicesContext, ViewContext, type EditorServices } from '../editor-context.ts';
import { RunningMenu } from './running-menu.tsx';

const stamps = { createdAt: 0, updatedAt: 0, createdBy: '', updatedBy: '' };
const version = (more: Partial<Version>): Version => ({
  ...stamps,
  id: 'PV_1',
  version: '1.1.0',
  versionName: '',
  status: 'running',
  kind: 'minor',
  clusters: ['CL_1'],
  reason: null,
  start: null,
  ...more,
});
const pipeline = (state: Pipeline['state'], start: Pipeline['start']): Pipeline => ({
  ...stamps,
  id: 'PL_1',
  name: 'Firewall',
  description: '',
  tags: [],
  state,
  status: fakeStatus(),
  start,
  clusters: ['CL_1'],
  runningVersion: '1.1.0',
  hasDraft: false,
  listenerIds: [],
  datasinkIds: [],
});
const cluster: Cluster = {
  id: 'CL_1',
  name: 'Local',
  host: 'localhost',
  portRange: { from: 1, to: 2 },
  fileRoots: [],
  workers: [],
};
const document = documentOf([label()]);
const server = fakeServer({ 'pipelines:startVersion': version({}) });
const started = () => server.inputs('pipelines:startVersion');

const stops = vi.fn();

function draw(running: Version, state: Pipeline['state'] = 'running', mayUpdate = true, others: readonly Version[] = []) {
  const services = { live: createLiveStore('PL_1'), store: createEditorStore(document, { readOnly: false, selected: undefined }) };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <ServicesContext value={services as unknown as EditorServices}>
          <ViewContext value={createViewer()(document, catalogue, 'en', (id) => id)}>
            <RunningMenu
              pipeline={pipeline(state, running.start)}
              versions={[running, ...others]}
              clusters={[cluster, { ...cluster, id: 'CL_2', name: 'Madrid' }]}
              mayUpdate={mayUpdate}
              onStop={stops}
            />
          </ViewContext>
        </ServicesContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}

/** Its button. */
function open(...shown: Parameters<typeof draw>) {
  draw(...shown);
  return screen.getByRole('button', { name: shown[0].status === 'running' ? /v1\.1\.0/ : 'Paused' });
}

afterEach(cleanup);

describe('what runs is not called running before it does', () => {
  it('says that the worker is on it', async () => {
    const trigger = open(version({ start: 'starting' }));
    expect(trigger.textContent).toContain('Starting');
    expect(trigger.textContent).not.toContain('cluster');
    await userEvent.click(trigger);
    expect(screen.getByText('The worker is preparing it. Nothing needs to be done.')).toBeTruthy();
  });

  it('says that nobody is there to run it', async () => {
    const trigger = open(version({ start: 'waiting' }), 'unknown');
    expect(trigger.textContent).toContain('Waiting for a worker');
    await userEvent.click(trigger);
    expect(screen.getByText('No worker of its clusters is online. It starts as soon as one connects.')).toBeTruthy();
  });

  it('gives the reason of a worker that refuses, and has it tried again', async () => {
    await userEvent.click(open(version({ start: 'refused', reason: { code: 'COMPONENT_UNKNOWN', fields: {} } })));
    expect(screen.getByText('The worker did not start v1.1.0')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(started()).toEqual([{ id: 'PL_1', version: '1.1.0', clusterIds: ['CL_1'] }]));
  });

  it('offers no retry to who may not start', async () => {
    await userEvent.click(open(version({ start: 'refused', reason: { code: 'COMPONENT_UNKNOWN', fields: {} } }), 'running', false));
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('runs, and goes silent', () => {
    expect(open(version({})).textContent).toContain('in 1 cluster');
    cleanup();
    expect(open(version({}), 'unknown').textContent).toContain('No report from the workers');
  });
});

describe('two versions in two clusters', () => {
  const old = version({ id: 'PV_0', version: '1.0.0', clusters: ['CL_2'] });

  it('shows each where it runs, and brings the one behind to the newest with one click', async () => {
    const trigger = open(version({}), 'running', true, [old]);
    expect(trigger.textContent).toContain('in 1 of 2 clusters');
    await userEvent.click(trigger);
    expect(screen.getAllByRole('listitem').map((each) => /^\w+ v[\d.]+/.exec(each.textContent ?? '')?.[0])).toEqual([
      'Local v1.1.0',
      'Madrid v1.0.0',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Update to v1.1.0' }));
    await waitFor(() => expect(started()).toEqual([{ id: 'PL_1', version: '1.1.0', clusterIds: ['CL_2'] }]));
  });

  it('takes one cluster alone back to the version before, where there is one', async () => {
    await userEvent.click(
      open(version({ createdAt: 5, clusters: ['CL_1', 'CL_2'] }), 'running', true, [{ ...old, status: 'archived', clusters: [] }]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Roll back to v1.0.0 in Madrid' }));
    await waitFor(() => expect(started()).toEqual([{ id: 'PL_1', version: '1.0.0', clusterIds: ['CL_2'] }]));
    cleanup();
    await userEvent.click(open(version({ createdAt: 5 }), 'running', true, [old]));
    expect(screen.queryByRole('button', { name: /in Madrid$/ })).toEqual(screen.getByRole('button', { name: 'Stop in Madrid' }));
    await userEvent.click(screen.getByRole('button', { name: 'Roll back to v1.0.0 in Local' }));
    await waitFor(() => expect(started().at(-1)).toEqual({ id: 'PL_1', version: '1.0.0', clusterIds: ['CL_1'] }));
    cleanup();
    await userEvent.click(open(version({ createdAt: 5 }), 'running', false, [old]));
    expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();
  });

  it('stops one cluster alone, and only for who may', async () => {
    await userEvent.click(open(version({}), 'running', true, [old]));
    await userEvent.click(screen.getByRole('button', { name: 'Stop in Madrid' }));
    expect(stops).toHaveBeenLastCalledWith('CL_2');
    expect(screen.queryByRole('dialog')).toBeNull();
    cleanup();
    await userEvent.click(open(version({}), 'running', false, [old]));
    expect(screen.queryByRole('button', { name: 'Stop in Madrid' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Update to v1.1.0' })).toBeNull();
  });
});

describe('the way back', () => {
  const before = version({ id: 'PV_0', version: '1.0.0', status: 'archived', clusters: [] });
  const now = version({ createdAt: 5 });

  it('is one click: the version before, in the clusters of this one', async () => {
    await userEvent.click(open(now, 'running', true, [before]));
    await userEvent.click(screen.getByRole('button', { name: 'Roll back to v1.0.0' }));
    await waitFor(() => expect(started()).toEqual([{ id: 'PL_1', version: '1.0.0', clusterIds: ['CL_1'] }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.document.activeElement?.textContent).toContain('v1.1.0');
  });

  it('is not offered from the first version', async () => {
    await userEvent.click(open(now));
    expect(screen.queryByRole('button', { name: /^Roll back/ })).toBeNull();
  });

  it('calls nothing paused that never ran', () => {
    draw(version({ status: 'stopped', kind: 'pre-release', clusters: [] }), 'stopped');
    expect(screen.getByText('Not running')).toBeTruthy();
    expect(screen.queryByText('Paused')).toBeNull();
  });

  it('says why a version was paused', async () => {
    const paused = version({ status: 'stopped', clusters: [], reason: { code: 'DATASINK_REMOVED', fields: { name: 'Archive' } } });
    await userEvent.click(open(paused, 'stopped'));
    expect(screen.getByText('v1.1.0 is stopped')).toBeTruthy();
    expect(await screen.findByText(/Archive/)).toBeTruthy();
  });
});
