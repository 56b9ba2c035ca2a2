import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { TooltipProvider } from '@acequia/ui';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Cluster, Version } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { fakePipeline } from '#lib/operations/testing/fake-things.ts';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { StartDialog } from './run-dialogs.tsx';

const stopped: Version = {
  createdAt: 0,
  updatedAt: 0,
  createdBy: '',
  updatedBy: '',
  id: 'PV_1',
  version: '1.0.0',
  versionName: '',
  status: 'stopped',
  kind: 'major',
  clusters: [],
  reason: null,
  start: null,
};
const local: Cluster = { id: 'CL_1', name: 'Local', host: 'localhost', portRange: { from: 1, to: 2 }, fileRoots: [], workers: [] };
const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const server = fakeServer({ 'pipelines:startVersion': { ...stopped, status: 'running' } });

function open(document: PipelineDocument) {
  server.answer({ 'pipelines:getVersion': { ...stopped, document, revision: 3 } });
  const close = vi.fn();
  const known = { ...catalogue, removed: new Map([['DS_9', 'Spare']]) };
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <TooltipProvider>
        <ViewContext value={createViewer()(good, known, 'en', (id) => id)}>
          <StartDialog
            pipeline={fakePipeline('PL_1', 'Firewall')}
            version={stopped}
            versions={[stopped]}
            clusters={[local]}
            onClose={close}
          />
        </ViewContext>
      </TooltipProvider>
    </QueryClientProvider>,
  );
  return close;
}

const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start v1.0.0' });
afterEach(cleanup);

it('a version whose data sink was deleted says which before it can be started', async () => {
  open(documentOf([label(), datasink('d', { datasinkId: 'DS_9' })], ['in>d']));
  expect(await screen.findByText('v1.0.0 can’t start')).toBeTruthy();
  expect(screen.getByText('The data sink Spare was deleted. Delete this step and add another data sink.')).toBeTruthy();
  expect(screen.queryByText('Starts in Local.')).toBeNull();
  expect(startButton().disabled).toBe(true);
  expect(server.inputs('pipelines:startVersion')).toEqual([]);
});

it('a version that has everything starts', async () => {
  const close = open(good);
  await waitFor(() => expect(startButton().disabled).toBe(false));
  await userEvent.click(startButton());
  await waitFor(() => expect(close).toHaveBeenCalled());
  expect(server.inputs('pipelines:startVersion')).toEqual([{ id: 'PL_1', version: '1.0.0', clusterIds: ['CL_1'] }]);
});
