import { toast } from '@acequia/ui';
import { describeError } from './describe-error.ts';
import { isSessionOver, type OperationError } from './operation-error.ts';

/** What did not work, with the reason beneath; stays until closed. The end of the session is told elsewhere. */
export function failureToast(title: string, error: OperationError): void {
  if (isSessionOver(error)) return;
  const why = describeError(error);
  toast({ id: `failed:${title}`, level: 'alert', title, content: `${why.title}. ${why.text}`, code: error.code });
}
