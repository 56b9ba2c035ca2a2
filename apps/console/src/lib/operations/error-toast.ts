import { toast } from '@acequia/ui';
import { isSessionOver, type OperationError } from './operation-error.ts';
import { describeError } from './describe-error.ts';

/** Shows a failed command as an alert that stays until closed; what ends the session is handled elsewhere. */
export function errorToast(error: OperationError): void {
  if (isSessionOver(error) || error.code === 'ABORTED') return;
  const { title, text } = describeError(error);
  toast({ id: `error:${error.code}`, level: 'alert', title, content: text, code: error.code });
}
