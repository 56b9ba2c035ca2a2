import type { SavedTest, TestResult } from '@acequia/contract';
import type { Validation } from '@acequia/pipeline';
import { createContext, use, useCallback, useMemo, useState } from 'react';
import { useView } from '../editor-context.ts';

type Saved = Pick<SavedTest, 'id' | 'revision'>;

interface KeptResult {
  readonly result: TestResult;
  /** Of the document that was run. */
  readonly validation: Validation;
  /** Of the test. */
  readonly revision: number | undefined;
}

interface TestResults {
  readonly kept: ReadonlyMap<string, KeptResult>;
  readonly keep: (results: readonly TestResult[], of: { readonly validation: Validation; readonly saved: readonly Saved[] }) => void;
}

/** Results of the saved tests while the editor is open: one answer for all places that show them. */
export const TestResultsContext = createContext<TestResults>({ kept: new Map(), keep: () => undefined });

/** For the context. */
export function useKeptResults(): TestResults {
  const [kept, setKept] = useState<TestResults['kept']>(new Map());
  const keep = useCallback<TestResults['keep']>((results, { validation, saved }) => {
    const revisionOf = new Map(saved.map(({ id, revision }) => [id, revision]));
    const fresh = results.map((result) => [result.id, { result, validation, revision: revisionOf.get(result.id) }] as const);
    setKept((known) => new Map([...known, ...fresh]));
  }, []);
  return useMemo(() => ({ kept, keep }), [kept, keep]);
}

/** Results that still hold: of these tests as they are, over the document as it is but for the places of its steps. */
export function useTestResults(saved: readonly Saved[]): {
  readonly results: ReadonlyMap<string, TestResult>;
  readonly keep: TestResults['keep'];
} {
  const { kept, keep } = use(TestResultsContext);
  const { validation } = useView();
  const results = new Map(
    saved.flatMap(({ id, revision }) => {
      const known = kept.get(id);
      return known?.validation === validation && known.revision === revision ? [[id, known.result] as const] : [];
    }),
  );
  return { results, keep };
}
