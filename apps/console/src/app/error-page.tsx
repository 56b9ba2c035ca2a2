import { useEffect } from 'react';
import { Button, CopyCode, copyText, Message } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { OperationError } from '#lib/operations/operation-error.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { reportError } from './error-reporting/collect.ts';
import { appTexts } from './texts.ts';

/** A defect or a refusal that reached the top; reported where that is turned on. */
export function ErrorPage({ error }: { readonly error: unknown }) {
  const t = useTexts(appTexts);
  const known = error instanceof OperationError ? describeError(error) : undefined;
  const code = error instanceof OperationError ? error.code : 'WEB-00000';
  useEffect(() => reportError(error), [error]);
  const details = error instanceof Error ? `${code}\n${error.stack ?? error.message}` : code;
  return (
    <main className="h-full grid">
      <Message
        as="h1"
        drawing="error"
        title={known?.title ?? t('errorTitle')}
        actions={
          <>
            <Button
              variant="primary"
              icon={known ? 'refresh' : 'home'}
              onClick={() => (known ? window.location.reload() : window.location.assign('/'))}
            >
              {known ? t('retry') : t('backHome')}
            </Button>
            <Button variant="ghost" icon="copy" onClick={() => void copyText(details)}>
              {t('copyDetails')}
            </Button>
          </>
        }
      >
        {known?.text ?? t('errorText')} <CopyCode text={code} />
      </Message>
    </main>
  );
}
