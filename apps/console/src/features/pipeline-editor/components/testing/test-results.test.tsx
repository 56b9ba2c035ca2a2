import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import type { PipelineDocument } from '@acequia/pipeline';
import { afterEach, expect, it } from 'vitest';
import { createViewer } from '../../model/editor-view.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { TestResultsContext, useKeptResults, useTestResults } from './test-results.ts';

afterEach(cleanup);

const viewer = createViewer();
const view = (document: PipelineDocument) => viewer(document, catalogue, 'en', (id) => id);
const first = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const failed = { id: 'PT_1', name: 'bad logins', passed: false, failures: [] };

it('passed-here-and-failed-there: a result of one place is that of all, until the document or its test changes', () => {
  let shown = view(first);
  const wrapper = function Wrapper({ children }: { readonly children: ReactNode }) {
    return (
      <TestResultsContext value={useKeptResults()}>
        <ViewContext value={shown}>{children}</ViewContext>
      </TestResultsContext>
    );
  };
  let revision = 1;
  const { result, rerender } = renderHook(
    () => ({ dialog: useTestResults([{ id: 'PT_1', revision: 1 }]), tab: useTestResults([{ id: 'PT_1', revision }]).results }),
    { wrapper },
  );
  act(() => result.current.dialog.keep([failed], { validation: shown.validation, saved: [{ id: 'PT_1', revision: 1 }] }));
  expect(result.current.tab.get('PT_1')).toBe(failed);

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
