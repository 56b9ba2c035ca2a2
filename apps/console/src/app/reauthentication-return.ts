import { toast } from '@acequia/ui';
import { translate } from '#i18n/i18n.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { mfaTexts } from '#blocks/mfa/texts.ts';

/** Says what became of a proof by the identity provider (`done`, or a code) when its way back ends on this page, and takes that out of the address. */
export function tellReauthentication(outcome: string): void {
  const url = new URL(window.location.href);
  url.searchParams.delete('reauthentication');
  window.history.replaceState(window.history.state, '', url.pathname + url.search + url.hash);
  if (outcome === 'done') {
    toast({ title: translate(mfaTexts, 'proven'), tone: 'success' });
    return;
  }
  const mismatch = outcome === 'WEB-11011';
  const title = translate(mfaTexts, 'reauthenticate');
  const content = mismatch ? translate(mfaTexts, 'mismatch') : describeError(new OperationError(outcome)).text;
  toast({ id: 'reauthentication', level: 'alert', title, content, code: outcome });
}
