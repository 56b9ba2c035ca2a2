import type { OperationInput, SavedTest, TestResult } from '@acequia/contract';
import type { Validation } from '@acequia/pipeline';
import { createContext, use, useCallback, useMemo, useRef, useState } from 'react';
import { useCommand } from '#lib/operations/index.ts';
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
  readonly keep: (results: readonly TestResult[], of: Asked) => void;
}

interface Asked {
  readonly validation: Validation;
  readonly saved: readonly Saved[];
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

/** Runs saved tests as they are, over what is stored. The results are kept, also when the place that asked is gone by then. */
export function useRunTests() {
  const { keep } = use(TestResultsContext);
  const { validation } = useView();
  const asked = useRef<Asked>({ validation, saved: [] });
  const command = useCommand('pipelineTests:run', { inlineErrors: true, onSuccess: ({ results }) => keep(results, asked.current) });
  const run = (input: OperationInput<'pipelineTests:run'>, saved: readonly Saved[]): void => {
    asked.current = { validation, saved };
    command.mutate(input);
  };
  return { run, results: command.data?.results, error: command.error, isPending: command.isPending };
}

/** Results that still hold: of these tests as they are, over the document as it is but for the places of its steps. */
export function useTestResults(saved: readonly Saved[]): ReadonlyMap<string, TestResult> {
  const { kept } = use(TestResultsContext);
  const { validation } = useView();
  return new Map(
    saved.flatMap(({ id, revision }) => {
      const known = kept.get(id);
      return known?.validation === validation && known.revision === revision ? [[id, known.result] as const] : [];
    }),
  );
}
