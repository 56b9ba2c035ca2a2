import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterEach, expect, it } from 'vitest';
import { createViewer } from '../../model/editor-view.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { queryClient } from '#lib/operations/query-client.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { TestResultsContext, useKeptResults, useRunTests, useTestResults } from './test-results.ts';

afterEach(cleanup);

const viewer = createViewer();
const view = (document: PipelineDocument) => viewer(document, catalogue, 'en', (id) => id);
const first = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const failed = { id: 'PT_1', name: 'bad logins', passed: false, failures: [] };
fakeServer({ 'pipelineTests:run': { results: [failed] } });

it('passed-here-and-failed-there: a result of one place is that of all, until the document or its test changes', async () => {
  let shown = view(first);
  const wrapper = function Wrapper({ children }: { readonly children: ReactNode }) {
    return (
      <QueryClientProvider client={queryClient}>
        <TestResultsContext value={useKeptResults()}>
          <ViewContext value={shown}>{children}</ViewContext>
        </TestResultsContext>
      </QueryClientProvider>
    );
  };
  let revision = 1;
  const { result, rerender } = renderHook(() => ({ dialog: useRunTests(), tab: useTestResults([{ id: 'PT_1', revision }]) }), { wrapper });
  act(() => result.current.dialog.run({ pipelineId: 'PL_1', version: 'Main' }, [{ id: 'PT_1', revision: 1 }]));
  await waitFor(() => expect(result.current.tab.get('PT_1')).toEqual(failed));

  const moved = { ...first, nodes: first.nodes.map((node) => ({ ...node, position: { x: node.position.x + 40, y: 0 } })) };
  shown = view(moved);
  rerender();
  expect(result.current.tab.size).toBe(1);
  revision = 2;
  rerender();
  expect(result.current.tab.size).toBe(0);
  revision = 1;
  shown = view({ ...first, nodes: first.nodes.map((node) => (node.id === 'a' ? { ...node, name: 'Another' } : node)) });
  rerender();
  expect(result.current.tab.size).toBe(0);
});

it('what comes back after the place that asked is gone is there for the next one', async () => {
  const of = [{ id: 'PT_1', revision: 1 }];
  let isThere = true;
  const Place = () => {
    const { run } = useRunTests();
    return <button onClick={() => run({ pipelineId: 'PL_1', version: 'Main' }, of)}>run</button>;
  };
  const Passed = () => <output>{useTestResults(of).size}</output>;
  const Page = () => (
    <QueryClientProvider client={queryClient}>
      <TestResultsContext value={useKeptResults()}>
        <ViewContext value={view(first)}>
          {isThere && <Place />}
          <Passed />
        </ViewContext>
      </TestResultsContext>
    </QueryClientProvider>
  );
  const { rerender } = render(<Page />);
  act(() => screen.getByText('run').click());
  isThere = false;
  rerender(<Page />);
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('1'));
});
