import type { TraceFault } from '@acequia/contract';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useView } from './editor-context.ts';
import { useProblemText } from './problem-text.ts';

/** Why a trial could not run, as a sentence. The editor knows what a setting lacks; the worker that could not use it only that it cannot. */
export function useTraceFaultText(): (fault: TraceFault) => string {
  const view = useView();
  const reasonText = useReasonText();
  const problemText = useProblemText();
  return ({ node, code, message }) => {
    const problem =
      node === undefined ? undefined : view.validation.problems.find((each) => each.node === node && each.severity === 'error');
    return problem ? problemText(problem) : reasonText({ code, fields: message === undefined ? {} : { message } });
  };
}
