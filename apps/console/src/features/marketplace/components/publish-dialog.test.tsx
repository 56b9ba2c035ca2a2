import { TooltipProvider } from '@acequia/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { expectToldAtSubmission, expectToldWhenLeft } from '#lib/forms/test-told-faults.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { PublishDialog } from './publish-dialog.tsx';

vi.mock('@tanstack/react-router', () => ({ useNavigate: () => vi.fn() }));
const server = fakeServer({ 'pipelines:list': [] });
afterEach(cleanup);

it('says that a pipeline is missing when its field is left, and at a submission that is always possible', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <PublishDialog onClose={() => undefined} />
      </TooltipProvider>
    </QueryClientProvider>,
  );
  const told = { field: 'Pipeline', fault: 'Choose a pipeline.' };
  await expectToldWhenLeft(told);
  await expectToldAtSubmission('Publish', told);
  expect(server.inputs('marketplace:createTemplate')).toEqual([]);
});
