import { useEffect, useRef, useState } from 'react';
import type { LookupRows } from '@acequia/contract';
import { callOperation } from '#lib/operations/call.ts';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';

export interface RowsState {
  readonly rows: LookupRows['rows'];
  /** Where to read on; null at the end, undefined before the first answer. */
  readonly next: LookupRows['next'] | undefined;
  /** How much of the file was looked through, 0 to 1. */
  readonly read: number;
  readonly busy: boolean;
  readonly error: OperationError | undefined;
}

const none: RowsState = { rows: [], next: undefined, read: 0, busy: true, error: undefined };
/** So many found rows are enough before somebody asks for more. */
const pageRows = 100;

interface Reading {
  readonly id: string;
  readonly number: number;
  readonly search: string;
  readonly signal: AbortSignal;
  readonly onChange: (state: RowsState) => void;
}

/** Reads on from a state until a page is full or the file ends; tells after each answer. */
async function readOn(before: RowsState, { id, number, search, signal, onChange }: Reading): Promise<void> {
  const wanted = before.rows.length + pageRows;
  let now = before;
  try {
    do {
      const from = now.next ?? { row: 0, at: 0 };
      const page = await callOperation('lookups:getRows', { id, number, search, ...from }, { signal });
      const looked = page.next === null || page.bytes === 0 ? 1 : page.next.at / page.bytes;
      const rows = [...now.rows, ...page.rows];
      now = { rows, next: page.next, read: looked, busy: page.next !== null && rows.length < wanted, error: undefined };
      if (!signal.aborted) onChange(now);
    } while (now.busy && !signal.aborted);
  } catch (error) {
    if (!signal.aborted) onChange({ ...now, busy: false, error: toOperationError(error) });
  }
}

/** Rows of a version that hold a text, page after page; for one text at a time. */
export function useRows(id: string, number: number, search: string) {
  const [state, setState] = useState(none);
  const running = useRef<AbortController>(undefined);
  useEffect(() => {
    const own = new AbortController();
    running.current = own;
    void readOn(none, { id, number, search, signal: own.signal, onChange: setState });
    return () => running.current?.abort();
  }, [id, number, search]);
  return {
    state,
    more: () => {
      const own = new AbortController();
      running.current = own;
      setState({ ...state, busy: true, error: undefined });
      void readOn(state, { id, number, search, signal: own.signal, onChange: setState });
    },
    stop: () => {
      running.current?.abort();
      setState((now) => ({ ...now, busy: false }));
    },
  };
}
