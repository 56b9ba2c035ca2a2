import type { ReactNode } from 'react';
import { errorCodes, isErrorCode } from '@acequia/contract';
import { Button, Card, CopyCode, Message, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { listTexts } from './texts.ts';

export function NoResults({ hidden, onClear }: { readonly hidden: number; readonly onClear: () => void }) {
  const t = useTexts(listTexts);
  return (
    <div className="grid min-h-72">
      <Message
        drawing="no-results"
        title={t('nothing')}
        actions={
          <Button icon="x" onClick={onClear}>
            {t('clear')}
          </Button>
        }
      >
        {t('hidden', { count: hidden })}
      </Message>
    </div>
  );
}

export function ListFailed({ error, onRetry }: { readonly error: OperationError; readonly onRetry: () => void }) {
  const t = useTexts(listTexts);
  return (
    <div className="grid min-h-72">
      <Message
        drawing="error"
        title={t('failed')}
        actions={
          <Button icon="refresh" onClick={onRetry}>
            {t('retry')}
          </Button>
        }
      >
        {describeError(error).text} <CopyCode text={error.code} />
      </Message>
    </div>
  );
}

/** Why one thing is not shown: that it is not there, with the way `back`, or that it could not be loaded. */
export function ThingFailed({
  error,
  back,
  onRetry,
}: {
  readonly error: OperationError;
  readonly back: ReactNode;
  readonly onRetry: () => void;
}) {
  const t = useTexts(listTexts);
  const { title, text } = describeError(error);
  const gone = isErrorCode(error.code) && errorCodes[error.code].status === 404;
  const retry = (
    <Button icon="refresh" onClick={onRetry}>
      {t('retry')}
    </Button>
  );
  return (
    <div className="grid min-h-72">
      <Message drawing={gone ? 'lost' : 'error'} title={title} actions={gone ? back : retry}>
        {text} <CopyCode text={error.code} />
      </Message>
    </div>
  );
}

export function CardsSkeleton() {
  const t = useTexts(listTexts);
  return (
    <div className="list-cards" role="status" aria-label={t('loading')}>
      {Array.from({ length: 6 }, (_, index) => (
        <Card key={index} className="p-3.5 flex flex-col gap-3">
          <div className="flex gap-2.5 items-center">
            <Skeleton width={28} height={28} />
            <Skeleton width="55%" />
          </div>
          <Skeleton width="35%" height={18} />
          <Skeleton height={44} />
          <Skeleton width="45%" />
        </Card>
      ))}
    </div>
  );
}

export function TableSkeleton() {
  const t = useTexts(listTexts);
  return (
    <Card className="overflow-hidden" role="status" aria-label={t('loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="flex items-center gap-6 px-3 h-(--row) border-b last:border-b-0">
          <Skeleton width="24%" />
          <Skeleton width="10%" />
          <Skeleton width="12%" />
          <Skeleton width="18%" />
          <Skeleton width="8%" />
        </div>
      ))}
    </Card>
  );
}
