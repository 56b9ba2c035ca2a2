import { useRef, useState, type FormEvent, type RefObject } from 'react';
import { toOperationError, type OperationError } from '#lib/operations/operation-error.ts';

export interface Entry {
  readonly form: RefObject<HTMLFormElement | null>;
  /** Once: from then on faults are shown. */
  readonly submitted: boolean;
  readonly pending: boolean;
  readonly refused: OperationError | undefined;
  readonly submit: (event: FormEvent) => void;
  /** Something was typed: what the server said of it before counts no more. */
  readonly edited: () => void;
}

/** A form of the pages before the session: sends when nothing is wrong, else (and after a refusal) the first fault gets the focus. */
export function useEntry(faulty: boolean, send: () => Promise<void>): Entry {
  const form = useRef<HTMLFormElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<OperationError>();
  const focusFault = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  const run = async () => {
    setPending(true);
    try {
      await send();
    } catch (caught) {
      setRefused(toOperationError(caught));
      setPending(false);
      focusFault();
    }
  };
  return {
    form,
    submitted,
    pending,
    refused,
    submit: (event) => {
      event.preventDefault();
      setSubmitted(true);
      setRefused(undefined);
      if (faulty) focusFault();
      else void run();
    },
    edited: () => setRefused(undefined),
  };
}
