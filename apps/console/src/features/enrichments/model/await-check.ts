import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import type { LookupVersion } from '@acequia/contract';
import { callOperation } from '#lib/operations/call.ts';
import { operationQuery } from '#lib/operations/use-operation.ts';

/** Why a wait ends when its page is left: the check itself goes on. */
export const leaving = 'leaving';

export interface CheckOptions {
  readonly lookupId: string;
  readonly number: number;
  /** Aborted with `leaving`: nobody waits any more. With anything else: the version is deleted. */
  readonly signal: AbortSignal;
  readonly onProgress: (version: LookupVersion) => void;
}

/** Also without word from the stream of changes it is asked again. */
const askEveryMs = 5000;

/** Resolves once the server has read the file of a version: active, failed or deleted. Rejects when it was cancelled. */
export function awaitCheck(
  client: QueryClient,
  { lookupId: id, number, signal, onProgress }: CheckOptions,
): Promise<LookupVersion | typeof leaving> {
  const query = operationQuery('lookups:findVersion', { id, number });
  const observer = new QueryObserver(client, { ...query, staleTime: 0, refetchInterval: askEveryMs });
  return new Promise((resolve, reject) => {
    let unsubscribe = (): void => undefined;
    const end = (): void => {
      unsubscribe();
      signal.removeEventListener('abort', onAbort);
    };
    const onAbort = (): void => {
      if (signal.reason === leaving) {
        end();
        resolve(leaving);
        return;
      }
      // Refused when the check has just ended: then its end is told.
      void callOperation('lookups:deleteVersion', { id, number }).then(
        () => {
          end();
          reject(signal.reason as Error);
        },
        () => observer.refetch(),
      );
    };
    signal.addEventListener('abort', onAbort);
    unsubscribe = observer.subscribe(({ data, error }) => {
      if (data && data.status !== 'processing') {
        end();
        resolve(data);
      } else if (error && error.code !== 'NETWORK') {
        end();
        reject(error);
      } else if (data) onProgress(data);
    });
    if (signal.aborted) onAbort();
  });
}
