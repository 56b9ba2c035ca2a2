import { describeError } from './describe-error.ts';
import { useErrorWords } from './error-words.ts';
import { OperationError } from './operation-error.ts';

/** What happened, for a code of the server that comes with data and not by a failed operation, in the language of the page. */
export function useErrorTitle(): (code: string) => string {
  useErrorWords();
  return (code) => describeError(new OperationError(code)).title;
}
