import { Skeleton } from '@acequia/ui';
import { ListFailed } from '#blocks/list/list-states.tsx';
import type { OperationError } from '#lib/operations/operation-error.ts';

/** In the place of a form whose configuration is not there: on its way, or refused. */
export function ConfigPending({ error, onRetry }: { readonly error: OperationError | null; readonly onRetry: () => unknown }) {
  if (error) return <ListFailed error={error} onRetry={() => void onRetry()} />;
  return (
    <div className="flex flex-col gap-4" aria-busy>
      <Skeleton height={120} />
      <Skeleton height={56} />
      <Skeleton height={56} />
      <Skeleton height={120} />
    </div>
  );
}
