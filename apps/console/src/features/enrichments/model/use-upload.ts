import { useCallback, useEffect, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { LookupVersion, Reason } from '@acequia/contract';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';
import { invalidateEntities } from '#lib/operations/use-operation.ts';
import { awaitCheck, leaving } from './await-check.ts';
import { uploadVersion, type UploadProgress } from './upload-version.ts';

export type UploadState =
  | { readonly kind: 'idle' | 'stopped' }
  | ({ readonly kind: 'sending' } & UploadProgress)
  /** All of it is there; the server reads it and goes on when nobody waits. */
  | { readonly kind: 'checking'; readonly bytes: number; readonly checkedBytes: number | null }
  | { readonly kind: 'refused'; readonly reason: Reason }
  | { readonly kind: 'broken'; readonly error: OperationError };

export interface UploadTable {
  readonly lookupId: string;
  /** Takes back what was made for an upload that came to nothing, before anybody is told. */
  readonly takeBack?: () => Promise<unknown>;
}

export interface Upload {
  readonly state: UploadState;
  /** Resolves to the active version; undefined when there is none, and then the state says why; `leaving` when nobody waits for it. */
  readonly start: (file: File, table: UploadTable) => Promise<LookupVersion | typeof leaving | undefined>;
  readonly cancel: () => void;
}

/** One upload at a time; leaving the page gives it up while it is being sent, and not any more while it is checked. */
export function useUpload(): Upload {
  const client = useQueryClient();
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(leaving), []);
  const start: Upload['start'] = useCallback(
    async (file, { lookupId, takeBack }) => {
      const ending = new AbortController();
      running.current = ending;
      const onProgress = (progress: UploadProgress) => setState({ kind: 'sending', ...progress });
      const end = async (told: UploadState): Promise<undefined> => {
        await takeBack?.().catch(() => undefined);
        setState(told);
      };
      onProgress({ sent: 0, total: file.size });
      try {
        const { number } = await uploadVersion({ file, lookupId, signal: ending.signal, onProgress });
        const version = await awaitCheck(client, {
          lookupId,
          number,
          signal: ending.signal,
          onProgress: ({ bytes, checkedBytes }) => setState({ kind: 'checking', bytes, checkedBytes }),
        });
        if (version === leaving) return leaving;
        if (version.status === 'deleted') return await end({ kind: 'stopped' });
        if (version.fault) return await end({ kind: 'refused', reason: version.fault });
        setState({ kind: 'idle' });
        return version;
      } catch (caught) {
        return await end(ending.signal.aborted ? { kind: 'stopped' } : { kind: 'broken', error: toOperationError(caught) });
      } finally {
        await invalidateEntities(client, ['lookup']);
      }
    },
    [client],
  );
  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, start, cancel };
}
