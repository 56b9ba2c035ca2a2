import type { OperationInput, OperationName, OperationOutput } from '@acequia/contract';
import { callOperation } from './call.ts';
import { isSessionOver, toOperationError, type OperationError } from './operation-error.ts';
import { sessionOver } from './session-over.ts';
import { waitMs } from './wait.ts';

/** What an event stream yields. */
export type StreamItem<O extends OperationName> = OperationOutput<O> extends AsyncIterable<infer T> ? T : never;

export interface StreamState {
  /** `waiting`: the connection broke; the next try is under way soon. `refused`: the server said no; no more tries. */
  readonly state: 'connecting' | 'live' | 'waiting' | 'refused';
  readonly error: OperationError | undefined;
}

/** Who hears a stream. */
export interface Hearer<T> {
  readonly item: (item: T) => void;
  readonly state: (state: StreamState) => void;
}

/** After so many failures in a row; whoever waits is connected within 5 s of the server's return. */
export const pauseMs = (failures: number): number => Math.min(4000, 500 * 2 ** failures);

const refusals = new Set(['WEB-00027', 'WEB-10008', 'WEB-00022', 'WEB-00026', 'ACQ-NOT-FOUND', 'NOT_FOUND']);

/** Keeps a stream open until the signal aborts or the server refuses it; connects again when it breaks (0.5 s, doubling to 4 s). */
export async function listen<O extends OperationName>(
  name: O,
  input: OperationInput<O>,
  hear: Hearer<StreamItem<O>>,
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const stream = (await callOperation(name, input, { signal })) as AsyncIterable<StreamItem<O>>;
      hear.state({ state: 'live', error: undefined });
      for await (const item of stream) {
        failures = 0;
        if (!signal.aborted) hear.item(item);
      }
      if (!signal.aborted) hear.state({ state: 'waiting', error: undefined });
    } catch (caught) {
      if (signal.aborted) return;
      const error = toOperationError(caught);
      if (isSessionOver(error)) {
        sessionOver(error);
        return;
      }
      if (refusals.has(error.code)) {
        hear.state({ state: 'refused', error });
        return;
      }
      hear.state({ state: 'waiting', error });
    }
    await waitMs(pauseMs(failures), signal);
  }
}
